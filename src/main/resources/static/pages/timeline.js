import { el } from '/pages/dom.js';
import { json, runPath } from '/pages/api.js';
import { chart } from '/pages/chart.js';
import { ms } from '/pages/format.js';
import { ADDENDS, phaseColour } from '/pages/phases.js';

/** p95 of each part bucket by bucket, and beside it on the same time the rates and failures. */
export async function timeline(run) {
  const { buckets, bucket_s: bucketS } = await json(runPath(run, '/timeline?bucket_s=auto'));
  if (buckets.length === 0) {
    return el('p', { class: 'notice' }, 'No request tells when it was sent.');
  }
  const parts = ['client_total', ...ADDENDS].filter((part) => buckets.some((it) => it.measures.some((m) => m.measure === part)));
  return [
    chart(`p95 of the parts and rates in buckets of ${bucketS} seconds`, seriesOf(buckets, bucketS, parts).map((it) => it.name),
      (room) => option(seriesOf(buckets, bucketS, parts), room)),
    el('p', { class: 'quiet' }, `p95 of the requests sent in each ${bucketS} s (lines do not add up), and below what was sent, completed and failed a second.`),
  ];
}

function seriesOf(buckets, bucketS, parts) {
  const at = (bucket) => bucket.from_s;
  const p95 = (bucket, part) => bucket.measures.find((it) => it.measure === part)?.p95_ms ?? null;
  const failed = (bucket) => Object.values(bucket.errors).reduce((a, b) => a + b, 0);
  const line = (name, colour, data, more = {}) => ({ name, type: 'line', showSymbol: buckets.length < 3, lineStyle: { width: 1.8, color: colour }, itemStyle: { color: colour }, data, ...more });
  const rates = (name, colour, value, more) => line(name, colour, buckets.map((it) => [at(it), value(it) === null ? null : value(it) / bucketS]), { xAxisIndex: 1, yAxisIndex: 1, ...more });
  const series = [
    ...parts.map((part) => line(part, phaseColour(part), buckets.map((it) => [at(it), p95(it, part)]))),
    rates('sent/s', phaseColour('server_root'), (it) => it.sent),
    rates('completed/s', phaseColour('client_total'), (it) => it.completed, { lineStyle: { width: 1.8, type: 'dashed', color: phaseColour('client_total') } }),
    rates('failed/s', phaseColour('provider_request'), failed, { areaStyle: { opacity: 0.3 } }),
  ];
  if (buckets.some((it) => it.dropped_iterations)) {
    series.push(rates('dropped/s', phaseColour('gpu_queue'), (it) => it.dropped_iterations, { areaStyle: { opacity: 0.3 } }));
  }
  return series;
}

/** Two thirds of what the legend leaves are the figures', a third the rates'. */
function option(series, { top, height }) {
  const room = Math.max(60, height - top - 44 - 24);
  return {
    tooltip: { trigger: 'axis', valueFormatter: (value) => (value === null || value === undefined ? '–' : ms(value)) },
    axisPointer: { link: [{ xAxisIndex: 'all' }] },
    grid: [{ left: 64, right: 24, top, height: room * 0.66 }, { left: 64, right: 24, bottom: 44, height: room * 0.34 }],
    xAxis: [{ type: 'value', gridIndex: 0, max: 'dataMax', axisLabel: { show: false } }, { type: 'value', gridIndex: 1, max: 'dataMax', name: 'seconds since the first send', nameGap: 28 }],
    yAxis: [{ type: 'value', gridIndex: 0, name: 'p95, ms', nameGap: 46 }, { type: 'value', gridIndex: 1, name: 'per s', nameGap: 46, splitNumber: 2 }],
    series,
  };
}
