import type { Clip } from '../document/clip.ts';
import { KEYFRAMABLE } from '../document/keyframable.ts';
import { keyframedValue } from '../evaluate/animated-value.ts';
import type { MotionProp } from './motion.ts';

/** Returns the current value of a property at `atSec`, in seconds from the clip's start. */
export function restingValue(clip: Clip, prop: MotionProp, atSec: number): number {
  const keyframes = clip[KEYFRAMABLE[prop].field];
  return keyframes && keyframes.length > 0 ? keyframedValue(keyframes).at(atSec) : stillValue(clip, prop);
}

/** Returns the value that a property has without keyframes. */
export function stillValue(clip: Clip, prop: MotionProp): number {
  return prop === 'blur' ? KEYFRAMABLE[prop].initial : clip[prop];
}
