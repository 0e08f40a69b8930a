import { el } from '/pages/dom.js';
import { Problem, problemText, signInPage } from '/pages/api.js';

/** A titled part of a page, with an address of its own. */
export function section(id, title, ...content) {
  return el('section', { id, 'aria-labelledby': `${id}-title` }, el('h2', { id: `${id}-title` }, title), content);
}

/** Name and value pairs. */
export function facts(pairs) {
  return el('dl', { class: 'facts' },
    pairs.filter(([, value]) => value !== null && value !== undefined && value !== '')
      .map(([name, value]) => el('div', {}, el('dt', {}, name), el('dd', {}, value))));
}

/** A part that is loaded by itself: what fails there does not take the page away. */
export function later(promise) {
  const box = el('div', { class: 'later', 'aria-busy': 'true' }, el('p', { class: 'quiet' }, 'Loading…'));
  promise
    .then((content) => box.replaceChildren(...[content].flat().filter(Boolean)))
    .catch((failure) => box.replaceChildren(failureNotice(failure)))
    .finally(() => {
      box.removeAttribute('aria-busy');
      box.querySelectorAll('.chart').forEach((it) => it.redraw());
    });
  return box;
}

/** What went wrong, and the way to sign in where that is it. */
export function failureNotice(failure) {
  const stranger = failure instanceof Problem && failure.status === 401;
  return el('p', { class: 'notice bad', role: 'alert' }, problemText(failure),
    stranger ? [' ', el('a', { href: signInPage() }, 'Sign in')] : null);
}
