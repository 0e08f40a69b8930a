import { badge, clear, el, table } from '/pages/dom.js';
import { json, text } from '/pages/api.js';
import { count, ms, share, time, words } from '/pages/format.js';
import { facts, later, section } from '/pages/figure.js';
import { ADDENDS, phaseClass } from '/pages/phases.js';
import { waterfall } from '/pages/waterfall.js';

/** One trace: what took the time, the waterfall, what is odd, and what to do. */
export async function show(main, id) {
  document.title = `Trace ${id.slice(0, 8)} – Tracejoin`;
  const path = `/api/v1/traces/${encodeURIComponent(id)}`;
  const trace = await json(path);
  clear(main).append(
    el('h1', { class: 'long' }, 'Trace ', el('code', {}, trace.trace_id)),
    ...trace.requests.map((request, i) => requestPart(request, trace, i)),
    section('preflight', 'The chain, link by link', later(json(`${path}/preflight`).then(links))),
    section('text', 'As text', later(text(path).then(copyable))));
}

function requestPart(request, trace, index) {
  const several = trace.requests.length > 1;
  return el('article', { 'aria-label': several ? `Request ${index + 1} of ${trace.requests.length}` : 'The request' },
    several ? el('h2', {}, `Request ${index + 1} of ${trace.requests.length}`) : null,
    headline(request),
    el('p', { class: 'badges' },
      badge(request.state, request.state === 'matched' ? 'good' : 'unsure'),
      request.reason ? badge(words(request.reason), 'unsure') : null,
      request.outcome ? badge(words(request.outcome), request.outcome === 'success' ? 'good' : 'bad') : null,
      Object.entries(request.dimensions).map(([name, value]) => badge(`${words(name)} ${value}`))),
    request.anomalies.length > 0 ? anomalies(request.anomalies) : null,
    waterfall(request, trace.spans ?? []),
    el('div', { class: 'columns' }, parts(request), moreFacts(request)));
}

/** The answer in a sentence: how long, what took most of it, and whom to ask. */
function headline(request) {
  const total = request.breakdown?.client_total_ms ?? request.client?.total_ms ?? null;
  const whole = total ?? request.breakdown?.server_root_ms ?? null;
  const most = request.largest_part;
  const took = total === null ? whole === null ? 'No duration is known.' : `The server took ${ms(whole)} ms; no client record says what the client saw.`
    : `The client waited ${ms(total)} ms.`;
  return el('p', { class: 'headline' }, took,
    most && whole > 0 ? [' Most of it, ', el('strong', {}, `${ms(most.ms)} ms (${Math.round((100 * most.ms) / whole)} %)`), ', was ',
      el('strong', { class: `ink ${phaseClass(most.measure)}` }, most.measure), `. Ask: ${most.owner}.`] : null,
    !request.breakdown ? ' No server root was found for it, so its time cannot be split: see the chain below.' : null);
}

function anomalies(all) {
  return el('ul', { class: 'notices', 'aria-label': 'Anomalies' },
    all.map((it) => el('li', { class: 'notice warn' }, el('strong', {}, words(it.code)), ` ${it.message}`)));
}

/** What the total is made of: the parts add up. */
function parts(request) {
  const breakdown = request.breakdown;
  if (!breakdown) {
    return null;
  }
  const whole = breakdown.network_envelope_ms === null ? breakdown.server_root_ms : breakdown.client_total_ms;
  const of = { ...breakdown.phases, network_envelope: breakdown.network_envelope_ms, unattributed: breakdown.unattributed_ms };
  const rows = ADDENDS.filter((it) => of[it] !== undefined && of[it] !== null)
    .map((it) => ({ name: it, value: of[it], raw: breakdown.raw_phases[it] }));
  const inside = ['prefill', 'decode'].filter((it) => of[it] !== undefined)
    .map((it) => ({ name: it, value: of[it], raw: breakdown.raw_phases[it], inside: true }));
  rows.splice(rows.findIndex((it) => it.name === 'generation') + 1, 0, ...inside);
  return el('section', { 'aria-label': 'Breakdown' }, el('h3', {}, 'Where the time went'),
    table('Exclusive time by phase', [
      { title: 'Part', cell: (it) => [el('i', { class: `swatch ${phaseClass(it.name)}`, 'aria-hidden': 'true' }), it.inside ? `in generation: ${it.name}` : it.name] },
      { title: 'ms', number: true, cell: (it) => ms(it.value) },
      { title: 'Share', number: true, cell: (it) => (whole > 0 ? share(it.value / whole) : '–') },
      { title: 'Own spans, ms', number: true, hint: 'Sum of the durations of the phase’s own spans, overlaps and all', cell: (it) => ms(it.raw) },
    ], rows, { class: 'figures' }),
    el('p', { class: 'quiet' }, `Together ${ms(whole)} ms: ${breakdown.network_envelope_ms === null ? 'server_root' : 'client_total'}.`));
}

function moreFacts(request) {
  const breakdown = request.breakdown ?? request.client_measures ?? {};
  const client = request.client ?? {};
  const tokens = (side) => (side ? [side.client === null ? null : `${count(side.client)} (client)`, side.server === null ? null : `${count(side.server)} (server)`].filter(Boolean).join(', ') : null);
  const known = (name) => (breakdown[name] === null || breakdown[name] === undefined ? null : `${ms(breakdown[name])} ms`);
  return el('section', { 'aria-label': 'Facts' }, el('h3', {}, 'Facts'), facts([
    ['Run', request.run_id ? [el('a', { href: `/runs/${encodeURIComponent(request.run_id)}` }, request.run_id), ' ',
      el('a', { href: `/runs/${encodeURIComponent(request.run_id)}/requests` }, 'its requests')] : null],
    ['Sent', client.sent_at ? time(client.sent_at) : null],
    ['Status', client.status ?? client.error_code],
    ['Setup before it', known('client_setup_ms')],
    ['Late against the plan', known('schedule_lag_ms')],
    ['First token at the client', known('client_ttft_ms') ? `${known('client_ttft_ms')} (${breakdown.client_ttft_kind})` : null],
    ['First token at the server', known('server_ttft_ms') ? `${known('server_ttft_ms')} (${breakdown.server_ttft_kind})` : null],
    ['Time per output token', known('tpot_ms') ?? known('tpot_estimate_ms')],
    ['Generation per output token', breakdown.generation_ms_per_output_token ? `${ms(breakdown.generation_ms_per_output_token)} ms` : null],
    ['Input tokens', tokens(breakdown.input_tokens)],
    ['Cached prompt tokens', tokens(breakdown.cached_tokens)],
    ['Output tokens', tokens(breakdown.output_tokens)],
    ['Hops', request.hops > 1 ? request.hops : null],
    ['Attempts', breakdown.attempts > 1 ? breakdown.attempts : null],
    ['Mapping', `${request.mapping.name} v${request.mapping.version}`],
  ]));
}

const LINK = { ok: ['✓', 'good'], missing: ['–', 'unsure'], broken: ['✕', 'bad'] };

function links(preflight) {
  return [
    el('p', {}, preflight.ready ? 'The chain is whole.' : 'The chain is not whole: what is not ok comes with what to do.'),
    el('ol', { class: 'links' }, preflight.links.map((it) => el('li', { class: LINK[it.state][1] },
      badge(`${LINK[it.state][0]} ${it.state}`, LINK[it.state][1]), ' ',
      el('strong', {}, words(it.link)), it.required ? '' : ' (not required)', ` – ${it.detail}`,
      it.action ? el('span', { class: 'block action' }, `To do: ${it.action}`) : null))),
  ];
}

function copyable(report) {
  const said = el('span', { role: 'status' });
  const block = el('pre', { class: 'command', tabindex: '0' }, report);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(report);
      said.textContent = ' Copied.';
    } catch {
      // Without HTTPS browsers give no clipboard: the text is marked, ready to be copied by hand.
      getSelection().selectAllChildren(block);
      said.textContent = ' Marked: copy it with Ctrl+C.';
    }
  };
  return [block, el('p', {}, el('button', { type: 'button', click: copy }, 'Copy'), said)];
}
