const TRACE_ID = /^[0-9a-f]{32}$/;
const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}(-.*)?$/;
const ZERO = /^0+$/;

/** The trace ID in what somebody pasted: the ID itself, a traceparent, or a header line; else null. */
export function traceIdOf(pasted) {
  const bare = pasted.trim().toLowerCase().replace(/^traceparent\s*[:=]\s*/, '').replace(/^["']|["',;]+$/g, '');
  const found = TRACE_ID.test(bare) ? bare : TRACEPARENT.exec(bare)?.[1] ?? null;
  return found === null || ZERO.test(found) ? null : found;
}

/** The box takes what is pasted, and `/` leads to it from anywhere. */
export function wireSearch(page) {
  const box = page.getElementById('trace');
  const problem = page.getElementById('search-problem');
  page.getElementById('search').addEventListener('submit', (event) => {
    event.preventDefault();
    const id = traceIdOf(box.value);
    if (id) {
      location.assign(`/traces/${id}`);
      return;
    }
    box.setAttribute('aria-invalid', 'true');
    problem.textContent = 'A trace ID has 32 hex digits; a traceparent looks like 00-<trace ID>-<span ID>-01.';
  });
  box.addEventListener('input', () => {
    box.removeAttribute('aria-invalid');
    problem.textContent = '';
  });
  page.addEventListener('keydown', (event) => {
    const typing = event.target.closest?.('input, select, textarea, [contenteditable]');
    if (event.key === '/' && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      box.focus();
      box.select();
    }
  });
}
