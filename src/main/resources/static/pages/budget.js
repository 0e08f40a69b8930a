import { badge, clear, el, table } from '/pages/dom.js';
import { json, query } from '/pages/api.js';
import { count, declared, time, words } from '/pages/format.js';
import { facts, section } from '/pages/figure.js';
import { budgetPage } from '/pages/budgets.js';

/** A budget's newest version, or one of the earlier. */
export async function show(main, name, version) {
  document.title = `Budget ${name} – Tracejoin`;
  const path = `/api/v1/budgets/${encodeURIComponent(name)}${version ? `/versions/${encodeURIComponent(version)}` : ''}`;
  const budget = await json(path);
  const newest = budget.versions[0].version;
  clear(main).append(
    el('p', { class: 'crumbs' }, el('a', { href: '/budgets' }, 'Budgets')),
    el('h1', { class: 'long' }, budget.name, ' ', badge(`v${budget.version}`, budget.version === newest ? 'good' : 'unsure')),
    budget.document.description ? el('p', { class: 'lead' }, budget.document.description) : '',
    el('p', { class: 'quiet' }, `Made ${time(budget.created_at)} · `, budget.version === newest ? null : [el('a', { href: budgetPage(name) }, `Newest is v${newest}`), ' · '],
      el('a', { href: budgetPage(name, `/edit${query({ from: budget.version === newest ? null : budget.version })}`) }, budget.version === newest ? 'Edit' : `Edit from v${budget.version}`)),
    warnings(budget.warnings),
    section('clauses', 'Clauses', clauses(budget.document)),
    section('document', 'As it was written', el('pre', { class: 'command', tabindex: '0' }, budget.text)),
    section('versions', 'Versions', versions(budget)));
}

/** What is odd about a document that can be read. */
export function warnings(all) {
  return all.length === 0 ? '' : el('ul', { class: 'notices', 'aria-label': 'Warnings' }, all.map((it) => el('li', { class: 'notice warn' }, it)));
}

function clauses({ clauses: all = [], run, baseline, single_token_tpot: single }) {
  const conditions = run ? Object.entries(run).map(([key, value]) => `${words(key)} ${declared(value)}`).join(', ') : null;
  return [
    facts([['Runs it is meant for', conditions], ['Baseline', baseline], ['Answers of one token', single ? `${single === 'fail' ? 'must meet' : 'need not meet'} a bound on tpot` : null]]),
    table('Clauses', [
      { title: 'Clause', class: 'name', cell: (it) => it.id },
      { title: 'Measure', cell: (it) => [it.measure, it.stat && !['ratio', 'count'].includes(it.stat) ? ` ${it.stat}` : '', it.kind ? el('span', { class: 'quiet block' }, words(it.kind)) : null] },
      { title: 'Bound', cell: (it) => bound(it) },
      { title: 'Of which requests', class: 'text', cell: (it) => (it.where && Object.keys(it.where).length > 0 ? pairs(it.where) : 'all') },
      { title: 'Evidence needed', class: 'text', cell: (it) => (it.evidence && Object.keys(it.evidence).length > 0 ? pairs(it.evidence) : '–') },
    ], all)];
}

function pairs(map) {
  return Object.entries(map).map(([key, value]) => el('span', { class: 'block' }, `${words(key)} ${[value].flat().map(declared).join(' or ')}`));
}

function bound(clause) {
  const known = ['max_ms', 'max', 'min', 'warn_ms', 'warn'].filter((it) => clause[it] !== undefined && clause[it] !== null);
  return [known.map((key) => el('span', { class: 'block' }, `${words(key.replace('_ms', ''))} ${count12(clause[key])}${key.endsWith('_ms') ? ' ms' : ''}`)),
    clause.vs_baseline ? el('span', { class: 'block' }, `baseline ${declared(clause.vs_baseline)}`) : null,
    clause.slo ? el('span', { class: 'quiet block' }, pairs(clause.slo)) : null];
}

/** As it was written: never rounded. */
function count12(value) {
  return new Intl.NumberFormat('en', { maximumFractionDigits: 12 }).format(value);
}

function versions({ name, version, versions: all }) {
  return table(`${count(all.length)} versions`, [
    { title: 'Version', cell: (it) => (it.version === version ? el('span', { 'aria-current': 'page' }, `v${it.version}, shown`) : el('a', { href: budgetPage(name, `/versions/${it.version}`) }, `v${it.version}`)) },
    { title: 'Made', class: 'date', cell: (it) => time(it.created_at) },
  ], all);
}
