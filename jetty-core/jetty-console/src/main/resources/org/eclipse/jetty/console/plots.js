// Lines over time as SVG. What is drawn is said in words by the label of the picture.

const SVG = 'http://www.w3.org/2000/svg';
const WIDTH = 600;
const HEIGHT = 120;
const SPAN = 300;

function rounded(value) {
  if (value === null || value === undefined) return '–';
  return value >= 100 ? Math.round(value).toString() : value.toFixed(value % 1 === 0 ? 0 : 1);
}

/** The lowest of 1, 2 and 5 times a power of ten that is not below the value. */
function ceiling(value) {
  if (value <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map(factor => factor * power).find(bound => bound >= value);
}

/** Parts of a line: a sample without a value interrupts it. */
function pieces(samples, name, max) {
  const all = [];
  let points = [];
  samples.forEach((sample, index) => {
    const value = sample[name];
    if (value === null || value === undefined) {
      if (points.length) all.push(points);
      points = [];
    } else {
      const x = WIDTH * (SPAN - samples.length + index) / (SPAN - 1);
      points.push(x.toFixed(1) + ',' + (HEIGHT - 2 - (HEIGHT - 4) * value / max).toFixed(1));
    }
  });
  if (points.length) all.push(points);
  return all;
}

/** Draws the series of samples in a figure: each has the name of its values, and a label. */
export function plot(figure, samples, title, unit, series) {
  const max = ceiling(Math.max(1, ...samples.flatMap(sample => series.map(one => sample[one.name] || 0))));
  const last = samples[samples.length - 1] || {};
  const caption = figure.querySelector('figcaption');
  caption.replaceChildren(title);
  series.forEach((one, index) => {
    const key = document.createElement('span');
    key.className = 'key s' + index;
    key.textContent = one.label + ' ' + rounded(last[one.name]) + (unit ? ' ' + unit : '');
    caption.append(' ', key);
  });
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('class', 'plot');
  svg.setAttribute('viewBox', '0 0 ' + WIDTH + ' ' + HEIGHT);
  svg.setAttribute('preserveAspectRatio', 'none');
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', title + ' of the last ten minutes, at most ' + max + ' ' + unit + '; now '
    + series.map(one => one.label + ' ' + rounded(last[one.name])).join(', '));
  for (const part of [0, .5, 1]) {
    const line = document.createElementNS(SVG, 'line');
    line.setAttribute('x1', '0');
    line.setAttribute('x2', String(WIDTH));
    line.setAttribute('y1', String(2 + (HEIGHT - 4) * part));
    line.setAttribute('y2', String(2 + (HEIGHT - 4) * part));
    svg.append(line);
  }
  series.map((one, index) => ({one, index})).reverse().forEach(({one, index}) => {
    for (const points of pieces(samples, one.name, max)) {
      const line = document.createElementNS(SVG, 'polyline');
      line.setAttribute('class', 's' + index);
      line.setAttribute('points', (points.length === 1 ? [points[0], points[0]] : points).join(' '));
      svg.append(line);
    }
  });
  const axis = document.createElement('div');
  axis.className = 'axis';
  axis.setAttribute('aria-hidden', 'true');
  const from = document.createElement('span');
  from.textContent = '10 min ago';
  const top = document.createElement('span');
  top.textContent = 'top: ' + max + (unit ? ' ' + unit : '');
  const to = document.createElement('span');
  to.textContent = 'now';
  axis.append(from, top, to);
  for (const old of figure.querySelectorAll('svg, .axis')) old.remove();
  figure.append(svg, axis);
}
