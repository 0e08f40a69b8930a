/** An answer of the service that is not the one that was asked for. */
export class Problem extends Error {
  constructor(status, detail) {
    super(detail);
    this.status = status;
  }
}

async function ask(path, accept) {
  const response = await fetch(path, { headers: { Accept: accept } });
  if (!response.ok) {
    const body = await response.json().catch(() => ({}));
    throw new Problem(response.status, body.detail ?? `The service answered ${response.status}.`);
  }
  return response;
}

export async function json(path) {
  return (await ask(path, 'application/json')).json();
}

export async function text(path) {
  return (await ask(path, 'text/plain')).text();
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

/** A query string of what is known. */
export function query(parameters) {
  const known = Object.entries(parameters).filter(([, value]) => value !== null && value !== undefined && value !== '');
  return known.length === 0 ? '' : `?${new URLSearchParams(known)}`;
}

/** The page's own address with other parameters. */
export function here(parameters) {
  return location.pathname + query(parameters);
}

export function problemText(failure) {
  return failure instanceof Problem || failure instanceof Error ? failure.message : String(failure);
}
