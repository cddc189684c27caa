import { Compile } from '#typebox';
import { type Clip, ClipSchema } from '../document/clip.ts';
import type { Document } from '../document/document.ts';
import { KEYFRAMABLE } from '../document/keyframable.ts';
import type { Keyframe } from '../document/keyframe.ts';
import { LIMITS } from '../document/limits.ts';
import { describeSchemaErrors } from '../document/schema-error.ts';
import { refuse } from '../errors/framemill-error.ts';
import type { KeyframableProp } from '../vocabulary/index.ts';

const validator = Compile(ClipSchema);

/** Returns the document with `clip` at `index`. Throws `invalid_request` for an invalid clip. */
export function withClip(document: Document, index: number, clip: Clip): Document {
  return { ...document, clips: document.clips.with(index, checked(clip)) };
}

/**
 * Validates a clip as a whole and returns it. Throws `invalid_request`, for example when each field is valid but the
 * crops together exceed the image.
 */
export function checked(clip: Clip): Clip {
  if (!validator.Check(clip)) throw refuse(describeSchemaErrors(validator.Errors(clip), clip, '').message);
  if ((clip.cropL ?? 0) + (clip.cropR ?? 0) >= 1)
    throw refuse(`cropL + cropR must be below 1 (got ${clip.cropL ?? 0} + ${clip.cropR ?? 0}). Crop less.`);
  if ((clip.cropT ?? 0) + (clip.cropB ?? 0) >= 1)
    throw refuse(`cropT + cropB must be below 1 (got ${clip.cropT ?? 0} + ${clip.cropB ?? 0}). Crop less.`);
  return clip;
}

/** Validates a clip that was built from fields by name, and returns it. Throws `invalid_request`. */
export function clipFrom(fields: Record<string, unknown>): Clip {
  if (!validator.Check(fields)) throw refuse(describeSchemaErrors(validator.Errors(fields), fields, '').message);
  return checked(fields);
}

/** Replaces clips by the `changed` clips with the same ids. Returns the same document when `changed` is empty. */
export function withClips(document: Document, changed: readonly Clip[]): Document {
  if (changed.length === 0) return document;
  const byId = new Map(changed.map((clip) => [clip.id, checked(clip)]));
  return { ...document, clips: document.clips.map((clip) => byId.get(clip.id) ?? clip) };
}

/** Sets the keyframes of a property; an empty list removes the field. */
export function withKeyframes(clip: Clip, prop: KeyframableProp, keyframes: readonly Keyframe[]): Clip {
  const { field } = KEYFRAMABLE[prop];
  const { [field]: _, ...rest } = clip;
  return keyframes.length > 0 ? { ...rest, [field]: [...keyframes] } : rest;
}

/**
 * Moves a clip to another start, at least 0. Only the start is checked, because ripples move thousands of clips.
 * Throws `invalid_request` when the start is above the maximum time.
 */
export function movedClip(clip: Clip, startSec: number): Clip {
  if (startSec > LIMITS.seconds) {
    throw refuse(`start of clip "${clip.id}" must be ${LIMITS.seconds} or less (got ${startSec}). Move it less far.`);
  }
  return { ...clip, start: Math.max(0, startSec) };
}
