import type { Clip } from '../document/clip.ts';
import { KEYFRAMABLE } from '../document/keyframable.ts';
import { keyframedValue } from '../evaluate/animated-value.ts';
import type { MotionProp } from './motion.ts';

/** The value of a property at a time of its clip, as the clip is now. `atSec` counts from the clip's start. */
export function restingValue(clip: Clip, prop: MotionProp, atSec: number): number {
  const { field, initial } = KEYFRAMABLE[prop];
  const keyframes = clip[field];
  if (keyframes && keyframes.length > 0) return keyframedValue(keyframes).at(atSec);
  return prop === 'blur' ? initial : clip[prop];
}
