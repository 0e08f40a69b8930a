import { badge, choice, el, table } from '/pages/dom.js';
import { here, json, jsonIfThere, query, runPath } from '/pages/api.js';
import { ms, words } from '/pages/format.js';

const KIND = { pass: 'good', warn: 'warn', fail: 'bad', inconclusive: 'unsure' };
const SIGN = { pass: '✓', warn: '!', fail: '✕', inconclusive: '?' };

export function verdictBadge(verdict) {
  return badge(`${SIGN[verdict] ?? ''} ${verdict}`, KIND[verdict]);
}

/** Names of the budgets; none where the service keeps none. */
export async function budgetNames() {
  const answer = await jsonIfThere('/api/v1/budgets');
  const budgets = answer?.budgets ?? answer ?? [];
  return Array.isArray(budgets) ? budgets.map((it) => it.name ?? it).filter((it) => typeof it === 'string') : [];
}

/** The verdict by the budget in the page's address, else by the first one; null where there is none. */
export async function verdictOf(run, names) {
  const asked = new URLSearchParams(location.search).get('budget');
  const budget = names.includes(asked) ? asked : names[0];
  return budget === undefined ? null : json(runPath(run, `/verdict${query({ budget })}`));
}

/** The verdict on top of a run: what it is, who is asked, and clause by clause why. */
export function verdictBanner(verdict, names) {
  const guilty = (verdict.guilty ?? []).map((it) => el('li', {},
    el('strong', {}, it.phase), ` – ${it.owner}, ${ms(it.over_by_ms)} ms over${it.inferred ? ' (inferred from the tail)' : ''}`));
  return el('section', { class: `verdict ${KIND[verdict.verdict] ?? ''}`, 'aria-label': 'Verdict' },
    el('p', { class: 'headline' }, verdictBadge(verdict.verdict),
      verdict.would_be && verdict.would_be !== verdict.verdict ? ` would be ${verdict.would_be} ` : ' ',
      `by budget ${verdict.budget.name} v${verdict.budget.version}`, verdict.budget.post_hoc ? badge('post hoc', 'unsure') : null),
    guilty.length > 0 ? el('ul', {}, guilty) : null,
    names.length > 1 ? choice('Budget', names, verdict.budget.name, (name) => location.assign(here({ budget: name }))) : null,
    clauses(verdict.clauses ?? []));
}

function clauses(all) {
  const value = (it) => (it.value === null || it.value === undefined ? '–' : `${it.unit === 'ms' ? ms(it.value) : it.value}${it.unit === 'ms' ? ' ms' : ''}`);
  return el('details', { open: all.some((it) => it.verdict !== 'pass') }, el('summary', {}, `${all.length} clauses`),
    table('Clauses of the budget', [
      { title: 'Clause', cell: (it) => it.id },
      { title: 'Verdict', cell: (it) => verdictBadge(it.verdict) },
      { title: 'Measure', cell: (it) => `${it.measure} ${it.stat ?? ''}` },
      { title: 'Value', number: true, cell: value },
      { title: 'Bound', number: true, cell: (it) => it.bound ?? '–' },
      { title: 'Why', cell: (it) => (it.reason ? [it.reason].flat().map(words).join(', ') : '') },
      { title: 'Owner', cell: (it) => it.owner ?? '' },
      { title: 'Look at', cell: (it) => (it.examples ?? []).slice(0, 3).map((id) => [el('a', { href: `/traces/${id}` }, id.slice(0, 8)), ' ']) },
    ], all));
}

/** The clause that bounds a measure's quantile, for the figure's own place; null where none does. */
export function clauseOf(verdict, measure) {
  return verdict?.clauses?.find((it) => it.measure === measure) ?? null;
}
