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
  return bounds ? `[${ms(bounds[0])}, ${ms(bounds[1])}]`.replaceAll('-0,', '0,') : '';
}

export function time(iso) {
  return iso ? `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC` : DASH;
}

/** A code of the API as words. */
export function words(code) {
  return code.replaceAll('_', ' ');
}

/** A value in its unit: of milliseconds, a share, a rate or a count. */
export function amount(value, unit, bound = null) {
  if (value === null || value === undefined) {
    return DASH;
  }
  const shown = unit === 'ms' ? `${ms(value)} ms` : unit === 'ratio' ? percent(value) : unit === 'count' ? count(value) : rate(value);
  return misleads(value, bound, unit) ? boundOf(value, unit) : shown;
}

/** Whether rounding would put a value on its bound, or on the bound's other side. */
function misleads(value, bound, unit) {
  if (bound === null || bound === undefined || value === bound) {
    return false;
  }
  const size = Math.abs(value);
  const digits = unit === 'ratio' ? 5 : unit === 'ms' ? (size >= 1000 ? 0 : size >= 100 ? 1 : size >= 1 ? 2 : 3) : 2;
  const rounded = Number(value.toFixed(digits));
  return Math.sign(rounded - bound) !== Math.sign(value - bound);
}

/** A bound as it was written: never rounded. */
export function boundOf(value, unit) {
  const plain = (it) => new Intl.NumberFormat('en', { maximumFractionDigits: 12 }).format(it);
  return unit === 'ms' ? `${plain(value)} ms` : unit === 'ratio' ? `${plain(Number((value * 100).toPrecision(15)))} %` : unit === 'count' ? plain(value) : `${plain(value)}/s`;
}

/** An interval in its unit; a dash for a bound that is not known. */
export function amounts(bounds, unit) {
  return bounds ? `[${amount(bounds[0], unit).replace(' ms', '')}, ${amount(bounds[1], unit).replace(' ms', '')}]` : '';
}

/** A share whose side is not known: with a digit more rather than cut off or rounded up. */
function percent(value) {
  return `${new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 3 }).format(value * 100)} %`;
}

/** A difference with its sign. */
export function change(value) {
  const size = ms(value === null || value === undefined ? value : Math.abs(value));
  return [DASH, '0'].includes(size) ? size : `${value > 0 ? '+' : '−'}${size}`;
}

/** What was declared, as text. */
export function declared(value) {
  return value === null || value === undefined ? 'not declared' : typeof value === 'object' ? JSON.stringify(value) : String(value);
}
