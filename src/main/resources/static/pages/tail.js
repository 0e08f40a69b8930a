import { el, table } from '/pages/dom.js';
import { chart } from '/pages/chart.js';
import { count, ms, share } from '/pages/format.js';
import { ADDENDS, phaseClass, phaseColour } from '/pages/phases.js';

/** Mean time by part of the requests around each quantile of the total: the bars add up. */
export function tail(report) {
  const bands = Object.entries(report.tail);
  if (bands.length === 0) {
    return el('p', { class: 'notice' }, 'Too few matched successes to explain a tail.');
  }
  const parts = ADDENDS.filter((it) => bands.some(([, band]) => band.mean_ms[it] !== undefined));
  return [
    chart(`Mean composition of the requests around ${bands.map(([name]) => name).join(', ')} of client_total`, parts, ({ top }) => option(bands, parts, top)),
    el('details', {}, el('summary', {}, 'As a table'), asTable(bands, parts)),
    grown(bands),
  ];
}

function option(bands, parts, top) {
  const drawn = [...bands].reverse();
  return {
    grid: { left: 44, right: 24, top, bottom: 44 },
    tooltip: { trigger: 'axis', axisPointer: { type: 'shadow' }, valueFormatter: (value) => `${ms(value)} ms` },
    xAxis: { type: 'value', name: 'ms, mean', nameGap: 28 },
    yAxis: { type: 'category', data: drawn.map(([name]) => name) },
    series: parts.map((part) => ({
      name: part, type: 'bar', stack: 'total', barWidth: '60%', itemStyle: { color: phaseColour(part) },
      data: drawn.map(([, band]) => band.mean_ms[part] ?? 0),
    })),
  };
}

function asTable(bands, parts) {
  return table('Mean milliseconds by part', [
    { title: 'Part', cell: (it) => [el('i', { class: `swatch ${phaseClass(it)}`, 'aria-hidden': 'true' }), it] },
    ...bands.flatMap(([name, band]) => [
      { title: name, number: true, cell: (it) => ms(it === 'client_total' ? band.client_total_ms : band.mean_ms[it]) },
      { title: 'share', number: true, cell: (it) => (it === 'client_total' ? `${count(band.n)} requests` : share((band.mean_ms[it] ?? 0) / band.client_total_ms)) }]),
  ], [...parts, 'client_total']);
}

function grown(bands) {
  const [first, last] = [bands[0], bands[bands.length - 1]];
  const growth = Object.entries(last[1].mean_ms).map(([part, value]) => [part, value - (first[1].mean_ms[part] ?? 0)]).sort((a, b) => b[1] - a[1])[0];
  const whole = last[1].client_total_ms - first[1].client_total_ms;
  return growth && growth[1] > 0 && whole > 0
    ? el('p', {}, `From ${first[0]} to ${last[0]} `, el('strong', {}, growth[0]), ` grows most: ${ms(growth[1])} of ${ms(whole)} ms.`) : null;
}
