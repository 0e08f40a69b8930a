import { badge, choice, clear, el, table } from '/pages/dom.js';
import { here, json, jsonIfThere, query, runPath } from '/pages/api.js';
import { count, ms, requests as inWords, time, words } from '/pages/format.js';
import { ADDENDS, phaseClass } from '/pages/phases.js';

const PAGE = 50;
const SORTS = ['client_total', 'client_ttft', 'client_setup', 'schedule_lag', 'response_time', 'network_envelope', 'ttft_envelope',
  'server_root', 'server_ttft', 'gateway', 'app_queue', 'gpu_queue', 'prefill', 'decode', 'generation', 'provider_request',
  'response_write', 'unattributed', 'generation_ms_per_output_token', 'tpot', 'sent_at'];
const STATES = ['matched', 'client_only', 'excluded'];
const OUTCOMES = ['success', 'http_error', 'rejected', 'timeout', 'cancelled', 'disconnected', 'error'];
const REASONS = ['uncorrelated', 'no_spans', 'root_missing', 'collision', 'several_per_trace', 'redirect_chain', 'negative_envelope',
  'root_ends_early', 'retried_upstream', 'ambiguous_request_id', 'never_sent', 'not_sampled'];
const TEXTS = ['model', 'pool', 'provider', 'route', 'region', 'priority', 'scenario', 'generator', 'endpoint', 'worker'];

/** A run's requests; every filter is in the page's own address. */
export async function show(main, run) {
  document.title = `Requests of ${run} – Tracejoin`;
  const asked = Object.fromEntries(new URLSearchParams(location.search));
  const wanted = { sort: 'client_total', order: 'desc', limit: PAGE, ...asked };
  const [answer, odd] = await Promise.all([
    json(runPath(run, `/requests${query(wanted)}`)),
    jsonIfThere(runPath(run, '/anomalies?limit=1')),
  ]);
  clear(main).append(
    el('p', { class: 'crumbs' }, el('a', { href: `/runs/${encodeURIComponent(run)}` }, run)),
    el('h1', {}, 'Requests'),
    filters(wanted, odd?.anomalies ?? []),
    el('p', { class: 'quiet' }, inWords(answer.total),
      wanted.window === 'true' ? ' of the measuring window' : ' of the whole run, warm-up and cool-down included',
      wanted.min_ms ? `, ${wanted.sort} from ${ms(+wanted.min_ms)} ms` : '', wanted.max_ms ? `, ${wanted.sort} up to ${ms(+wanted.max_ms)} ms` : '', '.'),
    answer.requests.length > 0 ? list(answer.requests, wanted.sort) : el('p', { class: 'notice' }, 'No request is like that.'),
    pages(wanted, answer));
}

function filters(wanted, odd) {
  const change = (name) => (value) => location.assign(here({ ...wanted, limit: null, offset: null, [name]: value, ...(name === 'sort' ? { min_ms: null, max_ms: null } : {}) }));
  const any = (values) => [['', 'any'], ...values];
  const texts = TEXTS.filter((it) => wanted[it]);
  return el('form', { class: 'filters', 'aria-label': 'Filters', submit: (event) => event.preventDefault() },
    choice('Sorted by', SORTS, wanted.sort, change('sort')),
    choice('Order', [['desc', 'slowest first'], ['asc', 'fastest first']], wanted.order, change('order')),
    choice('Outcome', any(OUTCOMES), wanted.outcome, change('outcome')),
    choice('State', any(STATES), wanted.state, change('state')),
    choice('Reason', any(REASONS), wanted.reason, change('reason')),
    choice('Anomaly', any(odd.map((it) => [it.code, `${words(it.code)} (${count(it.requests)})`])), wanted.anomaly, change('anomaly')),
    choice('Time', [['', 'whole run'], ['true', 'measuring window']], wanted.window, change('window')),
    el('label', { class: 'choice' }, el('span', {}, 'Model'),
      el('input', { name: 'model', value: wanted.model ?? '', change: (event) => change('model')(event.target.value) })),
    texts.filter((it) => it !== 'model').map((it) => el('button', { type: 'button', class: 'chip', click: () => change(it)('') }, `${words(it)} ${wanted[it]} ✕`)),
    wanted.min_ms || wanted.max_ms ? el('button', { type: 'button', class: 'chip', click: () => location.assign(here({ ...wanted, limit: null, offset: null, min_ms: null, max_ms: null })) }, 'bounds ✕') : null);
}

function list(rows, sort) {
  const most = Math.max(...rows.map((it) => it.client_total_ms ?? it.server_root_ms ?? 0));
  const sorted = sort === 'generation_ms_per_output_token' ? sort : `${sort}_ms`;
  return table('Requests', [
    { title: 'Trace', cell: (it) => (it.trace_id ? el('a', { href: `/traces/${it.trace_id}`, class: 'mono' }, it.trace_id.slice(0, 16), '…') : 'without an ID') },
    { title: 'client_total, ms', number: true, cell: (it) => ms(it.client_total_ms) },
    ...(sort === 'client_total' || sort === 'sent_at' ? [] : [{ title: `${sort}, ms`, number: true, cell: (it) => ms(it[sorted]) }]),
    { title: 'Where it went', class: 'strip', cell: (it) => strip(it, most) },
    { title: 'Outcome', cell: (it) => badge(words(it.outcome ?? 'unknown'), it.outcome === 'success' ? 'good' : 'bad') },
    { title: 'State', cell: (it) => [it.state, it.reason ? el('span', { class: 'quiet block' }, words(it.reason)) : null] },
    { title: 'Model', class: 'text', cell: (it) => it.model ?? '–' },
    { title: 'Tokens out', number: true, cell: (it) => count(it.output_tokens ?? it.server_output_tokens) },
    { title: 'Sent', class: 'date', cell: (it) => time(it.sent_at) },
    { title: 'Anomalies', cell: (it) => it.anomalies.map(words).join(', ') },
  ], rows);
}

/** The parts of one request in a bar that is as long as the request was, beside the others. */
function strip(request, most) {
  const box = el('span', { class: 'lane', 'aria-hidden': 'true' });
  let at = 0;
  for (const part of ADDENDS) {
    const length = Math.max(0, request[`${part}_ms`] ?? 0);
    if (length > 0 && most > 0) {
      const element = el('span', { class: `bar-part ${phaseClass(part)}`, title: `${part} ${ms(length)} ms` });
      element.style.left = `${(100 * at) / most}%`;
      element.style.width = `${(100 * length) / most}%`;
      box.append(element);
      at += length;
    }
  }
  return box;
}

function pages(wanted, answer) {
  const to = (offset) => here({ ...wanted, limit: null, offset: offset === 0 ? null : offset });
  return el('nav', { class: 'pages', 'aria-label': 'More requests' },
    answer.offset > 0 ? el('a', { href: to(Math.max(0, answer.offset - PAGE)), rel: 'prev' }, 'Previous') : null,
    answer.next_offset !== null ? el('a', { href: to(answer.next_offset), rel: 'next' }, 'Next') : null);
}
