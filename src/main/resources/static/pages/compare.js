import { badge, choice, clear, el, table } from '/pages/dom.js';
import { here, json, query, runPage, runPath } from '/pages/api.js';
import { change, count, declared, interval, ms, rate, share, time, words } from '/pages/format.js';
import { section } from '/pages/figure.js';
import { findings } from '/pages/findings.js';
import { chart } from '/pages/chart.js';
import { ADDENDS, phaseClass, phaseColour } from '/pages/phases.js';

const FILTERS = ['model', 'pool', 'priority', 'provider', 'route', 'region', 'scenario', 'endpoint'];
const LISTED = 50;

/** A run against a baseline, or the choice of one. */
export async function show(main, run, baseline) {
  document.title = baseline ? `${run} against ${baseline} – Tracejoin` : `Compare ${run} – Tracejoin`;
  const crumbs = el('p', { class: 'crumbs' }, el('a', { href: runPage(run) }, run));
  if (!baseline) {
    clear(main).append(crumbs, el('h1', {}, 'Compare with'), ...await chooser(run));
    return;
  }
  const asked = Object.fromEntries(new URLSearchParams(location.search));
  const answer = await json(runPath(run, `/compare/${encodeURIComponent(baseline)}${query(asked)}`));
  clear(main).append(crumbs, ...page(answer, asked));
  main.querySelectorAll('.chart').forEach((it) => it.redraw());
}

/** The runs to choose from: those of the same group first. */
async function chooser(id) {
  const q = new URLSearchParams(location.search).get('q') ?? '';
  const [run, { runs }] = await Promise.all([json(runPath(id)), json(`/api/v1/runs${query({ q, limit: LISTED + 1 })}`)]);
  const group = run.labels?.group;
  const near = (it) => (group && it.labels?.group === group ? 0 : it.kind === run.kind ? 1 : 2);
  const others = runs.filter((it) => it.run_id !== id).sort((a, b) => near(a) - near(b)).slice(0, LISTED);
  return [
    el('form', { class: 'filters', role: 'search', 'aria-label': 'Runs to compare with' },
      el('label', { class: 'choice' }, el('span', {}, 'Run, name or label'), el('input', { name: 'q', type: 'search', value: q, autocomplete: 'off' })),
      el('button', { type: 'submit' }, 'Search')),
    others.length === 0 ? el('p', { class: 'notice' }, 'There is no other run like that.') : table('Baselines to choose from', [
      { title: 'Baseline', class: 'name', cell: (it) => [el('a', { href: runPage(id, `/compare/${encodeURIComponent(it.run_id)}`) }, it.run_id), it.name ? el('span', { class: 'quiet block' }, it.name) : null] },
      { title: 'State', cell: (it) => badge(it.state, `state-${it.state}`) },
      { title: 'Group', cell: (it) => it.labels?.group ?? '–' },
      { title: 'p95 of total, ms', number: true, cell: (it) => ms(it.summary?.p95_ms) },
      { title: 'Started', class: 'date', cell: (it) => time(it.created_at) },
    ], others, { class: 'runs' })];
}

function page(answer, asked) {
  const { run_id: run, baseline_run_id: baseline } = answer;
  const moved = answer.phases.filter((it) => it.moved);
  return [
    el('h1', { class: 'long' }, run, ' against ', el('a', { href: runPage(baseline) }, baseline)),
    el('p', { class: 'quiet' }, `As of ${time(answer.computed_at)}; successes of both, by exact quantiles. Throughput ${rate(answer.throughput.baseline)} to ${rate(answer.throughput.run)}, coverage ${share(answer.coverage.baseline)} and ${share(answer.coverage.run)}${answer.cached_share.baseline === null && answer.cached_share.run === null ? '' : `, cached prompt tokens ${share(answer.cached_share.baseline)} and ${share(answer.cached_share.run)}`}.`,
      ' ', el('a', { href: runPage(run, '/compare') }, 'Another baseline'), ' · ',
      el('a', { href: runPage(baseline, `/compare/${encodeURIComponent(run)}`) }, 'The other way round')),
    el('p', { class: 'headline' }, moved.length === 0 ? 'Nothing moved for sure.' : ['Moved: ', moved.map((it, i) => [i > 0 ? ', ' : '', el('strong', {}, named(it))]), '.']),
    el('p', { class: 'quiet' }, 'Moved is what shifts in p95 and mean the same way, each by more than 5 % and 1 ms, with both 99.9 % intervals beyond 0. Shown are 95 % intervals.'),
    section('changed', 'What differs between the runs', changed(answer)),
    answer.notes.length > 0 ? el('ul', { class: 'notices', 'aria-label': 'Notes' }, answer.notes.map((it) => el('li', { class: 'notice warn' }, el('strong', {}, words(it.code)), ` ${it.message}`))) : '',
    section('findings', 'Findings', answer.findings.length > 0 ? findings(answer.findings) : el('p', {}, 'No rule fires.')),
    section('phases', 'Phases', filters(asked, answer.where), shifts(answer.phases, 'Phases in both runs'), repeats(answer.repeats)),
    ...answer.slices.map((it) => section(`slice-${it.value}`, `${words(it.dimension)} ${it.value}`, shifts(it.phases, `Phases of ${it.value}`))),
    section('tail', 'What the difference of the tails is made of', tails(answer)),
    answer.capacity ? section('capacity', 'Capacity', capacity(answer.capacity)) : '',
  ];
}

function named(phase) {
  return phase.kind ? `${phase.measure} (${words(phase.kind)})` : phase.measure;
}

function changed({ conditions_changed: all, confounded }) {
  if (all.length === 0) {
    return el('p', {}, 'Nothing that was declared, nor the mapping.');
  }
  return [
    confounded ? el('p', { class: 'notice bad' }, el('strong', {}, 'confounded'), ' More than one factor changed: no shift has one cause.') : null,
    table('Declared fields that differ', [
      { title: 'Field', class: 'name', cell: (it) => it.field },
      { title: 'Baseline', class: 'text', cell: (it) => declared(it.baseline) },
      { title: 'Run', class: 'text', cell: (it) => declared(it.run) },
    ], all)];
}

function filters(asked, where) {
  const go = (name) => (value) => location.assign(here({ ...asked, [name]: value }));
  const chosen = FILTERS.filter((it) => asked[it]);
  return el('form', { class: 'filters', 'aria-label': 'Slices', submit: (event) => event.preventDefault() },
    choice('By slice', [['', 'none'], ...FILTERS.map((it) => [it, words(it)])], asked.slice, go('slice')),
    chosen.map((it) => el('button', { type: 'button', class: 'chip', click: () => go(it)('') }, `${words(it)} ${asked[it]} ✕`)),
    where ? el('p', { class: 'quiet' }, `Only ${where}`) : null);
}

function shifts(phases, caption) {
  const side = (figures) => (figures ? [ms(figures.p95_ms), el('span', { class: 'quiet block' }, `p50 ${ms(figures.p50_ms)}`)] : '–');
  return table(caption, [
    { title: 'Measure', cell: (it) => [el('i', { class: `swatch ${phaseClass(it.measure)}`, 'aria-hidden': 'true' }), named(it), it.owner ? el('span', { class: 'quiet block' }, it.owner) : null] },
    { title: 'Moved', cell: (it) => (it.moved ? badge(it.shift.p95_ms > 0 ? '▲ up' : '▼ down', it.shift.p95_ms > 0 ? 'bad' : 'good') : it.shift ? unmoved(it) : 'only in one') },
    { title: 'Baseline p95, ms', number: true, cell: (it) => side(it.baseline) },
    { title: 'Run p95, ms', number: true, cell: (it) => side(it.run) },
    { title: 'Shift of p95, ms', number: true, hint: 'With the 95 % interval of the block bootstrap', cell: (it) => shift(it.shift, 'p95_ms') },
    { title: 'Shift of p50, ms', number: true, cell: (it) => shift(it.shift, 'p50_ms') },
    { title: 'Shift of mean, ms', number: true, cell: (it) => shift(it.shift, 'mean_ms') },
    ...(phases.some((it) => it.shift?.noise_floor_ms) ? [{ title: 'Noise floor, ms', number: true, hint: 'How far p95 of repeats lies apart', cell: (it) => ms(it.shift?.noise_floor_ms?.p95_ms) }] : []),
    { title: 'n', number: true, cell: (it) => [count(it.baseline?.n), el('span', { class: 'quiet block' }, count(it.run?.n))] },
  ], phases, { class: 'figures' });
}

/** A large shift that chance may have made is not the same as none. */
function unmoved({ shift: { p95_ms: by, ci95 }, baseline }) {
  const [low, high] = ci95.p95_ms ?? [0, 0];
  const large = Math.abs(by) > Math.max(1, 0.05 * baseline.p95_ms);
  return large && (low > 0 || high < 0) ? badge('not sure', 'unsure') : el('span', { class: 'quiet' }, 'stable');
}

function shift(it, figure) {
  return it ? [change(it[figure]), el('span', { class: 'quiet block' }, interval(it.ci95[figure]))] : '–';
}

function repeats(both) {
  const list = (name, runs) => (runs.length > 0 ? ` ${name} ${runs.join(', ')}.` : '');
  return both ? el('p', { class: 'quiet' }, 'Noise floor from repeats.', list('Baseline:', both.baseline), list('Run:', both.run)) : null;
}

function tails({ tail, baseline_run_id: baseline, run_id: run }) {
  const bands = Object.entries(tail);
  if (bands.length === 0) {
    return el('p', { class: 'notice' }, 'Too few matched successes to explain a tail.');
  }
  const parts = ADDENDS.filter((part) => bands.some(([, band]) => band.parts[part]));
  return [
    ...bands.filter(([, band]) => band.explains).map(([name, band]) => el('p', {}, `Around ${name} the run takes ${change(band.difference_ms)} ms: most of it `, el('strong', {}, band.explains), `, ${change(band.parts[band.explains].difference_ms)} ms.`)),
    chart(`Mean composition around each quantile of client_total, of ${baseline} and of ${run}`, parts, ({ top }) => option(bands, parts, top)),
    table('Mean milliseconds by part', [
      { title: 'Part', cell: (it) => [el('i', { class: `swatch ${phaseClass(it)}`, 'aria-hidden': 'true' }), it] },
      ...bands.flatMap(([name, band]) => [
        { title: `${name} baseline`, number: true, cell: (it) => ms(it === 'client_total' ? band.baseline_ms : band.parts[it]?.baseline_ms) },
        { title: `${name} run`, number: true, cell: (it) => ms(it === 'client_total' ? band.run_ms : band.parts[it]?.run_ms) },
        { title: 'change', number: true, cell: (it) => change(it === 'client_total' ? band.difference_ms : band.parts[it]?.difference_ms) }]),
    ], [...parts, 'client_total'])];
}

function option(bands, parts, top) {
  const rows = [...bands].reverse().flatMap(([name, band]) => [[`${name} run`, band, 'run_ms'], [`${name} baseline`, band, 'baseline_ms']]);
  return {
    grid: { left: 92, right: 24, top, bottom: 44 },
    tooltip: { trigger: 'axis', axisPointer: { type: 'shadow' }, valueFormatter: (value) => `${ms(value)} ms` },
    xAxis: { type: 'value', name: 'ms, mean', nameGap: 28 },
    yAxis: { type: 'category', data: rows.map(([name]) => name) },
    series: parts.map((part) => ({
      name: part, type: 'bar', stack: 'total', barWidth: '60%', itemStyle: { color: phaseColour(part) },
      data: rows.map(([, band, side]) => band.parts[part]?.[side] ?? 0),
    })),
  };
}

function capacity({ baseline, run, last_pass_change: moved }) {
  return table('Capacity', [
    { title: 'Of', cell: (it) => it[0] },
    { title: 'Last rate that passes', number: true, cell: (it) => rate(it[1].last_pass) },
    { title: 'First rate that fails', number: true, cell: (it) => rate(it[1].first_fail) },
    { title: 'Change', number: true, cell: (it) => (it[0] === 'run' && moved !== null ? `${moved > 0 ? '+' : ''}${rate(moved)}` : '') },
  ], [['baseline', baseline], ['run', run]]);
}
