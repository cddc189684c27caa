import { expect, it } from 'vitest';
import { clipSpan, frameOf, rateOf, secondsOf } from './time.ts';

it.each([
  [30, 30, 1],
  [29.97, 30_000, 1001],
  [23.976, 24_000, 1001],
  [23.98, 24_000, 1001],
  [59.94, 60_000, 1001],
  [12.5, 25, 2],
  [25, 25, 1],
])('rateOf(%d) is %d/%d', (fps, num, den) => {
  expect(rateOf(fps)).toEqual({ num, den });
});

it('frames come back from their times, a day long', () => {
  for (const fps of [23.976, 25, 29.97, 30, 59.94, 12.5]) {
    const rate = rateOf(fps);
    for (let frame = 0; frame < 86_400 * fps; frame += 99_991)
      expect(frameOf(secondsOf(frame, rate), rate)).toBe(frame);
  }
});

it('clips that touch share their boundary frame, however the times were added up', () => {
  const rate = rateOf(30);
  for (let step = 1; step < 200; step += 1) {
    const duration = step / 60;
    const first = clipSpan({ start: 0.1, duration }, rate);
    expect(clipSpan({ start: 0.1 + duration, duration }, rate).startFrame).toBe(first.endFrame);
  }
});

it('a clip is at least a frame long', () => {
  expect(clipSpan({ start: 1, duration: 0.001 }, rateOf(30))).toEqual({ startFrame: 30, endFrame: 31 });
});
