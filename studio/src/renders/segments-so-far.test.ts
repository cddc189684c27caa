import { expect, it } from 'vitest';
import { playsSoFar, segmentAt, segmentsSoFar } from './segments-so-far.ts';

const segments = (['reused', 'done', 'running', 'done'] as const).map((state, index) => {
  return { index, startFrame: index * 60, endFrame: index * 60 + 60, state, nodeId: null };
});

it('is what lies before the first segment that is not there', () => {
  expect(segmentsSoFar(segments).map(({ index }) => index)).toEqual([0, 1]);
  expect(segmentsSoFar(segments.slice(0, 2))).toHaveLength(2);
  expect(segmentsSoFar([])).toEqual([]);
});

it('finds the segment of a frame', () => {
  expect([0, 59, 60, 200].map((frame) => segmentAt(segments, frame))).toEqual([0, 0, 1, 3]);
  expect(segmentAt(segments, 240)).toBe(-1);
});

it('can be watched in codings that browsers play', () => {
  const plays = ['mp4', 'webm', 'mp4-av1', 'mov-prores', 'gif', 'mp3', 'unknown'].map((format) =>
    playsSoFar({ format }),
  );
  expect(plays).toEqual([true, true, true, false, false, false, false]);
});
