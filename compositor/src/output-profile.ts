import { Type } from '@framemill/timeline/typebox';
import { type Format, formats } from './catalog/formats.ts';

/** Which frames a format of single pictures shows. What is absent has a default. */
export const ImageChoiceSchema = Type.Object({
  /** Time of a poster, seconds. */
  atSec: Type.Optional(Type.Number({ minimum: 0 })),
  /** Of a contact sheet, and of each sheet of sprites. */
  columns: Type.Optional(Type.Integer({ minimum: 1, maximum: 20 })),
  rows: Type.Optional(Type.Integer({ minimum: 1, maximum: 20 })),
  /** Seconds between two thumbnails. */
  intervalSec: Type.Optional(Type.Number({ minimum: 0.1, maximum: 600 })),
});
/** Which frames a format of single pictures shows. */
export type ImageChoice = Type.Static<typeof ImageChoiceSchema>;

/** Texts of the document that go into a film's file beside picture and sound. */
export const TextsSchema = Type.Object({
  captions: Type.Optional(Type.Boolean()),
  chapters: Type.Optional(Type.Boolean()),
});

/** What the output looks like. `width` and `height` are even pixels; `rate` is frames per second as a fraction. */
export const OutputProfileSchema = Type.Object({
  format: Type.Unsafe<Format>({ type: 'string', enum: [...formats] }),
  quality: Type.Union([Type.Literal('draft'), Type.Literal('standard'), Type.Literal('high')]),
  width: Type.Integer({ minimum: 2 }),
  height: Type.Integer({ minimum: 2 }),
  rate: Type.Object({ num: Type.Integer({ minimum: 1 }), den: Type.Integer({ minimum: 1 }) }),
  watermark: Type.Boolean(),
  /** Smart rendering: untouched groups of pictures of H.264 sources are copied (`planGroups`). Absent: everything is encoded. */
  smart: Type.Optional(Type.Boolean()),
  choice: Type.Optional(ImageChoiceSchema),
  texts: Type.Optional(TextsSchema),
});
/** What the encoder is asked for, as it is stored with a render. */
export type OutputProfile = Type.Static<typeof OutputProfileSchema>;
