import { badge, clear, el, table } from '/pages/dom.js';
import { json, runPage, runPath } from '/pages/api.js';
import { amounts, boundOf, count, declared, faults, ms, rate, share, time, words } from '/pages/format.js';
import { facts, later, section } from '/pages/figure.js';
import { figures, requestsOf } from '/pages/figures.js';
import { tail } from '/pages/tail.js';
import { timeline } from '/pages/timeline.js';
import { distribution } from '/pages/distribution.js';
import { scatter } from '/pages/scatter.js';
import { slices } from '/pages/slices.js';
import { findings } from '/pages/findings.js';
import { loadFacts } from '/pages/load.js';
import { live } from '/pages/live.js';
import { budgetNames, clausesOn, verdictBanner, verdictOf } from '/pages/verdict.js';

/** Warnings that forbid a conclusion, as opposed to those that qualify a figure. */
const GRAVE = ['load_not_delivered', 'biased_join', 'mixed_roots', 'censored_tail', 'low_coverage', 'broken_propagation', 'other_run', 'empty_window'];

/** One screen to decide on. While the run is not finished it is drawn again as data comes in. */
export async function show(main, id) {
  document.title = `${id} – Tracejoin`;
  const run = await draw(main, id);
  if (run.state !== 'finished') {
    live(main, run, () => draw(main, id));
  }
}

async function draw(main, id) {
  const [run, report, names] = await Promise.all([json(runPath(id)), json(runPath(id, '/report')), budgetNames()]);
  const verdict = await verdictOf(run, names);
  clear(main).append(...page(run, report, verdict, names));
  main.querySelectorAll('.chart').forEach((it) => it.redraw());
  return run;
}

function page(run, report, verdict, names) {
  const id = run.run_id;
  return [
    head(run, report),
    el('div', { id: 'live' }),
    verdictBanner(run, verdict, names),
    warnings(report.warnings),
    tiles(run, report, verdict),
    report.findings.length > 0 ? section('findings', 'What moved within the run', findings(report.findings)) : '',
    section('figures', 'Where the time went', figures(id, report, verdict)),
    el('div', { class: 'charts' },
      section('tail', 'What the tail is made of', tail(report), el('p', {}, el('a', { href: runPath(id, '/report.svg') }, 'As a picture'))),
      section('timeline', 'Phases over time', later(timeline(id))),
      section('distribution', 'Distribution', distribution(id, report)),
      section('tokens', 'Total against output tokens', later(scatter(id)))),
    slices(id),
    el('div', { class: 'charts' },
      report.slo ? section('slo', 'Good requests', slo(report.slo)) : null,
      section('load', 'Load', loadFacts(report))),
    section('join', 'What was joined', joined(id, report)),
    section('conditions', 'Conditions', conditions(run, report)),
  ];
}

function head(run, report) {
  const stepped = run.kind === 'stepped' || run.load?.stages?.length > 0 || report.warnings.some((it) => it.code === 'mixed_steps');
  const links = [
    el('a', { href: runPage(run.run_id, '/requests') }, 'Requests'),
    stepped ? el('a', { href: runPage(run.run_id, '/steps') }, 'Steps') : null,
    el('a', { href: runPage(run.run_id, '/compare') }, 'Compare'),
    el('a', { href: runPath(run.run_id, '/report') }, 'JSON'),
  ].filter(Boolean);
  return el('div', { class: 'head' },
    el('h1', { class: 'long' }, run.run_id, ' ', badge(run.state, `state-${run.state}`)),
    run.name ? el('p', { class: 'lead' }, run.name) : null,
    el('p', { class: 'quiet' },
      report.revision > 0 ? `Revision ${report.revision} of ${time(report.computed_at)}` : `Live, as of ${time(report.computed_at)}; figures change until the run is finished`,
      links.map((it) => [' · ', it])));
}

function warnings(all) {
  return all.length === 0 ? '' : el('ul', { class: 'notices', 'aria-label': 'Warnings' },
    all.map((it) => el('li', { class: `notice ${GRAVE.includes(it.code) ? 'bad' : 'warn'}` }, el('strong', {}, words(it.code)), ` ${it.message}`)));
}

function tiles(run, report, verdict) {
  const { population, join, load, throughput, slo: good } = report;
  const tile = (title, value, note, href, measure) => {
    const clause = clausesOn(verdict, measure).find((it) => it.bound !== null);
    return el('a', { class: `tile ${clause ? clause.verdict : ''}`, href }, el('span', { class: 'quiet' }, title), el('span', { class: 'big' }, value),
      el('span', { class: 'quiet' }, clause ? `${note} · bound ${boundOf(clause.bound, clause.unit)}: ${clause.verdict}` : note));
  };
  const to = (parameters) => requestsOf(run.run_id, { window: 'true', ...parameters });
  const worst = Object.keys(population.errors)[0];
  const dropped = load?.dropped_iterations ?? null;
  return el('div', { class: 'tiles', role: 'group', 'aria-label': 'Key figures' },
    tile('Requests in the window', count(population.in_window), `of ${count(population.client_records)}`, to({})),
    tile('Error rate', faults(population.error_rate), Object.entries(population.errors).map(([code, n]) => `${count(n)} ${words(code)}`).join(', ') || 'no errors', to({ outcome: worst }), 'error_rate'),
    tile('Join coverage', share(join.coverage), `${count(join.unmatched_client)} unmatched`, to({ state: join.unmatched_client > 0 ? 'client_only' : 'matched' }), 'coverage'),
    tile('Throughput', rate(throughput.per_s), load?.target_per_s ? `${rate(load.delivered_per_s)} of ${rate(load.target_per_s)} promised delivered` : 'no load was promised', '#load'),
    good ? tile('Attainment', share(good.attainment), `${count(good.good)} good of ${count(good.sent)}`, '#slo', 'attainment') : null,
    tile('Dropped iterations', count(dropped), dropped === null ? 'not told by the generator' : load.iterations === null ? 'told by the generator' : `of ${count(load.iterations + dropped)}`, '#load', 'dropped_iterations'));
}

function slo(good) {
  return facts([
    ...Object.entries(good.clauses).map(([measure, bound]) => [measure, `at most ${boundOf(bound, 'ms')}`]),
    ['Answers of one token', `${good.single_token_tpot === 'fail' ? 'must meet' : 'need not meet'} a bound on tpot`],
    ['Good', `${count(good.good)} of ${count(good.sent)} sent`],
    ['Attainment', good.attainment === null ? 'no data' : `${share(good.attainment)} ${amounts(good.ci95, 'ratio')}`],
    ['Goodput', rate(good.goodput_per_s)],
    ['No request has', good.no_data.join(', ')],
  ]);
}

function joined(id, report) {
  const { join, population } = report;
  const reasons = Object.entries(join.reasons).map(([code, n]) => ({ code, n, href: requestsOf(id, { window: 'true', reason: code }) }));
  const odd = Object.entries(report.anomalies).map(([code, n]) => ({ code, n, href: requestsOf(id, { anomaly: code }) }));
  const counted = (caption, rows) => (rows.length === 0 ? null : table(caption, [
    { title: caption, cell: (it) => el('a', { href: it.href }, words(it.code)) },
    { title: 'Requests', number: true, cell: (it) => count(it.n) }], rows));
  return [el('div', { class: 'columns' },
    facts([
      ['Matched', count(join.matched)], ['Coverage of successes', share(join.coverage_success)],
      ['Never sent', join.never_sent || null], ['Not sampled', join.not_sampled || null],
      ['Collisions', join.collisions || null], ['Traces without a record', count(join.unmatched_server)], ['Cut off by the generator’s stop', join.interrupted || null],
      ['Record completeness', join.record_completeness === null ? null : share(join.record_completeness)],
      ['Before and after the window', `${count(population.excluded_by_window.before)} and ${count(population.excluded_by_window.after)}`],
    ]),
    counted('Why not matched', reasons), counted('Anomalies, whole run', odd)),
  join.bias ? el('p', {}, el('span', { class: 'quiet' }, 'Selection bias: '), bias(join.bias)) : null];
}

/** Whether the matched are the same kind of requests as those that lost their trace. */
function bias({ ks, p_value: p, matched, unmatched, biased, biased_at: at, matched_rank: ranks }) {
  if (ks === null) {
    return unmatched.n === 0 ? 'none is possible: every success has a usable trace' : 'cannot be told: one side is empty';
  }
  const rank = Object.entries(ranks).map(([q, value]) => `${q} at ${share(value)}`).join(', ');
  const sides = matched.p95_ms !== undefined && unmatched.p95_ms !== undefined ? `; p95 of ${count(matched.n)} matched ${ms(matched.p95_ms)} ms, of ${count(unmatched.n)} unmatched ${ms(unmatched.p95_ms)} ms` : '';
  return [badge(biased ? `biased${at.length > 0 ? ` at ${at.join(', ')}` : ''}` : 'none found', biased ? 'bad' : 'good'), ` KS ${ks}, p ${p}${sides}. Quantiles of all lie among the matched: ${rank}.`];
}

/** Where scenarios declare windows of their own: each, and what it leaves out. */
function scenarioWindow({ scenario, generator, from, to, excluded }) {
  const of = [scenario ?? 'other scenarios', generator].filter(Boolean).join(', ');
  const time = (it) => it.slice(11, 19);
  return [`Window of ${of}`, `${time(from)} to ${time(to)}; left out: ${count(excluded.before)} before, ${count(excluded.after)} after`];
}

function conditions(run, report) {
  const { window, sampling, mapping, tokens } = report;
  const load = run.load ?? {};
  return el('div', { class: 'columns' }, facts([
    ['Kind', run.kind], ['Endpoint', run.endpoint], ['Scenario commit', run.scenario_commit], ['Token profile', run.token_profile],
    ['Streaming', run.streaming === undefined ? null : run.streaming ? 'yes' : 'no'], ['Generator region', run.generator_region],
    ['Services', run.services?.join(', ')], ['Load', [load.model, load.arrival, load.executor, load.target_rate ? rate(load.target_rate) : null, load.vus ? `${load.vus} VUs` : null].filter(Boolean).join(', ')],
    ['Window', window.to_s === null ? 'no send times' : `${window.from_s} s to ${window.to_s} s after the first send`],
    ...window.generators.filter((it) => it.excluded).map(scenarioWindow),
    ['Sampling', `${sampling.policy ?? 'undeclared'}${sampling.ratio === null || sampling.ratio === undefined ? '' : `, ratio ${sampling.ratio}`}`],
    ['Mapping', `${mapping.name} v${mapping.version}`],
  ]), facts([
    ...Object.entries(run.conditions ?? {}).map(([name, value]) => [words(name), declared(value)]),
    ...Object.entries(run.labels ?? {}).map(([name, value]) => [`label ${name}`, value]),
    ['Input tokens, p50 / p95 / max', tokens?.input?.n > 0 ? `${count(tokens.input.p50)} / ${count(tokens.input.p95)} / ${count(tokens.input.max)}` : null],
    ['Output tokens, p50 / p95 / max', tokens?.output?.n > 0 ? `${count(tokens.output.p50)} / ${count(tokens.output.p95)} / ${count(tokens.output.max)}` : null],
    ['Cached prompt tokens', tokens?.cached ? `${share(tokens.cached.share)} of all, p50 ${count(tokens.cached.p50)} a request` : null],
    ['Output tokens a second', tokens?.output_tokens_per_s ? count(tokens.output_tokens_per_s) : null],
    ['Created', time(run.created_at)], ['Finished', run.finished_at ? `${time(run.finished_at)} by ${run.finished_by}` : null],
  ]));
}
