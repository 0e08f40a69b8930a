import { clear, el } from '/pages/dom.js';
import { problemText } from '/pages/api.js';
import { wireSearch } from '/pages/search.js';

/** Address, and the module that draws its page. */
const PAGES = [
  { path: /^\/(runs\/?)?$/, module: '/pages/runs.js' },
  { path: /^\/runs\/([^/]+)\/?$/, module: '/pages/run.js' },
  { path: /^\/runs\/([^/]+)\/requests\/?$/, module: '/pages/requests.js' },
  { path: /^\/traces\/([^/]+)\/?$/, module: '/pages/trace.js' },
];

async function draw(main) {
  const page = PAGES.find((it) => it.path.test(location.pathname));
  if (!page) {
    throw new Error('There is no such page.');
  }
  const { show } = await import(page.module);
  const named = page.path.exec(location.pathname)[1];
  await show(main, named === undefined ? undefined : decodeURIComponent(named));
}

wireSearch(document);
const main = document.getElementById('main');
main.setAttribute('aria-busy', 'true');
draw(main)
  .catch((failure) => clear(main).append(
    el('h1', {}, 'Not to be shown'),
    el('p', { class: 'notice bad', role: 'alert' }, problemText(failure)),
    el('p', {}, el('a', { href: '/' }, 'All runs'))))
  .finally(() => main.removeAttribute('aria-busy'));
