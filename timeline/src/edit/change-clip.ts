import { Compile } from '#typebox';
import { type Clip, ClipSchema } from '../document/clip.ts';
import type { Document } from '../document/document.ts';
import { describeSchemaErrors } from '../document/schema-error.ts';
import { refuse } from '../errors/refuse.ts';

const validator = Compile(ClipSchema);

/** The document with `clip` in the place of the clip at `index`. */
export function withClip(document: Document, index: number, clip: Clip): Document {
  return { ...document, clips: document.clips.with(index, checked(clip)) };
}

/** A clip that a document may hold. Throws what is wrong with it: a patch may be right in each field and wrong as a whole. */
export function checked(clip: Clip): Clip {
  if (!validator.Check(clip)) throw refuse(describeSchemaErrors(validator.Errors(clip), clip, '').message);
  if ((clip.cropL ?? 0) + (clip.cropR ?? 0) >= 1) throw refuse('cropL + cropR must stay below 1. Crop less.');
  if ((clip.cropT ?? 0) + (clip.cropB ?? 0) >= 1) throw refuse('cropT + cropB must stay below 1. Crop less.');
  return clip;
}

/** The same for fields put together by name. */
export function clipFrom(fields: Record<string, unknown>): Clip {
  if (!validator.Check(fields)) throw refuse(describeSchemaErrors(validator.Errors(fields), fields, '').message);
  return checked(fields);
}
