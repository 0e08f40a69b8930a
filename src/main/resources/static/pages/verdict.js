import { badge, choice, el, table } from '/pages/dom.js';
import { here, json, jsonIfThere, query, runPage, runPath } from '/pages/api.js';
import { amount, amounts, boundOf, count, ms, share, words } from '/pages/format.js';
import { requestsOf } from '/pages/figures.js';

const KIND = { pass: 'good', warn: 'warn', fail: 'bad', inconclusive: 'unsure' };
const SIGN = { pass: '✓', warn: '!', fail: '✕', inconclusive: '?' };

export function verdictBadge(verdict, text = verdict) {
  return badge(`${SIGN[verdict] ?? ''} ${text}`, KIND[verdict]);
}

/** Names of the budgets; none where the service keeps none. */
export async function budgetNames() {
  return ((await jsonIfThere('/api/v1/budgets'))?.budgets ?? []).map((it) => it.name);
}

/** The budget that judges: the one in the page's address, else what the run says, else the only one there is. */
function budgetOf(run, names) {
  const asked = new URLSearchParams(location.search).get('budget');
  const found = [asked, run.labels?.budget, run.verdict?.budget].find((it) => names.includes(it));
  return found ?? (names.length === 1 ? names[0] : null);
}

/** The verdict on a run; null where no budget judges it. */
export async function verdictOf(run, names) {
  const budget = budgetOf(run, names);
  const asked = new URLSearchParams(location.search);
  return budget === null ? null : json(runPath(run.run_id, `/verdict${query({ budget, baseline: asked.get('baseline') })}`));
}

/** The verdict on top of a run: what it is, who is asked, and clause by clause why; without one the choice of a budget. */
export function verdictBanner(run, verdict, names) {
  if (names.length === 0) {
    return '';
  }
  const judge = (budget) => location.assign(here({ ...Object.fromEntries(new URLSearchParams(location.search)), budget }));
  if (verdict === null) {
    return el('section', { class: 'verdict', 'aria-label': 'Verdict' }, el('p', {}, 'Several budgets could judge this run; its label ', el('code', {}, 'budget'), ' would say which.'),
      choice('Judge by', [['', 'none'], ...names], '', judge));
  }
  return el('section', { class: `verdict ${KIND[verdict.verdict] ?? ''}`, 'aria-label': 'Verdict' },
    el('div', { class: 'between' },
      el('div', {}, headline(verdict), guilty(verdict), verdict.notes.map((it) => el('p', { class: 'quiet' }, it))),
      names.length > 1 ? choice('Budget', names, verdict.budget.name, judge) : null),
    clauses(run, verdict), earlier(verdict.earlier));
}

function headline({ verdict, would_be: wouldBe, budget, baseline }) {
  return el('p', { class: 'headline' }, verdictBadge(verdict), wouldBe && wouldBe !== verdict ? ` would be ${wouldBe}, ` : ' ', 'by ',
    el('a', { href: `/budgets/${encodeURIComponent(budget.name)}/versions/${budget.version}` }, `${budget.name} v${budget.version}`), ' ',
    budget.post_hoc ? badge('post hoc', 'unsure') : null,
    baseline ? [', baseline ', el('a', { href: runPage(baseline.run_id) }, baseline.run_id)] : null);
}

function guilty(verdict) {
  return verdict.guilty.length === 0 ? null : el('ul', { class: 'guilty' }, verdict.guilty.map((it) => el('li', {}, el('strong', {}, it.phase),
    it.inferred ? ` grows most towards the tail, by ${ms(it.over_by_ms)} ms (inferred: no clause on a phase failed)` : ` is ${ms(it.over_by_ms)} ms over`,
    it.owner ? [', ask: ', el('strong', {}, it.owner)] : null)));
}

function clauses(run, { clauses: all }) {
  const held = all.filter((it) => it.verdict === 'pass').length;
  return el('details', { open: held < all.length }, el('summary', {}, `${held} of ${count(all.length)} clauses pass`),
    table('Clauses of the budget', [
      { title: 'Clause', class: 'clause', cell: (it) => [it.id, it.where ? it.where.split('&').map((part) => el('span', { class: 'quiet block' }, part)) : null] },
      { title: 'Verdict', cell: (it) => [verdictBadge(it.verdict), it.would_be && it.would_be !== it.verdict ? el('span', { class: 'quiet block' }, `would be ${it.would_be}`) : null] },
      { title: 'Measure', cell: (it) => measured(it) },
      { title: 'Value', number: true, hint: 'With its 95 % interval, where it is estimated', cell: (it) => [amount(it.value, it.unit, it.bound), el('span', { class: 'quiet block' }, amounts(it.ci95, it.unit))] },
      { title: 'Bound', number: true, cell: (it) => bounds(it) },
      { title: 'n', number: true, cell: (it) => [count(it.n), it.coverage === null || it.coverage === 1 ? null : el('span', { class: 'quiet block' }, share(it.coverage))] },
      { title: 'Why', class: 'why', cell: (it) => why(it) },
      { title: 'Owner', cell: (it) => it.owner ?? '' },
      { title: 'Look at', cell: (it) => looks(run, it) },
    ], all));
}

function measured(clause) {
  return [clause.measure, ['ratio', 'count'].includes(clause.stat) ? '' : ` ${clause.stat}`, clause.kind ? el('span', { class: 'quiet block' }, words(clause.kind)) : null];
}

function bounds(clause) {
  return [clause.bound === null ? null : `${clause.sign === '>=' ? '≥' : '≤'} ${boundOf(clause.bound, clause.unit)}`,
    clause.warn === undefined ? null : el('span', { class: 'quiet block' }, `warn ${boundOf(clause.warn, clause.unit)}`),
    clause.vs_baseline ? el('span', { class: 'block' }, `baseline ${clause.vs_baseline.allowance}`) : null];
}

function why(clause) {
  const against = clause.vs_baseline;
  return [
    clause.reasons.map((code) => el('code', { class: 'block' }, code)), clause.message ? `${clause.message}. ` : null,
    clause.over_by !== null && clause.verdict === 'fail' ? `${amount(clause.over_by, clause.unit)} beyond the bound. ` : null,
    against && against.baseline !== null ? `Baseline ${amount(against.baseline, clause.unit)}, difference ${amount(against.difference, clause.unit)} ${amounts(against.ci95, clause.unit)}. ` : null,
    clause.needed_samples === null ? null : `${count(clause.needed_samples)} samples would decide.`];
}

/** The traces nearest to what the clause is about; where it has none, the requests that it counts. */
function looks(run, clause) {
  if (clause.examples.length > 0) {
    return clause.examples.slice(0, 3).map((id) => el('a', { class: 'block mono nowrap', href: `/traces/${id}`, title: id }, `…${id.slice(-8)}`));
  }
  return clause.measure === 'coverage' && clause.verdict !== 'pass' ? el('a', { href: requestsOf(run.run_id, { window: 'true', state: 'client_only' }) }, 'unmatched') : '';
}

function earlier(others) {
  return others.length === 0 ? null : el('details', {}, el('summary', {}, `${count(others.length)} other verdict${others.length === 1 ? '' : 's'} by this budget`),
    table('Other verdicts', [
      { title: 'Revision', number: true, cell: (it) => it.revision },
      { title: 'Version', number: true, cell: (it) => it.version },
      { title: 'Verdict', cell: (it) => [verdictBadge(it.verdict), it.post_hoc ? badge('post hoc', 'unsure') : null] },
      { title: 'Guilty', cell: (it) => it.guilty ?? '–' },
      { title: 'Baseline', class: 'name', cell: (it) => it.baseline || '–' },
    ], others));
}

/** The clauses on a measure, of whatever statistic, for the figure's own place. */
export function clausesOn(verdict, measure, kind) {
  return (verdict?.clauses ?? []).filter((it) => it.measure === measure && (!it.kind || !kind || it.kind === kind));
}
