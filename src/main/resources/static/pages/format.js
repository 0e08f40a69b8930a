const WHOLE = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const DASH = '–';

/** Milliseconds for reading: three significant digits or more, never in another unit. */
export function ms(value) {
  if (value === null || value === undefined) {
    return DASH;
  }
  const size = Math.abs(value);
  const digits = size === 0 || size >= 1000 ? 0 : size >= 100 ? 1 : size >= 1 ? 2 : 3;
  return new Intl.NumberFormat('en', { maximumFractionDigits: digits }).format(value);
}

export function count(value) {
  return value === null || value === undefined ? DASH : WHOLE.format(value);
}

/** So many requests, in words. */
export function requests(n) {
  return `${count(n)} request${n === 1 ? '' : 's'}`;
}

export function rate(value) {
  return value === null || value === undefined ? DASH : `${new Intl.NumberFormat('en', { maximumFractionDigits: 2 }).format(value)}/s`;
}

/** Cut off, not rounded: 100 % means all. */
export function share(value) {
  return value === null || value === undefined ? DASH : `${(Math.floor(value * 10000 + 1e-7) / 100).toFixed(2)} %`;
}

/** A share of what went wrong is rounded up: 0 means none. */
export function faults(value) {
  return value === null || value === undefined ? DASH : `${(Math.ceil(value * 10000 - 1e-7) / 100).toFixed(2)} %`;
}

export function interval(bounds) {
  return bounds ? `[${ms(bounds[0])}, ${ms(bounds[1])}]` : '';
}

export function time(iso) {
  return iso ? `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC` : DASH;
}

/** A code of the API as words. */
export function words(code) {
  return code.replaceAll('_', ' ');
}
