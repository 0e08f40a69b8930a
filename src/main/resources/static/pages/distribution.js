import { choice, el } from '/pages/dom.js';
import { json, runPath } from '/pages/api.js';
import { chart } from '/pages/chart.js';
import { ms, requests, share } from '/pages/format.js';
import { later } from '/pages/figure.js';
import { phaseColour } from '/pages/phases.js';

const KIND_LINES = { token: 'solid', chunk: 'dashed', first_byte: 'dotted' };

/** The share of requests that took no longer, on a log axis, for a measure to be chosen. */
export function distribution(run, report) {
  const measures = [...new Set(report.phases.map((it) => it.measure))];
  if (measures.length === 0) {
    return el('p', { class: 'notice' }, 'Nothing was measured yet.');
  }
  const place = el('div', {}, drawn(run, measures[0]));
  return [choice('Measure', measures, measures[0], (chosen) => place.replaceChildren(drawn(run, chosen))), place];
}

function drawn(run, measure) {
  return later(json(runPath(run, `/distribution?measure=${measure}`)).then((answer) => curves(answer)));
}

function curves({ measure, series }) {
  const none = series.map((it) => [it, it.points.filter((p) => p.value_ms <= 0).at(-1)?.share ?? 0]).filter(([, share]) => share > 0);
  const n = series.map((it) => `${requests(it.n)}${it.kind ? ` (${it.kind})` : ''}`).join(', ');
  return [
    chart(`Cumulative distribution of ${measure} over ${n}`, series.length > 1 ? series.map(name) : [], ({ top }) => option(measure, series, top)),
    el('p', { class: 'quiet' }, `${n}.`, none.map(([, part]) => ` ${share(part)} of them have 0 or less, which a log axis cannot show.`)),
  ];
}

function option(measure, series, top) {
  return {
    grid: { left: 64, right: 24, top: top + 8, bottom: 44 },
    tooltip: { trigger: 'axis', axisPointer: { type: 'line' }, formatter: ([point]) => (point ? `${ms(point.value[0])} ms: ${share(point.value[1])} took no longer` : '') },
    xAxis: { type: 'log', name: `${measure}, ms`, nameGap: 28, minorSplitLine: { show: false } },
    yAxis: { type: 'value', min: 0, max: 1, name: 'share', nameGap: 46, axisLabel: { formatter: (value) => `${Math.round(value * 100)} %` } },
    series: series.map((it, i) => ({
      name: name(it), type: 'line', step: 'end', showSymbol: it.points.length < 3, itemStyle: { color: phaseColour(measure) },
      lineStyle: { width: 2, color: phaseColour(measure), type: KIND_LINES[it.kind] ?? 'solid' },
      data: it.points.filter((p) => p.value_ms > 0).map((p) => [p.value_ms, p.share]),
      markLine: i > 0 ? undefined : { symbol: 'none', silent: true, label: { formatter: ({ value }) => `p${+(value * 100).toFixed(1)}`, color: phaseColour('server_root') }, lineStyle: { type: 'dotted' },
        data: [[0.5, 'insideStartTop'], [0.95, 'insideStartBottom'], [0.99, 'insideStartTop']].map(([q, position]) => ({ yAxis: q, label: { position } })) },
    })),
  };
}

function name(series) {
  return series.kind ?? 'all';
}
