import { el } from '/pages/dom.js';
import { runPath } from '/pages/api.js';
import { count, share, time } from '/pages/format.js';

/** A page that is being drawn shall not take more of the service than one part in so many. */
const REST = 10;
const LEAST_PAUSE_MS = 5000;

/** Tells how far an unfinished run is, and draws its page again when there is something new. */
export function live(main, run, draw) {
  const state = { run, draw, main, told: null, drawn: null, pause: LEAST_PAUSE_MS, at: Date.now(), drawing: false };
  const events = new EventSource(runPath(run.run_id, '/events'));
  events.addEventListener('progress', (event) => {
    state.told = JSON.parse(event.data);
    state.drawn ??= state.told.change_seq;
    if (state.told.state === 'finished') {
      events.close();
    }
    tell(state);
    follow(state);
  });
  events.addEventListener('error', () => {
    if (events.readyState === EventSource.CLOSED) {
      tell(state, 'No news comes by itself any more.');
    }
  });
  addEventListener('pagehide', () => events.close());
}

/** Draws what is new, unless somebody works in the page: he is asked. */
async function follow(state) {
  const { told, main, drawn } = state;
  const over = told.state === 'finished';
  const due = over || (told.change_seq !== drawn && Date.now() - state.at > state.pause);
  if (due && !state.drawing && (over || !isUsed(main))) {
    await redraw(state);
  }
}

async function redraw(state) {
  const { main, told } = state;
  state.drawing = true;
  const since = Date.now();
  const [height, open] = [main.offsetHeight, openParts(main)];
  try {
    // The page keeps its length, so that nobody is thrown to another place.
    main.style.minHeight = `${height}px`;
    state.run = await state.draw();
    main.querySelectorAll('details').forEach((it) => it.toggleAttribute('open', it.open || open.has(nameOf(it))));
    state.drawn = told.change_seq;
  } catch (failure) {
    console.warn(failure);
  } finally {
    state.at = Date.now();
    state.pause = Math.max(LEAST_PAUSE_MS, REST * (state.at - since));
    state.drawing = false;
    setTimeout(() => main.style.removeProperty('min-height'), LEAST_PAUSE_MS);
    tell(state);
  }
}

function isUsed(main) {
  const at = document.activeElement;
  return (at !== main && main.contains(at)) || !getSelection().isCollapsed;
}

function nameOf(details) {
  return `${details.closest('section')?.id} ${details.querySelector('summary').textContent}`;
}

function openParts(main) {
  return new Set([...main.querySelectorAll('details[open]')].map(nameOf));
}

function tell(state, problem = null) {
  const place = document.getElementById('live');
  const { told, run } = state;
  if (!place || told?.state === 'finished') {
    place?.replaceChildren();
    return;
  }
  const fresh = told === null || told.change_seq === state.drawn;
  place.replaceChildren(el('section', { class: 'live', 'aria-label': 'Progress' },
    told === null ? null : el('p', {}, el('strong', {}, `${count(told.client_records)} records so far`), promised(run, told),
      told.client_records > 0 ? `, ${share(told.matched / told.client_records)} matched` : '', told.last_arrival_at ? `; the last arrival at ${time(told.last_arrival_at)}` : '', '.'),
    told?.settles_at ? el('p', {}, `Settling: finished at ${time(told.settles_at)} if nothing more arrives, at the latest at ${time(told.settles_by)}.`) : null,
    bar(run, told),
    el('p', { class: 'quiet' }, problem ?? (fresh ? 'The figures below are of all of them.' : 'New figures follow. '),
      fresh && !problem ? null : el('button', { type: 'button', class: 'link', click: () => redraw(state) }, 'Show them now'))));
}

function expected({ load = {} }) {
  return load.target_rate && load.planned_duration_s ? Math.round(load.target_rate * load.planned_duration_s * (load.requests_per_iteration ?? 1)) : null;
}

function promised(run) {
  const all = expected(run);
  return all === null ? '' : ` of about ${count(all)} promised`;
}

function bar(run, told) {
  const all = expected(run);
  return all === null || told === null ? null : el('progress', { max: all, value: Math.min(all, told.client_records), 'aria-label': 'Records of those promised' });
}
