/* Stands in for `k6/http`: keeps each request with the metadata that k6 copies when it parses one. */
import { metadata } from './execution.js';

export const sent = [];
export const pending = [];
export const behaviour = { status: 200, duration: 12, failure: null };

function parse(method, url, body, params) {
  const given = params || {};
  const request = {
    method,
    url,
    body,
    params,
    headers: Object.assign({}, given.headers),
    tags: Object.assign({}, given.tags),
    metadata: Object.assign({}, metadata),
  };
  sent.push(request);
  return request;
}

function answer() {
  if (behaviour.failure !== null) {
    throw behaviour.failure;
  }
  return { status: behaviour.status, timings: { duration: behaviour.duration } };
}

function request(method, url, body, params) {
  parse(method, url, body, params);
  return answer();
}

function asyncRequest(method, url, body, params) {
  const parsed = parse(method, url, body, params);
  return new Promise((resolve, reject) => pending.push({ parsed, resolve, reject }));
}

function entry(key, value) {
  if (Array.isArray(value)) {
    return parse(...value);
  }
  if (typeof value === 'string') {
    return parse('GET', value);
  }
  return parse(value.method || 'GET', value.url, value.body, value.params);
}

/** As k6 does: all entries are parsed before the first is sent. */
function batch(requests) {
  const parsed = Object.keys(requests).map((key) => [key, entry(key, requests[key])]);
  const responses = Array.isArray(requests) ? [] : {};
  parsed.forEach(([key]) => {
    responses[key] = answer();
  });
  return responses;
}

export default {
  get: (url, params) => request('GET', url, null, params),
  head: (url, params) => request('HEAD', url, null, params),
  options: (url, body, params) => request('OPTIONS', url, body, params),
  post: (url, body, params) => request('POST', url, body, params),
  put: (url, body, params) => request('PUT', url, body, params),
  patch: (url, body, params) => request('PATCH', url, body, params),
  del: (url, body, params) => request('DELETE', url, body, params),
  request,
  asyncRequest,
  batch,
};
