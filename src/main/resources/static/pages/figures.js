import { badge, el, table } from '/pages/dom.js';
import { query } from '/pages/api.js';
import { boundOf, count, interval, ms, share, words } from '/pages/format.js';
import { phaseClass } from '/pages/phases.js';
import { clausesOn, verdictBadge } from '/pages/verdict.js';

const FIRST = ['client_ttft', 'client_total', 'network_envelope', 'gateway', 'gpu_queue', 'generation', 'unattributed'];
const QUANTILES = ['p50', 'p95', 'p99'];

/** The page of the requests that a number is made of. */
export function requestsOf(run, parameters) {
  return `/runs/${encodeURIComponent(run)}/requests${query(parameters)}`;
}

/** The figures that decide, and behind a fold all the others. */
export function figures(run, report, verdict) {
  const rank = (it) => FIRST.indexOf(it.measure);
  const first = report.phases.filter((it) => rank(it) >= 0).sort((a, b) => rank(a) - rank(b));
  const rest = report.phases.filter((it) => rank(it) < 0);
  if (report.phases.length === 0) {
    return el('p', { class: 'notice' }, `No request of the window has ended in ${words(report.outcome)} yet.`);
  }
  return [
    el('p', { class: 'quiet' }, `Milliseconds of ${words(report.outcome)} requests; exact nearest ranks with 95 % intervals. A column never adds up: what explains the tail is below.`),
    list(run, report, first, verdict, 'Figures'),
    rest.length > 0 ? el('details', {}, el('summary', {}, `${rest.length} more measures`), list(run, report, rest, verdict, 'More figures')) : null,
  ];
}

function list(run, report, rows, verdict, caption) {
  const bounded = rows.some((it) => clausesOn(verdict, it.measure, it.kind).length > 0);
  return table(caption, [
    { title: 'Measure', cell: (it) => [el('i', { class: `swatch ${phaseClass(it.measure)}`, 'aria-hidden': 'true' }), it.measure, it.kind ? el('span', { class: 'quiet' }, ` ${words(it.kind)}`) : null,
      it.owner ? el('span', { class: 'quiet block' }, it.owner) : null] },
    ...QUANTILES.map((q) => ({ title: q, number: true, cell: (it) => quantile(run, report, it, q) })),
    { title: 'max', number: true, cell: (it) => slowest(run, report, it, ms(it.max_ms)) },
    { title: 'mean', number: true, cell: (it) => ms(it.mean_ms) },
    ...(bounded ? [{ title: 'Budget', cell: (it) => bounds(verdict, it) }] : []),
    { title: 'n', number: true, hint: 'Values, and below the share of its population that has one', cell: (it) => [count(it.n), el('span', { class: 'quiet block' }, share(it.known))] },
    { title: 'Notes', cell: (it) => [...it.flags.map((flag) => badge(words(flag), 'warn')), it.low_n.length > 0 ? badge(`low n: ${it.low_n.join(', ')}`, 'unsure') : null] },
  ], rows, { class: 'figures' });
}

/** The requests at and above the quantile, the nearest first. */
function quantile(run, report, figure, q) {
  const value = figure[`${q}_ms`];
  const href = requestsOf(run, { sort: figure.measure, order: 'asc', min_ms: value, ...behind(report, figure) });
  return [el('a', { href }, ms(value)), el('span', { class: 'quiet block' }, interval(figure.ci95[`${q}_ms`]))];
}

function slowest(run, report, figure, text) {
  return el('a', { href: requestsOf(run, { sort: figure.measure, order: 'desc', ...behind(report, figure) }) }, text);
}

/** A figure of the client is one of all records; the others are of the matched. */
function behind(report, figure) {
  const client = figure.measure.startsWith('client_') || ['schedule_lag', 'response_time', 'tpot', 'tpot_estimate', 'e2e_token', 'e2e_stream', 'protocol_tail', 'itl_p95', 'chunk_interval_p95'].includes(figure.measure);
  return { outcome: report.outcome, window: 'true', state: client ? null : 'matched' };
}

function bounds(verdict, figure) {
  return clausesOn(verdict, figure.measure, figure.kind).map((it) => el('span', { class: 'block' }, verdictBadge(it.verdict,
    it.bound === null ? `${it.stat} ${it.vs_baseline?.allowance ?? ''}` : `${it.stat} ${it.sign === '>=' ? '≥' : '≤'} ${boundOf(it.bound, it.unit)}: ${it.verdict}`),
    it.where ? it.where.split('&').map((part) => el('span', { class: 'quiet block' }, part)) : null));
}
