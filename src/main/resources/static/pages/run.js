import { badge, clear, el, table } from '/pages/dom.js';
import { json, problemText, runPath } from '/pages/api.js';
import { count, faults, rate, share, time, words } from '/pages/format.js';
import { facts, later, section } from '/pages/figure.js';
import { figures, requestsOf } from '/pages/figures.js';
import { tail } from '/pages/tail.js';
import { timeline } from '/pages/timeline.js';
import { distribution } from '/pages/distribution.js';
import { scatter } from '/pages/scatter.js';
import { slices } from '/pages/slices.js';
import { budgetNames, clauseOf, verdictBanner, verdictOf } from '/pages/verdict.js';

/** Warnings that forbid a conclusion, as opposed to those that qualify a figure. */
const GRAVE = ['load_not_delivered', 'biased_join', 'mixed_roots', 'censored_tail', 'low_coverage', 'broken_propagation', 'other_run', 'empty_window'];

/** One screen to decide on. */
export async function show(main, id) {
  document.title = `${id} – Tracejoin`;
  const [run, report, names] = await Promise.all([json(runPath(id)), json(runPath(id, '/report')), budgetNames()]);
  const verdict = await verdictOf(id, names);
  clear(main).append(
    head(run, report),
    verdict ? verdictBanner(verdict, names) : '',
    warnings(report.warnings, verdict),
    tiles(run, report, verdict),
    section('figures', 'Where the time went', figures(id, report, verdict)),
    el('div', { class: 'charts' },
      section('tail', 'What the tail is made of', tail(report)),
      section('timeline', 'Phases over time', later(timeline(id, report), problemText)),
      section('distribution', 'Distribution', distribution(id, report)),
      section('tokens', 'Total against output tokens', later(scatter(id), problemText))),
    slices(id),
    section('join', 'What was joined', joined(id, report)),
    section('conditions', 'Conditions', conditions(run, report)));
  main.querySelectorAll('.chart').forEach((it) => it.redraw());
}

function head(run, report) {
  return el('div', { class: 'head' },
    el('h1', { class: 'long' }, run.run_id, ' ', badge(run.state, `state-${run.state}`)),
    run.name ? el('p', { class: 'lead' }, run.name) : null,
    el('p', { class: 'quiet' },
      report.revision > 0 ? `Revision ${report.revision} of ${time(report.computed_at)}` : `Live, as of ${time(report.computed_at)}; figures change until the run is finished`,
      ' · ', el('a', { href: `/runs/${encodeURIComponent(run.run_id)}/requests` }, 'Requests'),
      ' · ', el('a', { href: runPath(run.run_id, '/report') }, 'JSON'),
      run.state === 'finished' ? null : [' · ', el('button', { type: 'button', class: 'link', click: () => location.reload() }, 'Refresh')]));
}

function warnings(all, verdict) {
  const post = verdict?.budget?.post_hoc ? [{ code: 'post_hoc', message: 'The budget, or a declaration that decides, is younger than the data.' }] : [];
  const both = [...all, ...post];
  return both.length === 0 ? '' : el('ul', { class: 'notices', 'aria-label': 'Warnings' },
    both.map((it) => el('li', { class: `notice ${GRAVE.includes(it.code) ? 'bad' : 'warn'}` }, el('strong', {}, words(it.code)), ` ${it.message}`)));
}

function tiles(run, report, verdict) {
  const { population, join, load, throughput } = report;
  const tile = (title, value, note, href, measure) => {
    const clause = measure ? clauseOf(verdict, measure) : null;
    return el('a', { class: `tile ${clause ? clause.verdict : ''}`, href }, el('span', { class: 'quiet' }, title), el('span', { class: 'big' }, value),
      el('span', { class: 'quiet' }, clause ? `${note} · bound ${clause.bound}` : note));
  };
  const to = (parameters) => requestsOf(run.run_id, { window: 'true', ...parameters });
  const worst = Object.keys(population.errors)[0];
  return el('div', { class: 'tiles', role: 'group', 'aria-label': 'Key figures' },
    tile('Requests in the window', count(population.in_window), `of ${count(population.client_records)}`, to({})),
    tile('Error rate', faults(population.error_rate), Object.entries(population.errors).map(([code, n]) => `${count(n)} ${words(code)}`).join(', ') || 'no errors', to({ outcome: worst }), 'error_rate'),
    tile('Join coverage', share(join.coverage), `${count(join.unmatched_client)} unmatched`, to({ state: join.unmatched_client > 0 ? 'client_only' : 'matched' }), 'coverage'),
    tile('Throughput', rate(throughput.per_s), load?.target_per_s ? `${rate(load.delivered_per_s)} of ${rate(load.target_per_s)} promised delivered` : 'no load was promised', '#timeline'),
    tile('Dropped iterations', count(load?.dropped_iterations), load?.dropped_iterations === null || load === null ? 'not told by the generator' : `of ${count(load.iterations + load.dropped_iterations)}`, '#timeline', 'dropped_iterations'));
}

function joined(id, report) {
  const { join, population } = report;
  const reasons = Object.entries(join.reasons).map(([code, n]) => ({ code, n, href: requestsOf(id, { window: 'true', reason: code }) }));
  const odd = Object.entries(report.anomalies).map(([code, n]) => ({ code, n, href: requestsOf(id, { anomaly: code }) }));
  const counted = (caption, rows) => (rows.length === 0 ? null : table(caption, [
    { title: caption, cell: (it) => el('a', { href: it.href }, words(it.code)) },
    { title: 'Requests', number: true, cell: (it) => count(it.n) }], rows));
  return el('div', { class: 'columns' },
    facts([
      ['Matched', count(join.matched)], ['Coverage of successes', share(join.coverage_success)],
      ['Never sent', join.never_sent || null], ['Not sampled', join.not_sampled || null],
      ['Collisions', join.collisions || null], ['Traces without a record', count(join.unmatched_server)], ['Cut off by the generator’s stop', join.interrupted || null],
      ['Record completeness', join.record_completeness === null ? null : share(join.record_completeness)],
      ['Before and after the window', `${count(population.excluded_by_window.before)} and ${count(population.excluded_by_window.after)}`],
      ['Selection bias', join.bias ? `KS ${join.bias.ks}, p ${join.bias.p_value}${join.bias.biased ? ': biased' : ''}` : null],
    ]),
    counted('Why not matched', reasons), counted('Anomalies, whole run', odd));
}

function conditions(run, report) {
  const declared = { ...run.conditions };
  const { window, sampling, mapping, tokens } = report;
  const load = run.load ?? {};
  return el('div', { class: 'columns' }, facts([
    ['Kind', run.kind], ['Endpoint', run.endpoint], ['Scenario commit', run.scenario_commit], ['Token profile', run.token_profile],
    ['Streaming', run.streaming === undefined ? null : run.streaming ? 'yes' : 'no'], ['Generator region', run.generator_region],
    ['Services', run.services?.join(', ')], ['Load', [load.model, load.arrival, load.executor, load.target_rate ? rate(load.target_rate) : null, load.vus ? `${load.vus} VUs` : null].filter(Boolean).join(', ')],
    ['Window', window.to_s === null ? 'no send times' : `${window.from_s} s to ${window.to_s} s after the first send`],
    ['Sampling', `${sampling.policy ?? 'undeclared'}${sampling.ratio === null || sampling.ratio === undefined ? '' : `, ratio ${sampling.ratio}`}`],
    ['Mapping', `${mapping.name} v${mapping.version}`],
  ]), facts([
    ...Object.entries(declared).map(([name, value]) => [words(name), typeof value === 'object' ? JSON.stringify(value) : String(value)]),
    ...Object.entries(run.labels ?? {}).map(([name, value]) => [`label ${name}`, value]),
    ['Input tokens, p50 / p95 / max', tokens?.input ? `${count(tokens.input.p50)} / ${count(tokens.input.p95)} / ${count(tokens.input.max)}` : null],
    ['Output tokens, p50 / p95 / max', tokens?.output ? `${count(tokens.output.p50)} / ${count(tokens.output.p95)} / ${count(tokens.output.max)}` : null],
    ['Output tokens a second', tokens?.output_tokens_per_s ? count(tokens.output_tokens_per_s) : null],
    ['Created', time(run.created_at)], ['Finished', run.finished_at ? `${time(run.finished_at)} by ${run.finished_by}` : null],
  ]));
}
