import { type ReceivedSpan, spansAsTree, type TreeSpan } from '@framemill/testing/otlp-receiver';
import { chartCanvas, faint, ink, write } from '../report/charts.ts';

const width = 1200;
const rowHeight = 26;
const barHeight = 16;
const plot = { left: 250, right: 1170, top: 116 };
/** Colour of the bars by process. */
const colours: Readonly<Record<string, string>> = {
  'framemill-api': '#8a5a9e',
  'framemill-scheduler': '#f2703f',
  'framemill-node': '#2a6f97',
};
const font = '14px "Chart Inter"';

/**
 * Draws the spans of one trace as a PNG: a bar for each span over the time since the first one, below the bar of the
 * span above it. Next to the bar are the duration of the span and the attributes that are no ids.
 */
export function drawTrace(spans: readonly ReceivedSpan[], subtitle: string): Buffer {
  const rows = spansAsTree(spans);
  const beginMs = Math.min(...spans.map(({ startMs }) => startMs));
  const totalMs = Math.max(...spans.map(({ startMs, durationMs }) => startMs + durationMs)) - beginMs;
  const { canvas, context } = chartCanvas(width, plot.top + rows.length * rowHeight + 24);
  write(context, 'The trace of a render', 30, 42, '700 24px "Chart Inter Bold"', ink);
  write(context, subtitle, 30, 68, font, faint);
  let keyX = plot.right;
  for (const [service, colour] of Object.entries(colours).toReversed()) {
    const name = `■ ${service.replace('framemill-', '')}`;
    write(context, name, keyX, 42, font, colour, 'right');
    keyX -= context.measureText(name).width + 24;
  }
  const x = (ms: number) => plot.left + (ms / totalMs) * (plot.right - plot.left);
  const bottom = plot.top + rows.length * rowHeight;
  const step = tickStep(totalMs);
  for (let ms = 0; ms <= totalMs; ms += step) {
    context.fillStyle = '#e8ebf1';
    context.fillRect(Math.round(x(ms)), plot.top - 6, 1, bottom - plot.top + 6);
    write(context, `${ms / 1_000} s`, x(ms), plot.top - 12, font, faint, 'center');
  }
  for (const [index, span] of rows.entries()) {
    const y = plot.top + index * rowHeight;
    write(context, span.name, 30 + 16 * span.depth, y + 18, font, ink, 'left', plot.left - 40 - 16 * span.depth);
    const left = x(span.startMs - beginMs);
    const barWidth = Math.max(2, x(span.startMs - beginMs + span.durationMs) - left);
    context.fillStyle = colours[span.service] ?? faint;
    context.fillRect(left, y + (rowHeight - barHeight) / 2, barWidth, barHeight);
    const text = textOf(span);
    const textWidth = context.measureText(text).width;
    const after = left + barWidth + 8;
    if (after + textWidth <= plot.right) write(context, text, after, y + 18, font, ink);
    else if (textWidth + 16 < barWidth) write(context, text, left + 8, y + 18, font, '#ffffff');
    else write(context, text, left - 8, y + 18, font, ink, 'right');
  }
  return canvas.toBuffer('image/png');
}

/** Returns the interval of the time marks in ms: 1, 2 or 5 times a power of ten, so that there are at most ten. */
export function tickStep(totalMs: number): number {
  const power = 10 ** Math.floor(Math.log10(totalMs / 10));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => totalMs / step <= 10) ?? totalMs;
}

/** Attributes with ids, which are different in each trace. */
const ids = ['request', 'render', 'task', 'job', 'node', 'queue'];

/** Returns the duration and the attributes of a span as text; times of work in the unit of the duration. */
export function textOf({ durationMs, attributes }: Pick<TreeSpan, 'durationMs' | 'attributes'>): string {
  const time = (ms: number) => (ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`);
  const values = Object.entries(attributes).flatMap(([name, value]) => {
    if (ids.includes(name) || name.includes('.')) return [];
    return [name === 'busyMs' ? `busy ${time(Number(value))}` : `${name} ${value}`];
  });
  return [time(durationMs), ...values].join(', ');
}
