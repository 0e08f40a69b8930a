/*
 * Tracejoin for k6: gives every request an identity that the join can find again.
 *
 *   import { tracejoin } from './tracejoin.js';
 *   const tj = tracejoin({ run: 'checkout-42' });
 *   export default function () {
 *     tj.post(`${__ENV.BASE_URL}/v1/chat/completions`, body, { headers });
 *   }
 *
 * A request gets a trace ID of its own and a random parent span ID, sends them as `traceparent`,
 * and has them as `trace_id` and `span_id` in the metadata of its points. Metadata makes no time
 * series. What the caller passes is never changed. There is no secret in here and none is needed.
 */
import http from 'k6/http';
import crypto from 'k6/crypto';
import exec from 'k6/execution';

const RUN_ID = /^[A-Za-z0-9._-]{1,100}$/;
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Where each method has its params; what stands before is passed on as it is. */
const PARAMS_AT = {
  get: 1,
  head: 1,
  options: 2,
  post: 2,
  put: 2,
  patch: 2,
  del: 2,
  request: 3,
};

/** Methods traced for one run. One call a script, in the init context. */
export function tracejoin(options) {
  const settings = Object.assign({ http, slowMs: null, logFailed: false }, options);
  const tag = runTag(settings.run);
  const client = settings.http;
  // The block of traced() that runs now. Every VU has this module for itself, and no code of
  // another block runs before the synchronous part of this one is over.
  let open = null;

  function send(method, at, given) {
    const block = open;
    const ids = block === null ? identity(tag) : block.next();
    const args = argumentsWith(ids, at, given);
    if (block !== null) {
      // Checks and custom metrics that follow in the block are about this request.
      mark(exec.vu.metrics.metadata, ids);
      return logged(ids, () => client[method](...args));
    }
    return marked(ids, () => logged(ids, () => client[method](...args)));
  }

  // k6 copies the metadata when it parses a request, before the promise is made: what other
  // requests put there afterwards does not reach this one.
  function asyncRequest(...given) {
    const ids = open === null ? identity(tag) : open.next();
    const args = argumentsWith(ids, 3, given);
    const promise = marked(ids, () => client.asyncRequest(...args));
    return logs(settings) ? loggedLater(ids, promise) : promise;
  }

  // All entries of a batch are parsed in one call, so metadata cannot tell them apart. They carry
  // a tag instead: one time series more for each request.
  function batch(requests) {
    const ids = Array.isArray(requests) ? [] : {};
    const traced = Array.isArray(requests) ? [] : {};
    Object.keys(requests).forEach((key) => {
      ids[key] = identity(tag);
      traced[key] = entry(ids[key], requests[key]);
    });
    const responses = marked(null, () => client.batch(traced));
    Object.keys(ids).forEach((key) => note(settings, ids[key], responses[key]));
    return responses;
  }

  function traced(call) {
    const block = new Block(tag, (ids, inside) => within(block, ids, inside));
    return block.run(() => call(block));
  }

  function within(block, ids, inside) {
    const outer = open;
    open = block;
    try {
      return marked(ids, inside);
    } finally {
      open = outer;
    }
  }

  function logged(ids, call) {
    try {
      const response = call();
      note(settings, ids, response);
      return response;
    } catch (failure) {
      noteFailure(settings, ids);
      throw failure;
    }
  }

  function loggedLater(ids, promise) {
    return promise.then(
      (response) => {
        note(settings, ids, response);
        return response;
      },
      (failure) => {
        noteFailure(settings, ids);
        throw failure;
      },
    );
  }

  const methods = { asyncRequest, batch, traced, runTag: tag };
  Object.keys(PARAMS_AT).forEach((method) => {
    methods[method] = (...given) => send(method, PARAMS_AT[method], given);
  });
  return Object.freeze(methods);
}

/** One trace and all that is measured inside it. The first request of it has `spanId`. */
class Block {
  constructor(tag, enter) {
    this.ids = identity(tag);
    this.enter = enter;
    this.taken = false;
  }

  get traceId() {
    return this.ids.traceId;
  }

  get spanId() {
    return this.ids.spanId;
  }

  /** The header for a request that is not sent by this module. */
  get traceparent() {
    this.taken = true;
    return traceparent(this.ids);
  }

  /** A copy of k6 params with the header, for a request that is not sent by this module. */
  params(params) {
    this.taken = true;
    return withHeader(this.ids, params);
  }

  /** Enters the trace again, for what follows an `await`. Synchronous. */
  run(inside) {
    return this.enter(this.ids, inside);
  }

  /** The identity of the next request: the same trace, and never one span ID twice. */
  next() {
    if (this.taken) {
      this.ids = { traceId: this.ids.traceId, spanId: spanId() };
    }
    this.taken = true;
    return this.ids;
  }
}

function identity(tag) {
  return { traceId: traceId(tag), spanId: spanId() };
}

/** Time first: the IDs of one minute are neighbours in an index. */
function traceId(tag) {
  return Date.now().toString(16).padStart(12, '0') + tag + random();
}

/** Not all zero, as W3C Trace Context demands. The trace ID has the time, so it never is. */
function spanId() {
  let id = random();
  while (id === '0000000000000000') {
    id = random();
  }
  return id;
}

function random() {
  let text = '';
  const bytes = new Uint8Array(crypto.randomBytes(8));
  for (let i = 0; i < 8; i++) {
    text += HEX[bytes[i]];
  }
  return text;
}

/** FNV-1a of the run ID, folded to 16 bits: tells the runs of one cluster apart by eye. */
function runTag(run) {
  if (typeof run !== 'string' || !RUN_ID.test(run)) {
    throw new Error('tracejoin: run: expected 1 to 100 of A-Z a-z 0-9 . _ -');
  }
  let hash = 0x811c9dc5;
  for (let i = 0; i < run.length; i++) {
    hash = Math.imul(hash ^ run.charCodeAt(i), 0x01000193);
  }
  return (((hash >>> 16) ^ hash) & 0xffff).toString(16).padStart(4, '0');
}

function traceparent(ids) {
  return `00-${ids.traceId}-${ids.spanId}-01`;
}

function argumentsWith(ids, at, given) {
  const args = given.slice();
  while (args.length < at) {
    args.push(null);
  }
  args[at] = withHeader(ids, args[at]);
  return args;
}

/** A copy. A `traceparent` of the caller, in whatever case, gives way: k6 would send one of both. */
function withHeader(ids, params) {
  const copy = Object.assign({}, params);
  const headers = {};
  Object.keys(copy.headers || {})
    .filter((name) => name.toLowerCase() !== 'traceparent')
    .forEach((name) => {
      headers[name] = copy.headers[name];
    });
  headers.traceparent = traceparent(ids);
  copy.headers = headers;
  return copy;
}

function withTag(ids, params) {
  const copy = withHeader(ids, params);
  copy.tags = Object.assign({}, copy.tags, { traceparent: traceparent(ids) });
  return copy;
}

/** The forms that http.batch takes: a URL, [method, url, body, params], or an object with these. */
function entry(ids, request) {
  if (Array.isArray(request)) {
    const args = request.slice();
    while (args.length < 3) {
      args.push(null);
    }
    args[3] = withTag(ids, args[3]);
    return args;
  }
  // What http.url makes is an object as well; it has a name.
  if (typeof request === 'object' && ('method' in request || !('name' in request))) {
    return Object.assign({}, request, { params: withTag(ids, request.params) });
  }
  return ['GET', request, null, withTag(ids)];
}

/** Runs a call with these IDs in the metadata, or with none, and puts back what was there. */
function marked(ids, call) {
  const metadata = exec.vu.metrics.metadata;
  const before = [metadata.trace_id, metadata.span_id];
  mark(metadata, ids);
  try {
    return call();
  } finally {
    put(metadata, 'trace_id', before[0]);
    put(metadata, 'span_id', before[1]);
  }
}

function mark(metadata, ids) {
  put(metadata, 'trace_id', ids === null ? undefined : ids.traceId);
  put(metadata, 'span_id', ids === null ? undefined : ids.spanId);
}

function put(metadata, key, value) {
  if (value !== undefined && value !== null) {
    metadata[key] = value;
  } else {
    delete metadata[key];
  }
}

function logs(settings) {
  return settings.logFailed || settings.slowMs !== null;
}

/** IDs and figures only: a URL or a body may hold what nobody should read in a log. */
function note(settings, ids, response) {
  if (!logs(settings) || !response) {
    return;
  }
  const millis = response.timings ? response.timings.duration : 0;
  const failed = response.status === 0 || response.status >= 400;
  const slow = settings.slowMs !== null && millis >= settings.slowMs;
  if ((failed && settings.logFailed) || slow) {
    const what = failed ? 'failed' : 'slow';
    console.warn(
      `tracejoin: ${what} trace_id=${ids.traceId} status=${response.status} duration_ms=${millis}`,
    );
  }
}

function noteFailure(settings, ids) {
  if (settings.logFailed) {
    console.warn(`tracejoin: failed trace_id=${ids.traceId} (the call threw)`);
  }
}
