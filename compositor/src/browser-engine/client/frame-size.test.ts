import { expect, test } from 'vitest';
import { missingForEngine } from './engine-client.ts';
import { createSizeChoice, evenSize } from './frame-size.ts';

/** Plays frames that take `costMs` at full size. Returns the shares of the full size at which they are drawn. */
function play(choice: ReturnType<typeof createSizeChoice>, frames: number, costMs: number, frameMs = 1000 / 30) {
  return Array.from({ length: frames }, () => {
    const share = choice.share();
    choice.report(costMs * share ** 2, frameMs);
    return share;
  });
}

test('draws the largest size that keeps time, and stays there', () => {
  for (const [costMs, share] of [
    [5, 1],
    [29, 1],
    [50, 3 / 4],
    [100, 1 / 2],
    [400, 1 / 4],
    [4000, 1 / 4],
  ] as const) {
    const choice = createSizeChoice();
    play(choice, 200, costMs);
    expect([costMs, new Set(play(choice, 500, costMs))]).toEqual([costMs, new Set([share])]);
  }
});

test('becomes smaller within a few frames, and tries a larger size more and more seldom', () => {
  const choice = createSizeChoice();
  expect(play(choice, 30, 20).at(-1)).toBe(3 / 4);
  expect(play(choice, 30, 20).at(-1)).toBe(1);
  expect(play(choice, 12, 200).at(-1)).toBeLessThanOrEqual(1 / 2);
  // A frame with a fixed cost seems affordable at a larger size, and is not.
  const fixed = createSizeChoice();
  let changes = 0;
  let before = fixed.share();
  for (let frame = 0; frame < 3000; frame++) {
    const share = fixed.share();
    if (share !== before) changes += 1;
    before = share;
    fixed.report(share > 1 / 2 ? 40 : 10, 1000 / 30);
  }
  expect(changes).toBeLessThan(16);
});

test('does not become smaller because of a few late frames', () => {
  const choice = createSizeChoice();
  for (let frame = 0; frame < 60; frame++) choice.report(frame % 20 < 2 ? 300 : 5, 1000 / 30);
  expect(choice.share()).toBe(1);
});

test('rounds sizes to even sides', () => {
  expect(evenSize({ width: 1919, height: 1079 }, 1 / 2)).toEqual({ width: 960, height: 540 });
  expect(evenSize({ width: 5, height: 3 }, 1 / 4)).toEqual({ width: 2, height: 2 });
});

test('names what a browser lacks', () => {
  const all = { WebAssembly: 1, Worker: 1, OffscreenCanvas: 1, VideoDecoder: 1, VideoFrame: 1 };
  expect(missingForEngine(true, all)).toBeNull();
  const { VideoDecoder: _, ...without } = all;
  expect([missingForEngine(true, without), missingForEngine(false, without)]).toEqual(['WebCodecs', null]);
  expect(missingForEngine(false, {})).toBe('WebAssembly');
});
