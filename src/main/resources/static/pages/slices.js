import { choice, el, table } from '/pages/dom.js';
import { here, json, query, runPath } from '/pages/api.js';
import { count, faults, ms, rate, share, words } from '/pages/format.js';
import { later, section } from '/pages/figure.js';
import { requestsOf } from '/pages/figures.js';

const DIMENSIONS = ['model', 'pool', 'priority', 'provider', 'route', 'region', 'worker', 'queue_outcome', 'requested_model', 'requested_provider',
  'requested_route', 'requested_region', 'scenario', 'generator', 'endpoint', 'streaming', 'step', 'finish_reason', 'input_tokens', 'output_tokens', 'outcome'];
const MEASURES = ['client_total', 'network_envelope', 'gateway', 'gpu_queue', 'generation'];
const OTHERS = '__other__';

/** The figures by a dimension to be chosen; the choice stays in the address. */
export function slices(run) {
  const asked = new URLSearchParams(location.search).get('slice');
  const chosen = DIMENSIONS.includes(asked) ? asked : DIMENSIONS[0];
  const load = (dimension) => later(json(runPath(run, `/report${query({ slice: dimension })}`)).then((report) => sliced(run, report.slices)));
  const list = el('div', {}, load(chosen));
  const change = (dimension) => {
    history.replaceState(null, '', here({ ...Object.fromEntries(new URLSearchParams(location.search)), slice: dimension }));
    list.replaceChildren(load(dimension));
  };
  return section('slices', 'By slice', choice('Dimension', DIMENSIONS.map((it) => [it, words(it)]), chosen, change), list);
}

function sliced(run, { dimension, values }) {
  if (values.length === 0 || values.every((it) => it.value === null)) {
    return el('p', { class: 'notice' }, `No request tells its ${words(dimension)}.`);
  }
  const figure = (slice, measure) => slice.phases.find((it) => it.measure === measure);
  const known = MEASURES.filter((measure) => values.some((it) => figure(it, measure)));
  const href = (value) => requestsOf(run, { window: 'true', [dimension]: value });
  return [table(`Slices by ${words(dimension)}`, [
    { title: words(dimension), class: 'name', cell: (it) => named(it.value, href) },
    { title: 'Requests', number: true, cell: (it) => [count(it.in_window), it.undecided > 0 ? el('span', { class: 'quiet block' }, `${count(it.undecided)} undecided`) : null] },
    { title: 'Errors', number: true, cell: (it) => faults(it.error_rate) },
    { title: 'Coverage', number: true, hint: 'Matched of those that a trace was expected of; biased: the matched are no fair sample of the slice', cell: (it) => [share(it.coverage), biased(it.bias)] },
    ...values.some((it) => it.slo) ? [{ title: 'Attainment', number: true, hint: 'Good requests of those sent in the window, and below good ones that completed in it a second', cell: (it) => attained(it.slo) }] : [],
    ...values.some((it) => it.cached_tokens) ? [{ title: 'Cached prompt', number: true, hint: 'Share of the prompt tokens that the server took from its cache, and below the median of a request', cell: (it) => it.cached_tokens
      ? [share(it.cached_tokens.share), el('span', { class: 'quiet block' }, count(it.cached_tokens.p50))] : '' }] : [],
    ...known.map((measure) => ({ title: `${words(measure)}, ms`, number: true, hint: 'p95, and below p50', cell: (it) => [ms(figure(it, measure)?.p95_ms),
      el('span', { class: 'quiet block' }, ms(figure(it, measure)?.p50_ms))] })),
  ], values),
  el('p', { class: 'quiet' }, 'p95, and below it p50. Undecided requests lack the value; they count in every slice.')];
}

function biased(bias) {
  return bias?.biased ? el('span', { class: 'quiet block' }, `biased at ${bias.biased_at.join(', ')}`) : null;
}

function attained(slo) {
  if (!slo || slo.attainment === null) {
    return slo?.no_data?.length > 0 ? 'no data' : '';
  }
  return [share(slo.attainment), el('span', { class: 'quiet block' }, `${count(slo.good)} of ${count(slo.sent)}; ${rate(slo.goodput_per_s)}`)];
}

function named(value, href) {
  if (value === null) {
    return 'not known';
  }
  return value === OTHERS ? 'all other values' : el('a', { href: href(value) }, value);
}
