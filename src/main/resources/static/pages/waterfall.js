import { el } from '/pages/dom.js';
import { ms } from '/pages/format.js';
import { phaseClass } from '/pages/phases.js';

const MOST_ROWS = 1000;
const DEEPEST_INDENT = 12;

/**
 * The client's bar, the spans as a tree, and under them what each instant was charged to, on one scale
 * of milliseconds since the root's start.
 */
export function waterfall(request, spans) {
  const rows = flat(spans);
  const root = rows.find((it) => it.span.span_id === request.root_span_id);
  const origin = root?.span.start_offset_ms ?? 0;
  const own = rows.slice(0, MOST_ROWS).map((it) => ({ ...it, from: it.span.start_offset_ms - origin }));
  placeForeign(own);
  const client = clientBar(request);
  const scale = scaleOf(own, client, request.attribution ?? []);
  if (scale.length <= 0) {
    return null;
  }
  return el('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Waterfall' },
    el('table', { class: 'waterfall' },
      el('caption', {}, root ? 'Waterfall: milliseconds since the root started' : 'Waterfall: milliseconds; client and spans have no common start'),
      el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, 'Span'), el('th', { scope: 'col', class: 'number' }, 'ms'),
        el('th', { scope: 'col' }, ticks(scale)))),
      el('tbody', {},
        client ? clientRow(client, scale) : null,
        own.map((it) => spanRow(it, scale, request.root_span_id)),
        request.attribution ? attributionRow(request.attribution, scale) : null)),
    rows.length > MOST_ROWS ? el('p', { class: 'quiet' }, `${rows.length - MOST_ROWS} more spans are not drawn; the JSON has them.`) : null);
}

/** Parents first. Without recursion: a trace may be as deep as it likes. */
function flat(spans) {
  const found = [];
  const open = spans.map((span) => ({ span, depth: 0, parent: null })).reverse();
  while (open.length > 0) {
    const next = open.pop();
    found.push(next);
    open.push(...next.span.children.map((span) => ({ span, depth: next.depth + 1, parent: next })).reverse());
  }
  return found;
}

/**
 * A child that lies wholly outside its parent was stamped by another clock: it is drawn in its parent's
 * middle, as the attribution places it, with what hangs below.
 */
function placeForeign(rows) {
  const shifts = new Map();
  const placed = new Map();
  for (const row of rows) {
    const above = row.parent && placed.get(row.parent.span);
    let shift = (row.parent && shifts.get(row.parent.span)) ?? 0;
    const end = row.from + shift + row.span.duration_ms;
    if (above && (end < above.from || row.from + shift > above.from + above.length)) {
      shift = above.from + (above.length - row.span.duration_ms) / 2 - row.from;
      row.moved = true;
    }
    row.from += shift;
    shifts.set(row.span, shift);
    placed.set(row.span, { from: row.from, length: row.span.duration_ms });
  }
}

/** Both ways share the envelope: how much is before the root nobody knows, so the root is centred. */
function clientBar(request) {
  const of = request.breakdown ?? request.client_measures ?? {};
  const total = of.client_total_ms ?? request.client?.total_ms ?? null;
  if (total === null) {
    return null;
  }
  const server = request.breakdown?.server_root_ms ?? null;
  const start = server === null ? 0 : -Math.max(0, total - server) / 2;
  return { start, total, server, setup: of.client_setup_ms ?? 0, ttft: of.client_ttft_ms ?? null, ttftKind: of.client_ttft_kind };
}

function scaleOf(rows, client, attribution) {
  const starts = [0, ...rows.map((it) => it.from)];
  const ends = [...rows.map((it) => it.from + it.span.duration_ms), ...attribution.map((it) => it.start_offset_ms + it.duration_ms)];
  if (client) {
    starts.push(client.start - client.setup);
    ends.push(client.start + client.total);
  }
  const from = starts.reduce((a, b) => Math.min(a, b));
  return { from, length: ends.reduce((a, b) => Math.max(a, b), 0) - from };
}

function bar(scale, from, length, classes, title) {
  const element = el('span', { class: `bar-part ${classes}`, title });
  element.style.left = `${(100 * (from - scale.from)) / scale.length}%`;
  element.style.width = `${(100 * length) / scale.length}%`;
  return element;
}

function row(name, length, drawn, classes) {
  return el('tr', { class: classes }, el('th', { scope: 'row' }, name), el('td', { class: 'number' }, ms(length)),
    el('td', { class: 'track' }, el('div', { class: 'lane' }, drawn)));
}

function clientRow(client, scale) {
  const half = client.server === null ? 0 : Math.max(0, client.total - client.server) / 2;
  const envelope = client.server === null ? [bar(scale, client.start, client.total, 'phase-client_total', `client_total ${ms(client.total)} ms`)] : [
    bar(scale, client.start, half, 'phase-network_envelope', `network_envelope: ${ms(2 * half)} ms in all, drawn half before and half after the root`),
    bar(scale, client.start + half, client.total - 2 * half, 'phase-server_root', `server_root ${ms(client.server)} ms`),
    bar(scale, client.start + client.total - half, half, 'phase-network_envelope', `network_envelope: ${ms(2 * half)} ms in all`)];
  const notes = [client.setup > 0 ? `setup ${ms(client.setup)}` : null, client.server === null ? null : `envelope ${ms(client.total - client.server)}`,
    client.ttft === null ? null : `first ${client.ttftKind === 'first_byte' ? 'byte' : client.ttftKind} ${ms(client.ttft)}`].filter(Boolean);
  return row(['Client', notes.length > 0 ? el('span', { class: 'quiet block' }, notes.join(', ')) : null], client.total, [
    client.setup > 0 ? bar(scale, client.start - client.setup, client.setup, 'phase-client_setup', `client_setup ${ms(client.setup)} ms`) : null,
    envelope,
    client.ttft === null ? null : bar(scale, client.start + client.ttft, 0, 'mark', `client_ttft ${ms(client.ttft)} ms`)], 'client');
}

function spanRow(it, scale, rootId) {
  const { span } = it;
  const name = el('span', { class: 'span-name' }, span.name,
    el('span', { class: 'quiet' }, ` ${span.service}${span.span_id === rootId ? ' · root' : ''}${span.phase ? ` · ${span.phase}` : ''}`));
  name.style.paddingInlineStart = `${0.9 * Math.min(it.depth, DEEPEST_INDENT)}rem`;
  const title = `${span.name}: ${ms(span.start_offset_ms)} + ${ms(span.duration_ms)} ms, ${span.kind}, ${span.status}${it.moved ? '; stamped by another clock, drawn in the middle of its parent' : ''}`;
  const classes = span.span_id === rootId && !span.phase ? 'phase-server_root' : phaseClass(span.phase);
  return row(name, span.duration_ms, [bar(scale, it.from, span.duration_ms, `${classes} ${it.moved ? 'moved' : ''}`, title),
    span.events.map((event) => bar(scale, it.from + event.offset_ms - span.start_offset_ms, 0, 'mark', `${event.name} at ${ms(event.offset_ms)} ms`))]);
}

function attributionRow(stretches, scale) {
  return row(['Charged to', el('span', { class: 'quiet block' }, 'each instant of the root once')],
    stretches.reduce((sum, it) => sum + it.duration_ms, 0),
    stretches.map((it) => bar(scale, it.start_offset_ms, it.duration_ms, phaseClass(it.phase), `${it.phase}: ${ms(it.start_offset_ms)} + ${ms(it.duration_ms)} ms`)), 'charged');
}

function ticks(scale) {
  const step = niceStep(scale.length / 5);
  const marks = el('div', { class: 'lane ticks', 'aria-hidden': 'true' });
  for (let at = Math.ceil(scale.from / step) * step; at <= scale.from + 0.95 * scale.length; at += step) {
    const mark = el('span', { class: 'tick' }, ms(Math.abs(at) < step / 2 ? 0 : at));
    mark.style.left = `${(100 * (at - scale.from)) / scale.length}%`;
    marks.append(mark);
  }
  return [el('span', { class: 'unseen' }, 'When'), marks];
}

function niceStep(rough) {
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * ([1, 2, 5].find((it) => it * power >= rough) ?? 10);
}
