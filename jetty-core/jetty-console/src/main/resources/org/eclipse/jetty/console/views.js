// Makes elements of data. All text is set as text, never as markup.

export function element(name, text, className) {
  const made = document.createElement(name);
  if (text !== undefined && text !== null) made.textContent = text;
  if (className) made.className = className;
  return made;
}

export function bytes(count) {
  if (count === null || count === undefined || count < 0) return '–';
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  let value = count;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  return (unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)) + ' ' + units[unit];
}

export function duration(millis) {
  if (millis === null || millis === undefined) return '–';
  if (millis < 1000) return millis + ' ms';
  const seconds = millis / 1000;
  if (seconds < 60) return seconds.toFixed(1) + ' s';
  if (seconds < 3600) return Math.floor(seconds / 60) + ' min ' + Math.floor(seconds % 60) + ' s';
  if (seconds < 86400) return Math.floor(seconds / 3600) + ' h ' + Math.floor(seconds % 3600 / 60) + ' min';
  return Math.floor(seconds / 86400) + ' d ' + Math.floor(seconds % 86400 / 3600) + ' h';
}

/** The time of day, and the date unless it is today. */
export function moment(date) {
  const today = date.toDateString() === new Date().toDateString();
  return today
    ? date.toLocaleTimeString()
    : date.toLocaleDateString(undefined, {month: 'short', day: 'numeric'}) + ', ' + date.toLocaleTimeString();
}

export function time(text) {
  if (!text) return '–';
  const date = new Date(text);
  const made = element('time', moment(date));
  made.dateTime = text;
  return made;
}

const GOOD = ['STARTED', 'DEPLOYED', 'VALID', 'true'];
const BAD = ['FAILED', 'EXPIRED', 'ERROR', 'UNAVAILABLE', 'NOT YET VALID'];

export function state(text) {
  const kind = GOOD.includes(text) ? ' good' : BAD.includes(text) ? ' bad' : ' warn';
  return element('span', text, 'state' + kind);
}

export function code(text) {
  return text === null || text === undefined ? '–' : element('code', text);
}

function content(value) {
  return value === null || value === undefined || value === '' ? '–' : value;
}

/**
 * Fills a container with a table, unless it shows the same already: what an operator has the focus on stays.
 * Columns: title, value of a row (text or element), and the class of the cell.
 */
export function table(container, caption, rows, columns, none) {
  const same = JSON.stringify(rows);
  if (container.dataset.shown === same) return;
  container.dataset.shown = same;
  const focused = container.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  if (!rows.length) {
    container.replaceChildren(element('p', none, 'empty'));
    return;
  }
  const made = element('table');
  made.setAttribute('aria-label', caption);
  const head = made.createTHead().insertRow();
  for (const column of columns) {
    const cell = element('th', column.title, column.className);
    cell.scope = 'col';
    head.append(cell);
  }
  const body = made.createTBody();
  for (const row of rows) {
    const line = body.insertRow();
    for (const column of columns) {
      const cell = line.insertCell();
      if (column.className) cell.className = column.className;
      const value = content(column.value(row));
      cell.append(...(Array.isArray(value) ? value : [value]));
    }
  }
  const scroll = element('div', null, 'scroll');
  scroll.append(made);
  container.replaceChildren(scroll);
  if (focused) container.querySelector('[data-key="' + CSS.escape(focused) + '"]')?.focus();
}

/** Fills a list of names and values. */
export function pairs(list, entries) {
  list.replaceChildren();
  for (const [name, value] of entries) {
    list.append(element('dt', name));
    const shown = element('dd');
    shown.append(content(value));
    list.append(shown);
  }
}

/** A box with a title and the members of an object that are no objects themselves. */
export function card(title, object) {
  const made = element('div', null, 'card');
  made.append(element('h4', title));
  const list = element('dl', null, 'pairs');
  pairs(list, Object.entries(object)
    .filter(([, value]) => value === null || typeof value !== 'object')
    .map(([name, value]) => [name, String(value)]));
  made.append(list);
  return made;
}

export function cards(container, list, none) {
  const box = element('div', null, 'cards');
  box.append(...list);
  container.replaceChildren(list.length ? box : element('p', none, 'empty'));
}
