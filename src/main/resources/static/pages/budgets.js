import { clear, el, table } from '/pages/dom.js';
import { json } from '/pages/api.js';
import { count, time } from '/pages/format.js';

export function budgetPage(name, rest = '') {
  return `/budgets/${encodeURIComponent(name)}${rest}`;
}

/** All budgets, and the way to a new one. */
export async function show(main) {
  document.title = 'Budgets – Tracejoin';
  const { budgets } = await json('/api/v1/budgets');
  clear(main).append(el('h1', {}, 'Budgets'),
    el('p', { class: 'quiet' }, 'A budget says what a run must hold. Its versions never change; a run is judged by the newest that was made before its data came.'),
    budgets.length === 0 ? el('p', { class: 'notice' }, 'There is no budget yet.') : table('Budgets', [
      { title: 'Budget', class: 'name', cell: (it) => el('a', { href: budgetPage(it.name) }, it.name) },
      { title: 'What for', class: 'text', cell: (it) => it.description ?? '' },
      { title: 'Clauses', number: true, cell: (it) => count(it.clauses) },
      { title: 'Version', number: true, cell: (it) => it.version },
      { title: 'Made', class: 'date', cell: (it) => time(it.created_at) },
    ], budgets, { class: 'runs' }),
    el('form', { class: 'filters', 'aria-label': 'New budget', submit: (event) => { event.preventDefault(); location.assign(budgetPage(event.target.elements.name.value, '/edit')); } },
      el('label', { class: 'choice' }, el('span', {}, 'Name of a new budget'),
        el('input', { name: 'name', required: true, pattern: '[A-Za-z0-9._\\-]{1,100}', title: '1 to 100 of A-Z a-z 0-9 . _ -', autocomplete: 'off', spellcheck: 'false' })),
      el('button', { type: 'submit' }, 'Write it')));
}
