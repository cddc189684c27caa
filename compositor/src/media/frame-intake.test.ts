import { afterAll, expect, test } from 'vitest';
import { openFilterChain } from './filter-chain.ts';
import { createFrame } from './frame.ts';
import { createFrameIntake } from './frame-intake.ts';

const intake = createFrameIntake();
afterAll(() => intake.close());

function filled(value: number, width = 64, height = 36) {
  const frame = createFrame(width, height);
  for (const plane of frame.data ?? []) plane.fill(value);
  return frame;
}

test('planes are the memory of the frame itself, whose owner may give it back', () => {
  const frame = filled(100);
  frame.data?.[0]?.fill(120);
  const { data, stride } = intake.planesOf(frame);
  expect(data.length).toBe(3);
  expect(stride[0]).toBeGreaterThanOrEqual(64);
  frame.data?.[1]?.fill(7);
  frame.free();
  expect(data.map((plane) => plane[0])).toEqual([120, 7, 100]);
});

test('the same frame may be asked for again, after others too; planes of before can no longer be read', () => {
  const [a, b] = [filled(10), filled(20, 128, 72)];
  const first = intake.planesOf(a);
  expect(intake.planesOf(b).data[2]?.[0]).toBe(20);
  expect(first.data.map((plane) => plane.length)).toEqual([0, 0, 0]);
  expect(intake.planesOf(a).data[0]?.[0]).toBe(10);
  expect(intake.planesOf(a).data[0]?.[0]).toBe(10);
  expect(a.data?.[0]?.[0]).toBe(10);
  a.free();
  b.free();
});

test('thousands of large frames leave no memory on the books of the garbage collector', () => {
  const frame = filled(1, 1920, 1080);
  const before = process.memoryUsage().arrayBuffers;
  for (let i = 0; i < 2000; i++) intake.planesOf(frame);
  // One frame takes 3.1 MB.
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8e6);
  frame.free();
});

test('a frame whose rows are stored from the last to the first is handed out upright', () => {
  const frame = createFrame(64, 36);
  const stride = frame.linesize[0] ?? 0;
  for (let row = 0; row < 36; row++) frame.data?.[0]?.fill(row, row * stride, (row + 1) * stride);
  const chain = openFilterChain([
    [
      'buffer',
      `width=64:height=36:pix_fmt=${frame.format}:time_base=1/1:pixel_aspect=1/1` +
        `:colorspace=${frame.colorSpace}:range=${frame.colorRange}`,
    ],
    ['vflip', ''],
    ['buffersink', ''],
  ]);
  chain.push(frame);
  const flipped = chain.pull();
  if (!flipped) throw new Error('The filter returned no frame.');
  expect(flipped.linesize[0]).toBeLessThan(0);
  const { data, stride: strides } = intake.planesOf(flipped);
  const [luma, lumaStride = 0] = [data[0], strides[0]];
  expect([0, 1, 35].map((row) => luma?.[row * lumaStride])).toEqual([35, 34, 0]);
  chain.close();
  frame.free();
});
