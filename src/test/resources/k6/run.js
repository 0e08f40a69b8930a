/* Runs all cases in Node, as a second engine beside the one of the build. */
import { randomBytes } from 'node:crypto';

globalThis.randomBytesOfHost = (count) => Uint8Array.from(randomBytes(count)).buffer;

const cases = await import('./cases.js');
for (const [name, run] of Object.entries(cases)) {
  await run();
  console.log(`ok ${name}`);
}
