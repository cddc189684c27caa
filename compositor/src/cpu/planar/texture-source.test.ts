import { afterAll, expect, test } from 'vitest';
import { loadKernels } from '../../kernels/load-kernels.ts';
import { createFrame } from '../../media/frame.ts';
import { createFrameIntake } from '../../media/frame-intake.ts';
import { createFrameSource } from './texture-source.ts';

const kernels = loadKernels(64 * 1024 * 1024);
const intake = createFrameIntake();
afterAll(() => intake.close());

test('a source releases its memory when closed: never sampled, only halved, or only at full size', () => {
  const before = kernels.heap.usedBytes;
  for (const levels of [[], [1], [0], [2, 0]]) {
    const frame = createFrame(64, 36);
    for (const plane of frame.data ?? []) plane.fill(100);
    const source = createFrameSource(kernels, intake, { width: 64, height: 36 });
    source.show(frame, 'a');
    for (const level of levels) source.level(level, 0, 36);
    source.close();
    frame.free();
    expect(kernels.heap.usedBytes).toBe(before);
  }
});

test('a new picture replaces every halved copy of the old one', () => {
  const frame = createFrame(64, 36);
  const source = createFrameSource(kernels, intake, { width: 64, height: 36 });
  for (const value of [50, 200]) {
    for (const plane of frame.data ?? []) plane.fill(value);
    source.show(frame, `picture ${value}`);
    for (const level of [2, 1, 0]) {
      const { luma } = source.level(level, 0, 36);
      expect(kernels.heap.bytes[luma.offset]).toBe(value);
      expect(kernels.heap.bytes[luma.offset + (luma.height - 1) * luma.stride + luma.width - 1]).toBe(value);
    }
  }
  source.close();
  frame.free();
});
