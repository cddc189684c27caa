import type { Clip } from '../document/clip.ts';
import type { Document } from '../document/document.ts';
import { KEYFRAMABLE } from '../document/keyframable.ts';
import type { Keyframe } from '../document/keyframe.ts';
import { refuse } from '../errors/refuse.ts';
import { rateOf } from '../time/rate.ts';
import type { KeyframableProp } from '../vocabulary/index.ts';

/** Returns the distance up to which two keyframes of a property count as simultaneous. Half a frame, in seconds. */
export function sameMomentSec(document: Document): number {
  const rate = rateOf(document.settings.fps);
  return rate.den / rate.num / 2;
}

/**
 * Throws `invalid_request` when a keyframe's value is outside its property's range or its time outside the clip.
 * A time outside the clip is allowed if the clip already has a keyframe there, because a cut leaves such keyframes.
 */
export function checkKeyframe(document: Document, clip: Clip, prop: KeyframableProp, keyframe: Keyframe): void {
  const { minimum, maximum, unit, field } = KEYFRAMABLE[prop];
  if (keyframe.value < minimum || keyframe.value > maximum) {
    throw refuse(`value of ${prop} must be ${minimum} to ${maximum}, ${unit} (got ${keyframe.value}).`);
  }
  const isOutside = keyframe.time < 0 || keyframe.time > clip.duration + sameMomentSec(document);
  if (isOutside && !clip[field]?.some(({ time }) => time === keyframe.time)) {
    throw refuse(
      `time must be within the clip, 0 to ${clip.duration} s (got ${keyframe.time}). Times start at the clip's start.`,
    );
  }
}
