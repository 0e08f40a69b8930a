import { badge, el } from '/pages/dom.js';
import { count, interval, ms, rate, share, words } from '/pages/format.js';
import { facts } from '/pages/figure.js';

/** What was promised, what came of it, and what that says about the figures. */
export function loadFacts({ load, throughput, k6_summary: k6 }) {
  const seen = load?.observed;
  const users = load?.vus;
  return [
    el('p', { class: 'badges' }, (seen?.flags ?? []).map((it) => badge(words(it), 'warn'))),
    facts([
      ['Promised', load?.target_per_s ? `${rate(load.target_per_s)}, ${load.promised?.model ?? 'of no declared model'}` : load?.promised?.model ?? 'nothing'],
      ['Delivered', load?.delivered_per_s ? `${rate(load.delivered_per_s)}${load.target_per_s ? `, ${share(load.delivered_per_s / load.target_per_s)} of it` : ''}, counted from ${load.source}` : null],
      ['Offered', load?.offered_per_s ? rate(load.offered_per_s) : null],
      ['Iterations', load?.iterations ?? null ? `${count(load.iterations)}, ${count(load.dropped_iterations)} dropped` : null],
      ['Virtual users', users ? [users.used !== null ? `${count(users.used)} used` : null, users.allocated !== null ? `${count(users.allocated)} allocated` : null, users.promised !== null ? `${count(users.promised)} promised` : null].filter(Boolean).join(', ') : null],
      ['Sent', seen?.sent_per_s ? rate(seen.sent_per_s) : null],
      ['Completed', `${rate(throughput.per_s)}: ${count(throughput.completed)} in the window, ${count(throughput.excluded)} outside`],
      ['Under way', seen && seen.active_mean !== null ? `${ms(seen.active_mean)} on average, ${count(seen.active_max)} at most` : null],
      ['Behind schedule', seen?.schedule_lag.p95_ms !== undefined ? `p95 ${ms(seen.schedule_lag.p95_ms)} ms, p99 ${ms(seen.schedule_lag.p99_ms)} ms` : null],
      ['Little’s law', seen?.little ? `${count(seen.little.declared)} users declared, rate times time gives ${ms(seen.little.rate_times_wall)}` : null],
      ['Stationary', stationary(seen?.stationarity)],
      ['k6 thresholds', thresholds(k6)],
    ]),
  ];
}

function stationary(it) {
  return it ? `${it.stationary ? 'yes' : 'no'}: mean ${it.measure} of the first third ${ms(it.first_mean_ms)} ms, of the last ${ms(it.last_mean_ms)} ms ${it.ci95_ms.length > 0 ? interval(it.ci95_ms) : ''}` : null;
}

function thresholds(k6) {
  const failed = (k6?.thresholds ?? []).filter((it) => it.verdict.toLowerCase() !== 'passed');
  return k6 && k6.thresholds.length > 0 ? (failed.length === 0 ? `all ${count(k6.thresholds.length)} passed` : failed.map((it) => `${it.metric}: ${it.expression} ${words(it.verdict.toLowerCase())}`).join('; ')) : null;
}
