import { choice, el, table } from '/pages/dom.js';
import { json, problemText, query, runPath } from '/pages/api.js';
import { count, ms, share, words } from '/pages/format.js';
import { later, section } from '/pages/figure.js';
import { requestsOf } from '/pages/figures.js';

const DIMENSIONS = ['model', 'pool', 'priority', 'provider', 'route', 'region', 'worker', 'queue_outcome', 'scenario', 'generator',
  'endpoint', 'streaming', 'step', 'finish_reason', 'input_tokens', 'output_tokens'];
const MEASURES = ['client_total', 'network_envelope', 'gateway', 'gpu_queue', 'generation'];
const OTHERS = '__other__';

/** The figures by a dimension to be chosen; nothing where the report is not sliced. */
export function slices(run) {
  const place = el('div', { class: 'slices' });
  const load = (dimension) => json(runPath(run, `/report${query({ slice: dimension })}`)).then((report) => report.slices ?? null);
  load(DIMENSIONS[0]).then((first) => {
    if (first) {
      const list = el('div', {}, sliced(run, first));
      place.append(section('slices', 'By slice',
        choice('Dimension', DIMENSIONS, first.dimension, (dimension) =>
          list.replaceChildren(later(load(dimension).then((it) => sliced(run, it)), problemText))), list));
    }
  }).catch(() => place.remove());
  return place;
}

function sliced(run, { dimension, values }) {
  if (values.length === 0) {
    return el('p', { class: 'notice' }, `No request tells its ${words(dimension)}.`);
  }
  const figure = (slice, measure) => slice.phases.find((it) => it.measure === measure);
  const behind = (value) => (value === OTHERS || value === null ? value ?? 'unknown' : el('a', { href: requestsOf(run, { window: 'true', [dimension]: value }) }, value));
  return table(`Slices by ${words(dimension)}`, [
    { title: words(dimension), class: 'name', cell: (it) => behind(it.value) },
    { title: 'Requests', number: true, cell: (it) => count(it.client_records) },
    { title: 'Coverage', number: true, cell: (it) => share(it.coverage) },
    ...MEASURES.flatMap((measure) => ['p50', 'p95'].map((q) => ({ title: `${words(measure)} ${q}`, number: true, cell: (it) => ms(figure(it, measure)?.[`${q}_ms`]) }))),
  ], values);
}
