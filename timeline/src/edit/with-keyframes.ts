import type { Clip } from '../document/clip.ts';
import { KEYFRAMABLE } from '../document/keyframable.ts';
import type { Keyframe } from '../document/keyframe.ts';
import type { KeyframableProp } from '../vocabulary/index.ts';

/** Sets the keyframes of a property; an empty list removes the field. */
export function withKeyframes(clip: Clip, prop: KeyframableProp, keyframes: readonly Keyframe[]): Clip {
  const { field } = KEYFRAMABLE[prop];
  const { [field]: _, ...rest } = clip;
  return keyframes.length > 0 ? { ...rest, [field]: [...keyframes] } : rest;
}
