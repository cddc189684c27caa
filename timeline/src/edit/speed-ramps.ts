import type { Keyframe } from '../document/keyframe.ts';
import { keyframedValue } from '../evaluate/animated-value.ts';
import type { SpeedRamp } from '../vocabulary/index.ts';

/** Shapes of the ramps as [share of the clip, relative speed]. Curves between the points are easeInOutSine. */
const SHAPES: Record<SpeedRamp, readonly (readonly [number, number])[]> = {
  montage: [
    [0, 0.8],
    [0.15, 0.8],
    [0.4, 4],
    [0.55, 4],
    [0.75, 0.5],
    [1, 0.5],
  ],
  hero: [
    [0, 4],
    [0.3, 4],
    [0.45, 0.5],
    [0.65, 0.5],
    [0.8, 4],
    [1, 4],
  ],
  bullet: [
    [0, 5],
    [0.35, 5],
    [0.42, 0.4],
    [0.6, 0.4],
    [0.67, 5],
    [1, 5],
  ],
  'jump-cut': [
    [0, 1],
    [0.4, 1],
    [0.48, 6],
    [0.55, 6],
    [0.63, 1],
    [1, 1],
  ],
  'flash-in': [
    [0, 5],
    [0.25, 5],
    [0.5, 1],
    [1, 1],
  ],
  'flash-out': [
    [0, 1],
    [0.5, 1],
    [0.75, 5],
    [1, 5],
  ],
};

/**
 * Computes the speed keyframes of a named ramp that plays exactly `playedSec` of source in `durationSec`.
 * The clip then shows the same range of its source in the same time as before.
 */
export function rampKeyframes(name: SpeedRamp, durationSec: number, playedSec: number): Keyframe[] {
  const shape = SHAPES[name].map(
    ([share, value]): Keyframe => ({ time: share * durationSec, value, easing: 'easeInOutSine' }),
  );
  const factor = playedSec / keyframedValue(shape).areaTo(durationSec);
  return shape.map((keyframe) => ({ ...keyframe, value: keyframe.value * factor }));
}
