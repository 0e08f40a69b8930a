/* Stands in for k6's module `k6`: checks are kept with the metadata that their points would have. */
import { metadata } from './execution.js';

export const checks = [];

export function check(value, conditions) {
  return Object.keys(conditions).every((name) => {
    const passed = Boolean(conditions[name](value));
    checks.push({ name, passed, metadata: Object.assign({}, metadata) });
    return passed;
  });
}
