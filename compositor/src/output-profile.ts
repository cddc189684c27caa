import { Type } from '@framemill/timeline/typebox';

/** What the output looks like. `width` and `height` are even pixels; `rate` is frames per second as a fraction. */
export const OutputProfileSchema = Type.Object({
  format: Type.Union([Type.Literal('mp4'), Type.Literal('webm'), Type.Literal('gif')]),
  quality: Type.Union([Type.Literal('draft'), Type.Literal('standard'), Type.Literal('high')]),
  width: Type.Integer({ minimum: 2 }),
  height: Type.Integer({ minimum: 2 }),
  rate: Type.Object({ num: Type.Integer({ minimum: 1 }), den: Type.Integer({ minimum: 1 }) }),
  watermark: Type.Boolean(),
  /** Smart rendering: untouched groups of pictures of H.264 sources are copied (`planGroups`). Absent: everything is encoded. */
  smart: Type.Optional(Type.Boolean()),
});
/** What the encoder is asked for, as it is stored with a render. */
export type OutputProfile = Type.Static<typeof OutputProfileSchema>;
