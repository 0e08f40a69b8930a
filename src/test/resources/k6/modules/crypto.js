/* Stands in for `k6/crypto`; the host gives the bytes. */
export const script = { next: [] };

export function randomBytes(count) {
  return script.next.length > 0 ? script.next.shift() : globalThis.randomBytesOfHost(count);
}

export default { randomBytes };
