import { clear, el } from '/pages/dom.js';
import { wireSearch } from '/pages/search.js';
import { failureNotice } from '/pages/figure.js';
import { showVisitor } from '/pages/visitor.js';

/** Address, and the module that draws its page; what the address names is handed to it. */
const PAGES = [
  { path: /^\/(?:runs\/?)?$/, module: '/pages/runs.js' },
  { path: /^\/runs\/([^/]+)\/?$/, module: '/pages/run.js' },
  { path: /^\/runs\/([^/]+)\/requests\/?$/, module: '/pages/requests.js' },
  { path: /^\/runs\/([^/]+)\/steps\/?$/, module: '/pages/steps.js' },
  { path: /^\/runs\/([^/]+)\/compare(?:\/([^/]+))?\/?$/, module: '/pages/compare.js' },
  { path: /^\/traces\/([^/]+)\/?$/, module: '/pages/trace.js' },
  { path: /^\/budgets\/?$/, module: '/pages/budgets.js' },
  { path: /^\/budgets\/([^/]+)(?:\/versions\/([^/]+))?\/?$/, module: '/pages/budget.js' },
  { path: /^\/budgets\/([^/]+)\/edit\/?$/, module: '/pages/budget-edit.js' },
];

async function draw(main) {
  const page = PAGES.find((it) => it.path.test(location.pathname));
  if (!page) {
    throw new Error('There is no such page.');
  }
  const { show } = await import(page.module);
  const named = page.path.exec(location.pathname).slice(1).map((it) => (it === undefined ? undefined : decodeURIComponent(it)));
  await show(main, ...named);
}

wireSearch(document);
showVisitor(document.getElementById('visitor'));
const main = document.getElementById('main');
draw(main)
  .catch((failure) => clear(main).append(
    el('h1', {}, 'Not to be shown'),
    failureNotice(failure),
    el('p', {}, el('a', { href: '/' }, 'All runs'))))
  .finally(() => main.removeAttribute('aria-busy'));
