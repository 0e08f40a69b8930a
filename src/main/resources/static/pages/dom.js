/**
 * Makes an element. Texts become text nodes, never markup, so whatever a user has sent stays inert.
 * Functions among the attributes are listeners; null and false leave an attribute out.
 */
export function el(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') {
      element.addEventListener(key, value);
    } else if (value !== null && value !== undefined && value !== false) {
      element.setAttribute(key, value === true ? '' : value);
    }
  }
  element.append(...children.flat(Infinity).filter((it) => it !== null && it !== undefined && it !== false));
  return element;
}

export function clear(element) {
  element.replaceChildren();
  return element;
}

/** A table with a caption that is read aloud; a column is {title, number, cell(row)}. */
export function table(caption, columns, rows, attributes = {}) {
  const kind = (column) => (column.number ? 'number' : column.class ?? null);
  return el('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': caption },
    el('table', attributes,
      el('caption', { class: 'unseen' }, caption),
      el('thead', {}, el('tr', {},
        columns.map((it) => el('th', { scope: 'col', class: kind(it), title: it.hint }, it.title)))),
      el('tbody', {}, rows.map((row) => el('tr', {}, columns.map((it, i) =>
        (i === 0 ? el('th', { scope: 'row', class: kind(it) }, it.cell(row))
          : el('td', { class: kind(it) }, it.cell(row)))))))));
}

/** A select that calls back with the chosen value; options are values or [value, text]. */
export function choice(label, options, chosen, changed) {
  return el('label', { class: 'choice' }, el('span', {}, label),
    el('select', { change: (event) => changed(event.target.value) },
      options.map((it) => {
        const [value, text] = Array.isArray(it) ? it : [it, it];
        return el('option', { value, selected: value === (chosen ?? '') }, text);
      })));
}

export function badge(text, kind) {
  return el('span', { class: `badge ${kind ?? ''}` }, text);
}
