import { Type } from '@framemill/timeline/typebox';

/** What the output looks like; same shape as the compositor catalogue's `OutputProfile`. Sizes are even pixels. */
export const OutputProfileSchema = Type.Object({
  format: Type.Union([Type.Literal('mp4'), Type.Literal('webm'), Type.Literal('gif')]),
  quality: Type.Union([Type.Literal('draft'), Type.Literal('standard'), Type.Literal('high')]),
  width: Type.Integer({ minimum: 2 }),
  height: Type.Integer({ minimum: 2 }),
  rate: Type.Object({ num: Type.Integer({ minimum: 1 }), den: Type.Integer({ minimum: 1 }) }),
  watermark: Type.Boolean(),
});
/** Format, size, rate and quality of a render, as they are stored. */
export type StoredProfile = Type.Static<typeof OutputProfileSchema>;
