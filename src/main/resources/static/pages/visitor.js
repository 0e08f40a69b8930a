import { el } from '/pages/dom.js';
import { json } from '/pages/api.js';

/** Who reads, where that is somebody: with a form that ends the session. */
export async function showVisitor(place) {
  // Whoever is not let in learns it from the page itself.
  const visitor = await json('/api/v1/visitor').catch(() => null);
  if (visitor?.signed_in) {
    place.replaceChildren(el('form', { method: 'post', action: '/sign-out' },
      el('span', { class: 'quiet', title: visitor.roles.join(', ') }, visitor.name),
      el('button', { type: 'submit', class: 'link' }, 'Sign out')));
  }
}
