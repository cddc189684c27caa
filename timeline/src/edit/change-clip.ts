import { Compile } from '#typebox';
import { type Clip, ClipSchema } from '../document/clip.ts';
import type { Document } from '../document/document.ts';
import { describeSchemaErrors } from '../document/schema-error.ts';
import { refuse } from '../errors/refuse.ts';

const validator = Compile(ClipSchema);

/** Returns the document with `clip` at `index`. Throws `invalid_request` for an invalid clip. */
export function withClip(document: Document, index: number, clip: Clip): Document {
  return { ...document, clips: document.clips.with(index, checked(clip)) };
}

/**
 * Validates a clip and returns it. Throws `invalid_request`: a patch may be valid in each field and invalid as a whole.
 */
export function checked(clip: Clip): Clip {
  if (!validator.Check(clip)) throw refuse(describeSchemaErrors(validator.Errors(clip), clip, '').message);
  if ((clip.cropL ?? 0) + (clip.cropR ?? 0) >= 1) throw refuse('cropL + cropR must stay below 1. Crop less.');
  if ((clip.cropT ?? 0) + (clip.cropB ?? 0) >= 1) throw refuse('cropT + cropB must stay below 1. Crop less.');
  return clip;
}

/** Validates a clip that was built from fields by name, and returns it. Throws `invalid_request`. */
export function clipFrom(fields: Record<string, unknown>): Clip {
  if (!validator.Check(fields)) throw refuse(describeSchemaErrors(validator.Errors(fields), fields, '').message);
  return checked(fields);
}
