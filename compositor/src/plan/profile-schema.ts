import { Type } from '@framemill/timeline/typebox';
import { type Format, formats } from '../formats/output-formats.ts';

/** Selection of the frames in formats that consist of single images. Absent fields have defaults. */
export const ImageChoiceSchema = Type.Object({
  /** Time of a poster, in seconds. */
  atSec: Type.Optional(Type.Number({ minimum: 0 })),
  /** Columns of a contact sheet, and of each sheet of thumbnails. */
  columns: Type.Optional(Type.Integer({ minimum: 1, maximum: 20 })),
  rows: Type.Optional(Type.Integer({ minimum: 1, maximum: 20 })),
  /** Interval between two thumbnails, in seconds. */
  intervalSec: Type.Optional(Type.Number({ minimum: 0.1, maximum: 600 })),
});
/** Selection of the frames in formats that consist of single images. */
export type ImageChoice = Type.Static<typeof ImageChoiceSchema>;

/** Texts of the document that are stored in the output file as captions or chapters. */
export const TextsSchema = Type.Object({
  captions: Type.Optional(Type.Boolean()),
  chapters: Type.Optional(Type.Boolean()),
});

/**
 * Format, quality and size of an output. `width` and `height` are even pixels; `rate` is frames per second as a
 * fraction.
 */
export const OutputProfileSchema = Type.Object({
  format: Type.Unsafe<Format>({ type: 'string', enum: [...formats] }),
  quality: Type.Union([Type.Literal('draft'), Type.Literal('standard'), Type.Literal('high')]),
  /** Trade-off between file size and rendering time. Absent: `balanced`. */
  compression: Type.Optional(Type.Union([Type.Literal('fast'), Type.Literal('balanced'), Type.Literal('small')])),
  width: Type.Integer({ minimum: 2 }),
  height: Type.Integer({ minimum: 2 }),
  rate: Type.Object({ num: Type.Integer({ minimum: 1 }), den: Type.Integer({ minimum: 1 }) }),
  watermark: Type.Boolean(),
  /**
   * Whether smart rendering is on: unchanged groups of pictures (GOPs) of H.264 sources are copied (`planGroups`).
   * Absent: everything is encoded.
   */
  smart: Type.Optional(Type.Boolean()),
  /** Whether the first segment has one second, so that a stream can be played early. Absent: as long as the others. */
  earlyPlayback: Type.Optional(Type.Boolean()),
  choice: Type.Optional(ImageChoiceSchema),
  texts: Type.Optional(TextsSchema),
});
/** Output profile as stored with a render. */
export type OutputProfile = Type.Static<typeof OutputProfileSchema>;
