import { el } from '/pages/dom.js';

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
export function later(promise, problemText) {
  const box = el('div', { class: 'later', 'aria-busy': 'true' }, el('p', { class: 'quiet' }, 'Loading…'));
  promise
    .then((content) => box.replaceChildren(...[content].flat().filter(Boolean)))
    .catch((failure) => box.replaceChildren(el('p', { class: 'notice' }, problemText(failure))))
    .finally(() => {
      box.removeAttribute('aria-busy');
      box.querySelectorAll('.chart').forEach((it) => it.redraw());
    });
  return box;
}
