/** An answer of the service that is not the one that was asked for. */
export class Problem extends Error {
  constructor(status, body) {
    super(body.detail ?? `The service answered ${status}.`);
    this.status = status;
    this.body = body;
  }
}

async function ask(path, request) {
  const response = await fetch(path, request);
  if (!response.ok) {
    throw new Problem(response.status, await response.json().catch(() => ({})));
  }
  return response;
}

export async function json(path) {
  return (await ask(path, { headers: { Accept: 'application/json' } })).json();
}

export async function text(path) {
  return (await ask(path, { headers: { Accept: 'text/plain' } })).text();
}

/** Sends a document as it is. */
export async function send(method, path, type, body, headers = {}) {
  return (await ask(path, { method, body, headers: { Accept: 'application/json', 'Content-Type': type, ...headers } })).json();
}

/** Null where this service, or this run, has no such thing. */
export async function jsonIfThere(path) {
  try {
    return await json(path);
  } catch (problem) {
    if (problem instanceof Problem && [404, 405].includes(problem.status)) {
      return null;
    }
    throw problem;
  }
}

export function runPath(run, rest = '') {
  return `/api/v1/runs/${encodeURIComponent(run)}${rest}`;
}

/** The page of a run, or one of its own pages. */
export function runPage(run, rest = '') {
  return `/runs/${encodeURIComponent(run)}${rest}`;
}

/** A query string of what is known. */
export function query(parameters) {
  const known = Object.entries(parameters).filter(([, value]) => value !== null && value !== undefined && value !== '');
  return known.length === 0 ? '' : `?${new URLSearchParams(known)}`;
}

/** The page's own address with other parameters. */
export function here(parameters) {
  return location.pathname + query(parameters);
}

/** Where to sign in, to come back here. */
export function signInPage() {
  return `/sign-in${query({ next: location.pathname + location.search })}`;
}

export function problemText(failure) {
  return failure instanceof Problem || failure instanceof Error ? failure.message : String(failure);
}
