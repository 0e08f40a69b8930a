import { el, table } from '/pages/dom.js';
import { json, runPath } from '/pages/api.js';
import { chart } from '/pages/chart.js';
import { count, ms, requests } from '/pages/format.js';
import { phaseColour } from '/pages/phases.js';

/** Some requests as dots, and p50 and p95 of all of them by length of the answer. */
export async function scatter(run) {
  const { bins, sample, n } = await json(runPath(run, '/scatter?measure=client_total'));
  if (n === 0) {
    return el('p', { class: 'notice' }, 'Nobody counted output tokens.');
  }
  return [
    chart(`client_total against output tokens of ${requests(n)}`, ['request', 'p50', 'p95'], ({ top }) => option(bins, sample, top),
      (event) => (event.data?.trace_id ? location.assign(`/traces/${event.data.trace_id}`) : null)),
    el('p', { class: 'quiet' }, `Lines: p50 and p95 of ${requests(n)}. Dots: ${count(sample.length)} of them; a click leads to the trace.`),
    el('details', {}, el('summary', {}, 'As a table'), table('client_total by output tokens', [
      { title: 'Output tokens', cell: (it) => `${count(it.from_tokens)} – ${count(it.to_tokens)}` },
      { title: 'Requests', number: true, cell: (it) => count(it.n) },
      { title: 'p50, ms', number: true, cell: (it) => ms(it.p50_ms) },
      { title: 'p95, ms', number: true, cell: (it) => ms(it.p95_ms) }], bins)),
  ];
}

function option(bins, sample, top) {
  const middle = (bin) => (bin.from_tokens + bin.to_tokens) / 2;
  const line = (name, field, type) => ({ name, type: 'line', showSymbol: bins.length < 3, lineStyle: { width: 2, type, color: phaseColour('client_total') },
    itemStyle: { color: phaseColour('client_total') }, data: bins.map((it) => [middle(it), it[field]]) });
  return {
    grid: { left: 64, right: 24, top, bottom: 44 },
    tooltip: { trigger: 'item', formatter: ({ seriesName, value }) => `${seriesName}: ${count(value[0])} tokens, ${ms(value[1])} ms` },
    xAxis: { type: 'value', name: 'output tokens', nameGap: 28, scale: true },
    yAxis: { type: 'value', name: 'client_total, ms', nameGap: 46 },
    series: [
      { name: 'request', type: 'scatter', symbolSize: 5, itemStyle: { color: phaseColour('gateway'), opacity: 0.55 },
        data: sample.map((it) => ({ value: [it.output_tokens, it.value_ms], trace_id: it.trace_id })) },
      line('p50', 'p50_ms', 'solid'), line('p95', 'p95_ms', 'dashed')],
  };
}
