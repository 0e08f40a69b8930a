import { badge, clear, el, table } from '/pages/dom.js';
import { here, json, query, runPage, runPath } from '/pages/api.js';
import { count, interval, ms, rate, share, time, words } from '/pages/format.js';
import { facts, section } from '/pages/figure.js';
import { requestsOf } from '/pages/figures.js';
import { findings } from '/pages/findings.js';
import { chart } from '/pages/chart.js';
import { phaseColour } from '/pages/phases.js';

const LINES = [['client_total', 'p50', 'dashed'], ['client_total', 'p95', 'solid'], ['gpu_queue', 'p95', 'solid']];

/** A run step by step: what it carries, and from which step on no more. */
export async function show(main, run) {
  document.title = `Steps of ${run} – Tracejoin`;
  const attainment = new URLSearchParams(location.search).get('attainment');
  const answer = await json(runPath(run, `/steps${query({ attainment })}`));
  clear(main).append(
    el('p', { class: 'crumbs' }, el('a', { href: runPage(run) }, run)),
    el('h1', {}, 'Steps'),
    el('p', { class: 'quiet' }, `As of ${time(answer.computed_at)} · `, el('a', { href: runPath(run, `/steps${query({ attainment })}`) }, 'JSON')));
  if (answer.steps.length === 0) {
    main.append(el('p', { class: 'notice' }, 'Neither the records nor the declared stages tell of steps. A record may carry step; a run may declare load.stages.'));
    return;
  }
  main.append(...page(run, answer, attainment));
  main.querySelectorAll('.chart').forEach((it) => it.redraw());
}

function page(run, answer, attainment) {
  const { steps, knee } = answer;
  return [
    summary(answer, attainment),
    el('div', { class: 'charts' },
      section('throughput', 'Throughput over offered rate', chart(`Completed a second over the delivered rate of ${count(steps.length)} steps`, ['completed', 'delivered'], ({ top }) => rates(answer, top))),
      section('latency', 'Latency over offered rate', chart('p50 and p95 of client_total and p95 of gpu_queue over the delivered rate', lines(steps).map(([measure, q]) => `${measure} ${q}`), ({ top }) => latency(answer, top)))),
    section('table', 'Step by step', list(run, steps, knee)),
    answer.findings.length > 0 ? section('findings', 'What moved from step to step', findings(answer.findings)) : '',
  ];
}

function summary({ capacity, knee, steps }, attainment) {
  const reasons = { no_slo: 'the run declares no slo', no_data: 'no request has what the slo asks for' };
  return section('capacity', 'Capacity', facts([
    ['Carries for sure', capacity.reason ? `not judged: ${reasons[capacity.reason] ?? words(capacity.reason)}` : capacity.last_pass === null ? 'not even the first step' : rate(capacity.last_pass)],
    ['Fails for sure', capacity.reason ? null : capacity.first_fail === null ? 'no step' : `from ${rate(capacity.first_fail)}`],
    ['Knee', knee ? `step ${knee.step}, at ${rate(rateOf(steps.find((it) => it.index === knee.step)))}: ${knee.message}` : steps.some((it) => it.over_capacity) ? 'none found before the step that is over capacity' : 'none: every step is carried'],
  ]), capacity.reason ? null : el('form', { class: 'filters', 'aria-label': 'Attainment', submit: (event) => { event.preventDefault(); location.assign(here({ attainment: event.target.elements.attainment.value })); } },
    el('label', { class: 'choice' }, el('span', {}, 'Share of requests that must be good'), el('input', { name: 'attainment', inputmode: 'decimal', value: attainment ?? capacity.target })),
    el('button', { type: 'submit' }, 'Judge')));
}

/** The load that was offered: what was delivered, else what was meant. */
function rateOf(step) {
  return step?.delivered_rate ?? step?.target_rate ?? null;
}

function figure(step, measure) {
  return step.phases.find((it) => it.measure === measure);
}

function lines(steps) {
  return LINES.filter(([measure]) => steps.some((it) => figure(it, measure)));
}

/** Capacity and knee as upright lines; what meets at one rate has one label. */
function marks({ capacity, knee, steps }) {
  const at = knee ? rateOf(steps.find((it) => it.index === knee.step)) : null;
  const all = [[capacity.last_pass, 'last pass', 'generation'], [capacity.first_fail, 'first fail', 'provider_request'], [at, 'knee', 'server_root']].filter(([x]) => x !== null && x !== undefined);
  const label = (x) => all.filter((it) => it[0] === x).map((it) => it[1]).join(', ');
  const data = all.filter(([x], i) => all.findIndex((it) => it[0] === x) === i).map(([x, , part]) => ({
    xAxis: x, label: { formatter: label(x), color: phaseColour('client_total') }, lineStyle: { color: phaseColour(part) } }));
  return { symbol: 'none', silent: true, label: { position: 'end', fontSize: 11 }, lineStyle: { type: 'dashed', width: 1.5 }, data };
}

function drawing(top, unit, series) {
  return {
    grid: { left: 64, right: 34, top: top + 22, bottom: 44 },
    tooltip: { trigger: 'axis', valueFormatter: (value) => (value === null || value === undefined ? '–' : ms(value)) },
    xAxis: { type: 'value', name: 'delivered a second', nameGap: 28, min: 0, max: ({ max }) => Math.ceil(max * 1.1) },
    yAxis: { type: 'value', name: unit, nameGap: 46, min: 0 },
    series,
  };
}

function line(name, colour, type, data, more = {}) {
  return { name, type: 'line', symbolSize: 7, lineStyle: { width: 2, type, color: colour }, itemStyle: { color: colour }, data, ...more };
}

function rates(answer, top) {
  const points = answer.steps.filter((it) => rateOf(it) !== null).sort((a, b) => rateOf(a) - rateOf(b));
  return drawing(top, 'completed a second', [
    line('completed', phaseColour('client_total'), 'solid', points.map((it) => [rateOf(it), it.throughput]), { markLine: marks(answer) }),
    line('delivered', phaseColour('network_envelope'), 'dotted', points.map((it) => [rateOf(it), rateOf(it)]), { showSymbol: false })]);
}

function latency(answer, top) {
  const points = answer.steps.filter((it) => rateOf(it) !== null).sort((a, b) => rateOf(a) - rateOf(b));
  return drawing(top, 'ms', lines(answer.steps).map(([measure, q, type], i) =>
    line(`${measure} ${q}`, phaseColour(measure), type, points.map((it) => [rateOf(it), figure(it, measure)?.[`${q}_ms`] ?? null]), i === 0 ? { markLine: marks(answer) } : {})));
}

function list(run, steps, knee) {
  const p95 = (measure) => (it) => {
    const found = figure(it, measure);
    return found ? [el('a', { href: requestsOf(run, { step: it.index, sort: measure, min_ms: found.p95_ms, order: 'asc', outcome: 'success' }) }, ms(found.p95_ms)), el('span', { class: 'quiet block' }, interval(found.ci95.p95_ms))] : '–';
  };
  const known = ['client_total', 'gpu_queue', 'generation'].filter((measure) => steps.some((it) => figure(it, measure)));
  return table('Steps', [
    { title: 'Step', cell: (it) => [`${it.index} `, knee?.step === it.index ? badge('knee', 'warn') : null, el('span', { class: 'quiet block' }, `${ms(it.from_s)} to ${ms(it.to_s)} s`)] },
    { title: 'Target', number: true, cell: (it) => (it.target_rate !== null ? rate(it.target_rate) : it.target_vus !== null ? `${it.target_vus} VUs` : '–') },
    { title: 'Delivered', number: true, cell: (it) => [rate(it.delivered_rate), el('span', { class: 'quiet block' }, `${count(it.delivered)} of ${count(it.sent)}`)] },
    { title: 'Completed', number: true, cell: (it) => [rate(it.throughput), el('span', { class: 'quiet block' }, count(it.completed))] },
    { title: 'Attainment', number: true, cell: (it) => [share(it.attainment), it.slo?.ci95 ? el('span', { class: 'quiet block' }, `[${share(it.slo.ci95[0])}, ${share(it.slo.ci95[1])}]`) : null] },
    { title: 'Capacity', cell: (it) => (it.over_capacity === null ? '–' : it.over_capacity ? badge('over', 'bad') : 'within') },
    ...known.map((measure) => ({ title: `${measure} p95, ms`, number: true, cell: p95(measure) })),
    { title: 'Queue, a second', number: true, hint: 'Change of the queue within the step', cell: (it) => (it.queue ? [`${it.queue.slope_per_s > 0 ? '+' : ''}${ms(it.queue.slope_per_s)}${it.queue.measure === 'gpu_queue' ? ' ms' : ''}`, el('span', { class: 'quiet block' }, interval(it.queue.slope_ci95))] : '–') },
  ], steps, { class: 'figures steps' });
}
