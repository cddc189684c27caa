import type { Clip } from '../document/clip.ts';
import { KEYFRAMABLE } from '../document/keyframable.ts';
import { keyframedValue } from '../evaluate/animated-value.ts';
import { sourceTime } from '../evaluate/source-time.ts';
import { clipSpan } from '../time/clip-span.ts';
import { frameOf, type Rate, secondsOf } from '../time/rate.ts';
import { KEYFRAMABLE_PROPS } from '../vocabulary/index.ts';

/**
 * Creates a still of a clip at a time of the timeline, without audio. At the clip's end, it shows the last frame.
 * Motion is frozen as well: each animated property gets one keyframe. Start and duration are those of `clip`.
 */
export function stillOfClip(clip: Clip, atSec: number, rate: Rate, id: string): Clip {
  const { startFrame, endFrame } = clipSpan(clip, rate);
  const localFrame = Math.min(endFrame - startFrame - 1, Math.max(0, frameOf(atSec, rate) - startFrame));
  const localSec = secondsOf(localFrame, rate);
  const sourceAt = sourceTime(clip, secondsOf(endFrame - startFrame, rate), secondsOf(1, rate));
  const { transition: _, kfSpeed: _ramp, durationFrom: _word, ...rest } = clip;
  const still: Clip = { ...rest, id, freezeAt: sourceAt(localSec), muted: true, fadeIn: 0, fadeOut: 0 };
  for (const prop of KEYFRAMABLE_PROPS) {
    const { field } = KEYFRAMABLE[prop];
    const keyframes = still[field];
    if (keyframes && keyframes.length > 0) still[field] = [{ time: 0, value: valueAt(keyframes, prop, localSec) }];
  }
  return still;
}

/** Evaluates keyframes within the allowed range of the property, because an easing may overshoot it. */
function valueAt(keyframes: Parameters<typeof keyframedValue>[0], prop: keyof typeof KEYFRAMABLE, sec: number): number {
  const { minimum, maximum } = KEYFRAMABLE[prop];
  return Math.min(maximum, Math.max(minimum, keyframedValue(keyframes).at(sec)));
}
