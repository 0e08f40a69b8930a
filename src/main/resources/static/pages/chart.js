import * as echarts from '/lib/echarts/dist/echarts.esm.min.js';
import { el } from '/pages/dom.js';

const dark = matchMedia('(prefers-color-scheme: dark)');

function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** Rounded axis labels: 1.5k rather than 1500. */
export function short(value) {
  const size = Math.abs(value);
  return size >= 10000 ? `${+(value / 1000).toFixed(1)}k` : String(+value.toPrecision(4));
}

function axis(own, given) {
  return {
    nameTextStyle: { color: own.quiet },
    axisLabel: { color: own.quiet, formatter: short },
    axisLine: { lineStyle: { color: own.line } },
    splitLine: { lineStyle: { color: own.line } },
    ...given,
    nameLocation: given.nameLocation ?? 'middle',
  };
}

function styled(option) {
  const own = { text: colour('--text'), quiet: colour('--quiet'), line: colour('--line'), back: colour('--panel') };
  const axes = (given) => (given === undefined ? undefined : [given].flat().map((it) => axis(own, it)));
  return {
    animation: false,
    textStyle: { fontFamily: 'system-ui, sans-serif', color: own.text },
    ...option,
    legend: option.legend ? { type: 'scroll', top: 0, textStyle: { color: own.text }, ...option.legend } : undefined,
    // Rich text is drawn on the canvas: markup with styles would break the content security policy.
    tooltip: {
      renderMode: 'richText', backgroundColor: own.back, borderColor: own.line, confine: true,
      textStyle: { color: own.text, fontSize: 12 }, ...option.tooltip,
    },
    xAxis: axes(option.xAxis),
    yAxis: axes(option.yAxis),
  };
}

/**
 * A drawing of what the option function gives, drawn anew with other colours, sizes and for paper.
 * `label` says in a sentence what there is to see.
 */
export function chart(label, option, clicked) {
  const box = el('div', { class: 'chart', role: 'img', 'aria-label': label });
  let drawn = null;
  const draw = () => {
    if (!box.isConnected) {
      return;
    }
    drawn ??= start();
    drawn.setOption(styled(option()), true);
    drawn.resize();
  };
  const start = () => {
    const made = echarts.init(box, null, { renderer: 'canvas' });
    if (clicked) {
      made.on('click', clicked);
    }
    return made;
  };
  new ResizeObserver(draw).observe(box);
  dark.addEventListener('change', draw);
  addEventListener('beforeprint', () => printing(true, draw));
  addEventListener('afterprint', () => printing(false, draw));
  box.redraw = draw;
  return box;
}

function printing(on, draw) {
  document.documentElement.toggleAttribute('data-printing', on);
  draw();
}
