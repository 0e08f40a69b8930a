import { badge, clear, el, table } from '/pages/dom.js';
import { json, query } from '/pages/api.js';
import { count, faults, ms, rate, share, time, words } from '/pages/format.js';
import { welcome } from '/pages/welcome.js';
import { verdictBadge } from '/pages/verdict.js';

const PAGE = 50;

/** The list of runs; `?q=` and `?cursor=` are in the page's own address, so that it can be passed on. */
export async function show(main) {
  document.title = 'Runs – Tracejoin';
  const address = new URLSearchParams(location.search);
  const [q, cursor] = [address.get('q') ?? '', address.get('cursor')];
  const answer = await json(`/api/v1/runs${query({ q, cursor, limit: PAGE })}`);
  clear(main).append(el('h1', {}, 'Runs'));
  if (answer.runs.length === 0 && !q && !cursor) {
    main.append(...welcome(location));
    return;
  }
  main.append(filter(q), list(answer.runs, q), pages(q, cursor, answer.next_cursor));
}

function filter(q) {
  return el('form', { class: 'filters', role: 'search', 'aria-label': 'Runs' },
    el('label', { class: 'choice' }, el('span', {}, 'Run, name or label'),
      el('input', { name: 'q', type: 'search', value: q, autocomplete: 'off' })),
    el('button', { type: 'submit' }, 'Search'));
}

function list(runs, q) {
  if (runs.length === 0) {
    return el('p', { class: 'notice' }, q ? `No run has “${q}” in its ID, name or labels.` : 'There are no more runs.');
  }
  return table('Runs, the newest first', columns(runs), runs, { class: 'runs' });
}

function columns(runs) {
  const of = (run) => run.summary ?? {};
  const judged = runs.some((run) => run.verdict);
  return [
    { title: 'Run', class: 'name', cell: (run) => [
      el('a', { href: `/runs/${encodeURIComponent(run.run_id)}` }, run.run_id),
      run.name ? el('span', { class: 'quiet block' }, run.name) : null] },
    { title: 'State', cell: (run) => [badge(run.state, `state-${run.state}`),
      of(run).stale ? el('span', { class: 'quiet block' }, 'changed since') : null] },
    ...(judged ? [{ title: 'Verdict', cell: (run) => (run.verdict ? [verdictBadge(run.verdict.verdict), el('span', { class: 'quiet block' }, `${run.verdict.budget} v${run.verdict.version}`)] : '–') }] : []),
    { title: 'p95 of total, ms', number: true, cell: (run) => ms(of(run).p95_ms) },
    { title: judged ? 'Guilty, else grows' : 'Grows most in the tail', hint: 'From the usual requests to those around p95 of client_total', cell: (run) => guilty(run) },
    { title: 'Coverage', number: true, hint: 'Matched of the client records', cell: (run) => share(of(run).coverage) },
    { title: 'Errors', number: true, cell: (run) => faults(of(run).error_rate) },
    { title: 'Load', hint: 'Promised, and successes completed', class: 'nowrap', cell: (run) => load(run) },
    { title: 'Requests', number: true, hint: 'Client records in the window', cell: (run) => count(of(run).client_records) },
    { title: 'Started', class: 'date', cell: (run) => time(run.created_at) },
  ];
}

function load(run) {
  const load = run.load ?? {};
  const promised = load.target_rate !== undefined && load.target_rate !== null ? `${rate(load.target_rate)} ${load.model ?? ''}`
    : load.vus ?? load.max_concurrency ? `${load.vus ?? load.max_concurrency} VUs` : words(run.kind ?? '');
  const done = run.summary?.per_s;
  return [promised || '–', done === null || done === undefined ? null : el('span', { class: 'quiet block' }, `${rate(done)} done`)];
}

function guilty(run) {
  if (run.verdict?.guilty) {
    return [el('strong', {}, run.verdict.guilty), el('span', { class: 'quiet block' }, ['guilty', run.verdict.guilty_owner].filter(Boolean).join(': '))];
  }
  const grows = run.summary?.grows;
  return grows ? [grows.measure, el('span', { class: 'quiet block' }, `+${ms(grows.ms)} ms${grows.owner ? `, ${grows.owner}` : ''}`)] : '–';
}

function pages(q, cursor, next) {
  return el('nav', { class: 'pages', 'aria-label': 'More runs' },
    cursor ? el('a', { href: `/${query({ q })}` }, 'Newest') : null,
    next ? el('a', { href: `/${query({ q, cursor: next })}`, rel: 'next' }, 'Older') : null);
}
