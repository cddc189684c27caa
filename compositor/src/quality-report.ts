import { Type } from '@framemill/timeline/typebox';

/** What a report may find in a film: the first four in the file, the others in the document that it was made of. */
export const findingKinds = [
  'black',
  'frozen',
  'clipped',
  'silence',
  'glyphs',
  'upscaled',
  'safe-area',
  'contrast',
] as const;
/** What a report may find. */
export type FindingKind = (typeof findingKinds)[number];

const nullable = {
  number: (description: string) => Type.Unsafe<number | null>({ type: ['number', 'null'], description }),
};

/** One fault of a film and where it is. Seconds of the film. */
export const FindingSchema = Type.Object({
  kind: Type.Enum([...findingKinds]),
  severity: Type.Enum(['warn', 'note']),
  startSec: Type.Number({ minimum: 0 }),
  endSec: Type.Number({ minimum: 0 }),
  clipId: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'The clip that it is about.' }),
  value: nullable.number('upscaled: output pixels a source pixel; contrast: its ratio; glyphs: how many are missing.'),
  message: Type.String(),
});
/** One fault of a film and where it is. */
export type Finding = Type.Static<typeof FindingSchema>;

/** What was measured in a finished file, and found in it and its document. */
export const QualityReportSchema = Type.Object({
  sizeBytes: Type.Integer({ minimum: 0 }),
  durationSec: nullable.number('null: the file has no length, such as a picture.'),
  bitrateKbps: nullable.number('Of the whole file, 1 kbit = 1000 bits.'),
  video: Type.Union([
    Type.Object({
      codec: Type.String(),
      width: Type.Integer(),
      height: Type.Integer(),
      frames: Type.Integer(),
    }),
    Type.Null(),
  ]),
  audio: Type.Union([
    Type.Object({
      codec: Type.String(),
      integratedLufs: nullable.number('ITU-R BS.1770-4; null: silence has none.'),
      truePeakDb: nullable.number('dBTP.'),
      offsetSec: nullable.number('How much later the sound starts than the picture; null: there is no picture.'),
      endOffsetSec: nullable.number('How much later it ends.'),
    }),
    Type.Null(),
  ]),
  findings: Type.Array(FindingSchema, { description: 'By kind, then by time; at most 100 of a kind.' }),
  leftOut: Type.Integer({ minimum: 0, description: 'Findings beyond those.' }),
  /** Limits that it does not keep, one sentence each; empty without limits. */
  broken: Type.Array(Type.String(), { description: 'Each limit of `qc` that the film does not keep, in a sentence.' }),
});
/** What was measured in a finished file. */
export type QualityReport = Type.Static<typeof QualityReportSchema>;
