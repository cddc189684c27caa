import type { ReceivedSpan } from '@framemill/testing/otlp-receiver';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { expect, it } from 'vitest';
import { drawTrace, textOf, tickStep } from './draw-trace.ts';

const span = (id: string, parentId: string | null, startMs: number, durationMs: number): ReceivedSpan => ({
  ...{ name: id, service: 'framemill-node', traceId: 't', id, parentId, startMs, durationMs, attributes: {} },
  error: null,
});

it('draws a bar for each span over its time, a span below the one that it belongs to', async () => {
  const spans = [
    span('late', 'root', 5_500, 4_500),
    span('root', 'caller', 1_000, 9_000),
    span('early', 'root', 1_000, 1),
  ];
  const image = await loadImage(drawTrace(spans, 'A test'));
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  const rows = [0, 1, 2].map((row) => {
    const { data } = context.getImageData(0, 116 + 26 * row + 6, image.width, 1);
    const drawn = Array.from({ length: image.width }, (_, x) => x).filter((x) => data[4 * x] === 0x2a);
    return [drawn.at(0), drawn.at(-1)];
  });
  expect(rows).toEqual([
    [250, 1_169],
    [250, 251],
    [710, 1_169],
  ]);
});

it('has at most ten marks of time', () => {
  expect([900, 1_001, 9_999, 70_000, 260_000].map(tickStep)).toEqual([100, 200, 1_000, 10_000, 50_000]);
});

it('writes durations and attributes without ids', () => {
  const attributes = { kind: 'frames', attempt: 1, busyMs: 16_730, job: 'c_1', 'process.pid': 3, render: 'rnd_1' };
  expect(textOf({ durationMs: 63_634, attributes })).toBe('63.6 s, kind frames, attempt 1, busy 16.7 s');
  expect(textOf({ durationMs: 12, attributes: {} })).toBe('12 ms');
});
