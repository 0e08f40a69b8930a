/* Stands in for `k6/execution`: the metadata of one virtual user. */
const values = {};

/** Like k6's: what is not there is undefined, and values are texts, numbers or booleans. */
export const metadata = new Proxy(values, {
  set(target, key, value) {
    if (!['string', 'number', 'boolean'].includes(typeof value)) {
      throw new TypeError(`metadata ${String(key)}: unsupported value`);
    }
    target[key] = String(value);
    return true;
  },
});

export default {
  get vu() {
    return { metrics: { metadata } };
  },
};
