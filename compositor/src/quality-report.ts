import { Type } from '@framemill/timeline/typebox';

/** Kinds of findings: the first four concern the file, the others its document. */
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
/** Kind of a finding. */
export type FindingKind = (typeof findingKinds)[number];

const nullable = {
  number: (description: string) => Type.Unsafe<number | null>({ type: ['number', 'null'], description }),
};

/** Fault of an output with its position, in seconds of the output. */
export const FindingSchema = Type.Object({
  kind: Type.Enum([...findingKinds]),
  severity: Type.Enum(['warn', 'note']),
  startSec: Type.Number({ minimum: 0 }),
  endSec: Type.Number({ minimum: 0 }),
  clipId: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'The clip that it is about.' }),
  value: nullable.number('upscaled: output pixels a source pixel; contrast: its ratio; glyphs: how many are missing.'),
  message: Type.String(),
});
/** Fault of an output with its position. */
export type Finding = Type.Static<typeof FindingSchema>;

/** Measurements of a finished file, and findings in it and its document. */
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
  /** Violated limits, one sentence each; empty without limits. */
  broken: Type.Array(Type.String(), { description: 'Each limit of `qc` that the film does not keep, in a sentence.' }),
});
/** Measurements of a finished file, and findings in it and its document. */
export type QualityReport = Type.Static<typeof QualityReportSchema>;
