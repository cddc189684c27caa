import { CLIP_DEFAULTS, type Clip } from '@framemill/timeline';
import { describe, expect, it } from 'vitest';
import { keyframeAt, laneChange, laneHeight, laneScale, moveKeyframe, propertyValue } from './keyframe-commands.ts';

const clip: Clip = {
  ...{ ...CLIP_DEFAULTS, id: 'c', type: 'text', start: 5, duration: 4, mediaDuration: 4, trackIndex: 0, x: 30 },
  kfOpacity: [
    { time: 0, value: 0, easing: 'easeOut' },
    { time: 2, value: 1 },
  ],
  kfY: [
    { time: 0, value: -100 },
    { time: 2, value: 300 },
  ],
};
const [first] = clip.kfOpacity ?? [];

describe('a keyframe', () => {
  it('moves in time with its curve, and only changes when its time stays', () => {
    if (!first) throw new Error('no keyframe');
    expect(moveKeyframe(clip, 'opacity', first, { time: 1, value: 0.5 })).toEqual([
      { op: 'removeKeyframe', clipId: 'c', prop: 'opacity', time: 0 },
      { op: 'addKeyframe', clipId: 'c', prop: 'opacity', time: 1, value: 0.5, easing: 'easeOut' },
    ]);
    expect(moveKeyframe(clip, 'opacity', first, { time: -1, value: 7 })).toEqual([
      { op: 'addKeyframe', clipId: 'c', prop: 'opacity', time: 0, value: 1, easing: 'easeOut' },
    ]);
    expect(moveKeyframe(clip, 'opacity', first, { time: 0, value: 0 })).toEqual([]);
  });

  it('is found within half a frame', () => {
    expect(keyframeAt(clip, 'opacity', 2.01, 1 / 30)?.value).toBe(1);
    expect(keyframeAt(clip, 'opacity', 2.05, 1 / 30)).toBeUndefined();
  });
});

it('a property has the value of its keyframes, of the clip, or the usual one', () => {
  expect(propertyValue(clip, 'y', 1)).toBe(100);
  expect(propertyValue(clip, 'opacity', 9)).toBe(1);
  expect(propertyValue(clip, 'x', 1)).toBe(30);
  expect(propertyValue(clip, 'blur', 1)).toBe(0);
  expect(propertyValue({ ...clip, grade: { saturation: 0.4 } }, 'saturation', 1)).toBe(0.4);
});

describe('the scale of a lane', () => {
  it('is the whole range, or of a wide property what its keyframes take', () => {
    expect(laneScale('opacity', [clip])).toEqual({ bottom: 0, top: 1 });
    const scale = laneScale('y', [clip]);
    expect(scale).toEqual({ bottom: -180, top: 380 });
    expect(laneHeight(380, scale)).toBeLessThan(laneHeight(-180, scale));
  });

  it('turns pixels into round values', () => {
    expect(laneChange(-34, { bottom: 0, top: 1 })).toBeCloseTo(1, 9);
    expect(laneChange(-1, { bottom: -180, top: 380 })).toBe(20);
  });
});
