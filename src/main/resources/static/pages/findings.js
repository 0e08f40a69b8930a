import { el, table } from '/pages/dom.js';
import { ms, words } from '/pages/format.js';

/** The rules that fired: what moved, whose it probably is, and what to look at first. */
export function findings(all) {
  return el('ul', { class: 'notices findings' }, all.map((it) => el('li', { class: 'notice' },
    el('strong', {}, words(it.code)), it.between ? ` between ${it.between}` : '', `: ${it.symptom}.`,
    el('span', { class: 'block' }, 'Ask: ', el('strong', {}, it.owner), `. Look first at ${it.first_check}.`),
    el('details', {}, el('summary', {}, 'Evidence'), evidence(it.evidence)))));
}

function evidence(measures) {
  const rows = Object.entries(measures).flatMap(([measure, numbers]) => Object.entries(numbers).map(([name, value]) => ({ measure, name, value })));
  return table('Evidence', [
    { title: 'Measure', cell: (it) => it.measure },
    { title: 'Number', cell: (it) => words(it.name) },
    { title: 'Value', number: true, cell: (it) => ms(it.value) },
  ], rows);
}
