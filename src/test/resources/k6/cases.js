/* What the k6 module promises. Each export is a case: it throws, or rejects, where it does not hold. */
import { tracejoin } from './tracejoin.js';
import { checks } from 'k6';
import { script } from 'k6/crypto';
import { metadata } from 'k6/execution';
import client, { behaviour, pending, sent } from 'k6/http';

const URL = 'http://gateway/v1/chat/completions';
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/;

function equal(actual, expected, what) {
  const [one, other] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (one !== other) {
    throw new Error(`${what || 'value'}: expected ${other}, got ${one}`);
  }
}

function holds(condition, what) {
  equal(Boolean(condition), true, what);
}

function start(options) {
  [sent, pending, checks, script.next].forEach((it) => it.splice(0));
  Object.assign(behaviour, { status: 200, duration: 12, failure: null });
  Object.keys(metadata).forEach((key) => delete metadata[key]);
  return tracejoin(Object.assign({ run: 'r1' }, options));
}

/** The header's IDs, in the form that metadata has. */
function ids(request) {
  const [, trace_id, span_id] = TRACEPARENT.exec(request.headers.traceparent);
  return { trace_id, span_id };
}

function logOf(call) {
  const lines = [];
  const warn = console.warn;
  console.warn = (line) => lines.push(line);
  try {
    call();
  } finally {
    console.warn = warn;
  }
  return lines;
}

function thrownBy(call) {
  try {
    call();
  } catch (thrown) {
    return thrown;
  }
  throw new Error('expected the call to throw');
}

export function aHundredThousandIdsAreUniqueAndValid() {
  const tj = start({ http: { get: (url, params) => params.headers.traceparent } });
  const [traces, spans] = [new Set(), new Set()];
  const before = Date.now();
  for (let i = 0; i < 100000; i++) {
    const match = TRACEPARENT.exec(tj.get(URL));
    traces.add(match[1]);
    spans.add(match[2]);
  }
  const after = Date.now();
  equal([traces.size, spans.size], [100000, 100000]);
  traces.forEach((id) => {
    const millis = parseInt(id.slice(0, 12), 16);
    holds(millis >= before && millis <= after, 'time first');
    equal(id.slice(12, 16), tj.runTag, 'run tag');
  });
  holds(!spans.has('0'.repeat(16)), 'no span ID is zero');
}

export function theRunTagIsTheFoldedFnvHashOfTheRun() {
  equal(start({ run: 'a' }).runTag, foldedFnv('a'));
  equal(start({ run: 'checkout-gateway_1.42' }).runTag, foldedFnv('checkout-gateway_1.42'));
  holds(start({ run: 'r1' }).runTag !== start({ run: 'r2' }).runTag, 'runs differ');
}

function foldedFnv(text) {
  let hash = 2166136261n;
  for (const character of text) {
    hash = ((hash ^ BigInt(character.charCodeAt(0))) * 16777619n) % 4294967296n;
  }
  return ((hash >> 16n) ^ (hash & 65535n)).toString(16).padStart(4, '0');
}

export function aRunIdThatTheServiceWouldRefuseIsRefused() {
  [undefined, '', 'a b', 'x'.repeat(101), 7].forEach((run) => {
    holds(/run: expected/.test(thrownBy(() => start({ run })).message), String(run));
  });
}

export function anAllZeroSpanIdIsDrawnAgain() {
  const tj = start();
  const zero = () => new Uint8Array(8).buffer;
  script.next.push(zero(), zero(), Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8).buffer);
  tj.get(URL);
  equal(ids(sent[0]).span_id, '0102030405060708');
  holds(ids(sent[0]).trace_id.endsWith('0'.repeat(16)), 'the time keeps a trace ID from zero');
}

export function metadataHoldsTheIdsDuringTheCallAndNotAfter() {
  const tj = start();
  metadata.team = 'search';
  equal(tj.post(URL, '{}').status, 200);
  equal(sent[0].metadata, Object.assign({ team: 'search' }, ids(sent[0])));
  equal(metadata, { team: 'search' });
}

export function metadataIsClearedWhenTheCallThrows() {
  const tj = start();
  behaviour.failure = new Error('refused');
  equal(thrownBy(() => tj.get(URL)).message, 'refused');
  equal(metadata, {});
  equal(thrownBy(() => tj.batch([URL])).message, 'refused');
  equal(metadata, {});
  equal(thrownBy(() => tj.traced(() => tj.get(URL))).message, 'refused');
  equal(metadata, {});
}

export function idsThatTheScriptHadThereComeBack() {
  const tj = start();
  metadata.trace_id = 'of-another-tracer';
  tj.get(URL);
  equal(metadata, { trace_id: 'of-another-tracer' });
}

export function whatTheCallerPassesIsNotTouched() {
  const tj = start();
  const params = Object.freeze({
    headers: Object.freeze({ Accept: 'a', TraceParent: 'stale' }),
    tags: Object.freeze({ name: 'chat' }),
    timeout: '2s',
  });
  tj.post(URL, '{}', params);
  tj.batch(Object.freeze([Object.freeze(['POST', URL, '{}', params])]));
  equal(params, { headers: { Accept: 'a', TraceParent: 'stale' }, tags: { name: 'chat' }, timeout: '2s' });
  equal(Object.keys(sent[0].headers), ['Accept', 'traceparent'], 'one traceparent goes out');
  equal(sent[0].params.timeout, '2s');
  equal(sent[0].tags, { name: 'chat' }, 'no tag, no time series');
}

export function everyMethodPassesItsArguments() {
  const tj = start();
  const params = { timeout: '1s' };
  tj.get(URL, params);
  tj.head(URL, params);
  tj.options(URL, 'b', params);
  tj.post(URL, 'b', params);
  tj.put(URL, 'b', params);
  tj.patch(URL, 'b', params);
  tj.del(URL, 'b', params);
  tj.request('LINK', URL, 'b', params);
  tj.asyncRequest('POST', URL, 'b', params);
  tj.del(URL);
  tj.request('GET', URL);
  equal(
    sent.map((it) => [it.method, it.body, it.params.timeout]),
    [
      ['GET', null, '1s'],
      ['HEAD', null, '1s'],
      ['OPTIONS', 'b', '1s'],
      ['POST', 'b', '1s'],
      ['PUT', 'b', '1s'],
      ['PATCH', 'b', '1s'],
      ['DELETE', 'b', '1s'],
      ['LINK', 'b', '1s'],
      ['POST', 'b', '1s'],
      ['DELETE', null, undefined],
      ['GET', null, undefined],
    ],
  );
  equal(new Set(sent.map((it) => ids(it).trace_id)).size, sent.length);
}

export function everyEntryOfABatchHasItsOwnTrace() {
  const tj = start();
  metadata.trace_id = 'open';
  const responses = tj.batch([
    URL,
    ['POST', URL, '{}', { tags: { name: 'chat' } }],
    ['GET', URL],
    { method: 'PUT', url: URL, body: '{}', params: { headers: { A: '1' } } },
    { url: URL },
  ]);
  equal(responses.length, 5);
  equal(sent.map((it) => it.method), ['GET', 'POST', 'GET', 'PUT', 'GET']);
  equal(new Set(sent.map((it) => ids(it).trace_id)).size, 5);
  sent.forEach((it) => {
    equal(it.tags.traceparent, it.headers.traceparent);
    equal(it.metadata, {}, 'metadata would win over the tag');
  });
  equal([sent[1].tags.name, sent[3].headers.A], ['chat', '1']);
  equal(metadata, { trace_id: 'open' });
}

export function aBatchByNameAnswersByName() {
  const tj = start();
  const named = Object.assign(Object.create({ getUrl() {} }), { name: 'n', url: URL });
  const responses = tj.batch({ front: URL, chat: ['POST', URL], templated: named });
  equal(Object.keys(responses), ['front', 'chat', 'templated']);
  holds(sent[2].url === named, 'a URL made by http.url stays one');
}

export function checksAndMetricsInABlockBelongToItsLatestRequest() {
  const tj = start();
  const seen = [];
  const result = tj.traced((trace) => {
    seen.push(Object.assign({}, metadata));
    tj.post(URL);
    seen.push(Object.assign({}, metadata));
    equal([trace.traceId, trace.spanId], Object.values(ids(sent[0])));
    tj.get(URL);
    seen.push(Object.assign({}, metadata));
    return 'result';
  });
  equal(result, 'result');
  equal(seen, [ids(sent[0]), ids(sent[0]), ids(sent[1])]);
  equal(sent.map((it) => it.metadata), sent.map(ids));
  equal(ids(sent[0]).trace_id, ids(sent[1]).trace_id);
  holds(ids(sent[0]).span_id !== ids(sent[1]).span_id, 'the requests of a block can be told apart');
  equal(metadata, {});
}

export function blocksNest() {
  const tj = start();
  tj.traced(() => {
    tj.get(URL);
    tj.traced(() => tj.get(URL));
    equal(metadata, ids(sent[0]));
  });
  holds(ids(sent[0]).trace_id !== ids(sent[1]).trace_id, 'a block has its own trace');
}

export function requestsOfOtherClientsTakeTheBlocksIds() {
  const tj = start();
  tj.traced((trace) => {
    const params = trace.params({ timeout: '3s' });
    client.get(URL, params);
    equal(ids(sent[0]), metadata);
    equal(trace.traceparent, params.headers.traceparent);
    equal(params.timeout, '3s');
    tj.get(URL);
    holds(ids(sent[1]).span_id !== ids(sent[0]).span_id, 'no span ID goes out twice');
  });
}

export async function asynchronousRequestsKeepTheirOwnIds() {
  const tj = start();
  const promises = [];
  for (let i = 0; i < 50; i++) {
    promises.push(tj.asyncRequest('GET', `${URL}?${i}`));
    equal(metadata, {});
  }
  pending.reverse().forEach((it) => it.resolve({ status: 200, url: it.parsed.url }));
  const responses = await Promise.all(promises);
  equal(responses.map((it) => it.url), sent.map((it) => it.url));
  equal(sent.map((it) => it.metadata), sent.map(ids));
  equal(new Set(sent.map((it) => ids(it).trace_id)).size, 50);
}

export async function blocksThatAwaitDoNotMix() {
  const tj = start();
  const seen = {};
  const block = (name) =>
    tj.traced(async (trace) => {
      await tj.asyncRequest('GET', `${URL}?${name}`);
      equal(metadata, {}, 'nothing is left over an await');
      trace.run(() => {
        seen[name] = Object.assign({}, metadata);
      });
      tj.get(URL);
    });
  const both = [block('a'), block('b')];
  equal(metadata, {});
  pending.reverse().forEach((it) => it.resolve({ status: 200 }));
  await Promise.all(both);
  equal([seen.a, seen.b], [ids(sent[0]), ids(sent[1])]);
  equal(new Set(sent.map((it) => ids(it).trace_id)).size, 4, 'after an await a request is its own');
}

export async function aRejectedPromiseStaysRejected() {
  const tj = start({ logFailed: true });
  const promise = tj.asyncRequest('GET', URL);
  const lines = [];
  const warn = console.warn;
  console.warn = (line) => lines.push(line);
  pending[0].reject(new Error('reset'));
  const failure = await promise.then(() => null, (it) => it.message);
  console.warn = warn;
  equal([failure, lines.length], ['reset', 1]);
}

export function nothingIsLoggedUnlessAskedFor() {
  const tj = start();
  Object.assign(behaviour, { status: 500, duration: 60000 });
  equal(logOf(() => tj.get(URL)), []);
}

export function slowAndFailedRequestsAreLoggedByIdAlone() {
  const tj = start({ slowMs: 100, logFailed: true });
  const lines = logOf(() => {
    tj.get(`${URL}?key=secret`);
    behaviour.duration = 250;
    tj.get(`${URL}?key=secret`);
    behaviour.status = 503;
    tj.batch([`${URL}?key=secret`]);
    behaviour.failure = new Error('secret');
    thrownBy(() => tj.get(URL));
  });
  equal(lines, [
    `tracejoin: slow trace_id=${ids(sent[1]).trace_id} status=200 duration_ms=250`,
    `tracejoin: failed trace_id=${ids(sent[2]).trace_id} status=503 duration_ms=250`,
    `tracejoin: failed trace_id=${ids(sent[3]).trace_id} (the call threw)`,
  ]);
}

export async function theExampleScriptSendsOneTracedRequestAnIteration() {
  start();
  globalThis.__ENV = { BASE_URL: 'http://gw:9090', MODEL: 'm', RATE: '3', API_KEY: 'k', RUN: 'r7' };
  const { default: iterate, options } = await import('./chat-load.js');
  equal([options.scenarios.chat.executor, options.scenarios.chat.rate], ['constant-arrival-rate', 3]);
  iterate();
  iterate();
  equal(sent.length, 2);
  equal([sent[0].method, sent[0].url], ['POST', 'http://gw:9090/v1/chat/completions']);
  equal([sent[0].tags.model, sent[0].headers.Authorization], ['m', 'Bearer k']);
  equal(JSON.parse(sent[0].body).model, 'm');
  equal(checks.map((it) => [it.passed, it.metadata]), sent.map((it) => [true, ids(it)]));
  holds(ids(sent[0]).trace_id !== ids(sent[1]).trace_id, 'iterations differ');
  equal(metadata, {});
}
