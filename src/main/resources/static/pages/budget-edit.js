import { clear, el } from '/pages/dom.js';
import { Problem, json, send } from '/pages/api.js';
import { count } from '/pages/format.js';
import { failureNotice } from '/pages/figure.js';
import { budgetPage } from '/pages/budgets.js';
import { warnings } from '/pages/budget.js';

const YAML = 'application/yaml';
const PAUSE_MS = 400;
const START = `description: what it is for
evidence: {min_samples: 400, min_coverage: 0.98}
clauses:
  - {id: total, measure: client_total, stat: p95, max_ms: 6000}
  - {id: errors, measure: error_rate, max: 0.01}
`;

/** The text of a budget, checked while it is written, and saved as the next version. */
export async function show(main, name) {
  document.title = `Edit ${name} – Tracejoin`;
  const path = `/api/v1/budgets/${encodeURIComponent(name)}`;
  const from = new URLSearchParams(location.search).get('from');
  const known = (await json('/api/v1/budgets')).budgets.some((it) => it.name === name);
  const newest = known ? await json(path) : null;
  const start = newest ? (from ? await json(`${path}/versions/${encodeURIComponent(from)}`) : newest).text : START;
  const area = el('textarea', { id: 'document', class: 'document mono', spellcheck: 'false', autocomplete: 'off', wrap: 'off', rows: Math.max(16, start.split('\n').length + 2), 'aria-describedby': 'checked' });
  area.value = start;
  const checked = el('div', { id: 'checked', 'aria-live': 'polite' });
  const saved = el('div', { role: 'status' });
  clear(main).append(
    el('p', { class: 'crumbs' }, el('a', { href: '/budgets' }, 'Budgets'), newest ? [' / ', el('a', { href: budgetPage(name) }, name)] : null),
    el('h1', { class: 'long' }, newest ? `Edit ${name}` : `New budget ${name}`),
    el('p', { class: 'quiet' }, newest ? `What is saved becomes version ${newest.version + 1}; version ${newest.version} stays as it is.` : 'What is saved becomes version 1.'),
    el('form', { class: 'editor', submit: (event) => { event.preventDefault(); save(name, path, newest, area, saved); } },
      el('div', {}, el('label', { for: 'document' }, 'Document, YAML or JSON'), area,
        el('p', {}, el('button', { type: 'submit' }, 'Save'), ' ', el('a', { href: newest ? budgetPage(name) : '/budgets' }, 'Leave it')), saved),
      checked));
  const check = later(() => validate(area, checked), PAUSE_MS);
  area.addEventListener('input', check);
  await validate(area, checked);
}

/** Runs what is asked for last, when nothing was asked for a while. */
function later(work, pause) {
  let timer = null;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(work, pause);
  };
}

async function validate(area, place) {
  const asked = area.value;
  const answer = await send('POST', '/api/v1/budgets/validate', YAML, asked).catch((failure) => failure);
  if (asked !== area.value) {
    return; // An answer to what is no longer there.
  }
  const wrong = answer instanceof Problem ? answer.body.problems : null;
  area.setAttribute('aria-invalid', String(Boolean(wrong)));
  if (wrong) {
    place.replaceChildren(problems(wrong, area));
  } else if (answer instanceof Error) {
    place.replaceChildren(failureNotice(answer));
  } else {
    place.replaceChildren(el('p', { class: 'notice fine' }, 'The document can be read.'), warnings(answer.warnings));
  }
}

/** Each names its line and leads there. */
function problems(all, area) {
  return el('div', {}, el('h2', {}, `${count(all.length)} problem${all.length === 1 ? '' : 's'}`),
    el('ul', { class: 'notices' }, all.map((it) => el('li', { class: 'notice bad' },
      el('button', { type: 'button', class: 'link', click: () => goTo(area, it.line) }, `Line ${it.line}`), ' ', it.field ? el('code', {}, it.field) : null, ` ${it.message}`))));
}

function goTo(area, line) {
  const lines = area.value.split('\n');
  const from = lines.slice(0, line - 1).reduce((sum, it) => sum + it.length + 1, 0);
  area.focus();
  area.setSelectionRange(from, from + (lines[line - 1] ?? '').length);
}

async function save(name, path, newest, area, place) {
  try {
    // Who wrote a version meanwhile is not overwritten unseen.
    const seen = newest ? { 'If-Match': `"${newest.version}"` } : { 'If-None-Match': '*' };
    const made = await send('PUT', path, YAML, area.value, seen);
    location.assign(budgetPage(name, made.created ? '' : `/versions/${made.version}`));
  } catch (failure) {
    const stale = failure instanceof Problem && failure.status === 412;
    place.replaceChildren(failureNotice(failure), stale ? el('p', {}, el('a', { href: budgetPage(name) }, 'See the version that was made meanwhile')) : '');
  }
}
