import * as echarts from '/lib/echarts/dist/echarts.esm.min.js';
import { el } from '/pages/dom.js';

const LETTER = 6.6;
const KEY = 30;
const LINE = 19;

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
    axisLine: { lineStyle: { color: own.line } },
    splitLine: { lineStyle: { color: own.line } },
    ...given,
    axisLabel: { color: own.quiet, formatter: given.type === 'category' ? undefined : short, ...given.axisLabel },
    nameLocation: given.nameLocation ?? 'middle',
  };
}

/** How many pixels the legend's lines need in a box of this width. */
function legendHeight(names, width) {
  const lines = names.reduce(([line, at], name) => {
    const long = name.length * LETTER + KEY;
    return at + long > width ? [line + 1, long] : [line, at + long];
  }, [1, 0]);
  return names.length === 0 ? 8 : lines[0] * LINE + 8;
}

function legend(names, own) {
  return names.length === 0 ? undefined : {
    data: names, type: 'plain', top: 0, left: 0, itemWidth: 14, itemHeight: 9, itemGap: 10, textStyle: { color: own.text, fontSize: 11 },
  };
}

function styled(names, option) {
  const own = { text: colour('--text'), quiet: colour('--quiet'), line: colour('--line'), back: colour('--panel') };
  const axes = (given) => (given === undefined ? undefined : [given].flat().map((it) => axis(own, it)));
  return {
    animation: false,
    textStyle: { fontFamily: 'system-ui, sans-serif', color: own.text },
    ...option,
    legend: legend(names, own),
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
 * `label` says in a sentence what there is to see; `names` are the series in the legend. The function is
 * told the pixels that the legend takes at the `top` and the box's `height`.
 */
export function chart(label, names, option, clicked) {
  const box = el('div', { class: 'chart', role: 'img', 'aria-label': label });
  let drawn = null;
  const draw = () => {
    if (!box.isConnected) {
      return;
    }
    drawn ??= start();
    drawn.resize();
    drawn.setOption(styled(names, option({ top: legendHeight(names, box.clientWidth), height: box.clientHeight })), true);
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
