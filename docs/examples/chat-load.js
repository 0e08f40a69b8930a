/*
 * A chat load at a constant arrival rate. Everything comes from the environment:
 *
 *   BASE_URL=http://localhost:9090  ENDPOINT=/v1/chat/completions  MODEL=llama-70b
 *   RUN=chat-1  RATE=8  DURATION=10m  MAX_VUS=200  MAX_TOKENS=180  API_KEY=...  SLOW_MS=10000
 *
 * k6 imports modules from files and over https only. Beside this file:
 *
 *   curl -sSO http://localhost:8080/k6/tracejoin.js
 *   k6 run -e RUN=chat-1 -e BASE_URL=... --out json=points.json.gz chat-load.js
 */
import { check } from 'k6';
import { tracejoin } from './tracejoin.js';

const endpoint = __ENV.ENDPOINT || '/v1/chat/completions';
const url = (__ENV.BASE_URL || 'http://localhost:9090') + endpoint;
const model = __ENV.MODEL || 'llama-70b';
const maxVus = Number(__ENV.MAX_VUS || 200);

const tj = tracejoin({
  run: __ENV.RUN || 'chat-1',
  slowMs: __ENV.SLOW_MS ? Number(__ENV.SLOW_MS) : null,
  logFailed: true,
});

export const options = {
  scenarios: {
    chat: {
      executor: 'constant-arrival-rate',
      rate: Number(__ENV.RATE || 8),
      timeUnit: '1s',
      duration: __ENV.DURATION || '10m',
      preAllocatedVUs: Math.ceil(maxVus / 2),
      maxVUs: maxVus,
    },
  },
  thresholds: {
    http_req_failed: ['rate<0.01'],
    http_req_duration: ['p(95)<6000'],
    // A generator that cannot keep up measures itself.
    dropped_iterations: ['count==0'],
  },
};

const headers = { 'Content-Type': 'application/json' };
if (__ENV.API_KEY) {
  headers.Authorization = `Bearer ${__ENV.API_KEY}`;
}

// `name` keeps one series for the endpoint; `model` and `endpoint` become the record's labels.
const params = { headers, tags: { name: `POST ${endpoint}`, endpoint: 'chat', model } };

const body = JSON.stringify({
  model,
  max_tokens: Number(__ENV.MAX_TOKENS || 180),
  messages: [{ role: 'user', content: 'Explain in one paragraph what a trace is.' }],
});

export default function () {
  // The check stands in the trace, so that a failed one names the request.
  tj.traced(() => {
    const response = tj.post(url, body, params);
    check(response, { 'status is 200': (it) => it.status === 200 });
  });
}
