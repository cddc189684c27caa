import { Type } from '@framemill/timeline/typebox';

/** Kinds of findings. The first four are faults of the file, the others faults of its document. */
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

const seconds = (description: string) => Type.Optional(Type.Number({ minimum: 0, maximum: 86_400, description }));

/** Limits for the quality of an output; absent limits are not checked. */
export const QualityLimitsSchema = Type.Object(
  {
    maxBlackSec: seconds('Longest black stretch.'),
    maxFrozenSec: seconds('Longest stretch in which a video plays and the picture stands still.'),
    maxClippedSec: seconds('Longest stretch in which a quarter of a video is blown out.'),
    maxSilenceSec: seconds('Longest silence, of a film with sound.'),
    minLufs: Type.Optional(Type.Number({ minimum: -70, maximum: 0, description: 'Integrated loudness, at least.' })),
    maxLufs: Type.Optional(Type.Number({ minimum: -70, maximum: 0, description: 'Integrated loudness, at most.' })),
    maxTruePeakDb: Type.Optional(Type.Number({ minimum: -60, maximum: 12, description: 'dBTP.' })),
    maxAvOffsetSec: seconds('How far sound and picture may start or end apart.'),
    maxMissingGlyphs: Type.Optional(
      Type.Integer({ minimum: 0, description: 'Characters that no font has, of a text.' }),
    ),
    maxUpscale: Type.Optional(Type.Number({ minimum: 1, maximum: 100, description: 'Output pixels a source pixel.' })),
    maxUnsafeTexts: Type.Optional(Type.Integer({ minimum: 0, description: 'Texts outside the inner 90 %.' })),
    minContrast: Type.Optional(
      Type.Number({ minimum: 1, maximum: 21, description: 'Of a text on one colour (WCAG).' }),
    ),
    maxBitrateKbps: Type.Optional(Type.Number({ minimum: 1, description: 'Of the whole file.' })),
    maxSizeBytes: Type.Optional(Type.Integer({ minimum: 1 })),
  },
  { additionalProperties: false },
);
/** Limits for the quality of an output. */
export type QualityLimits = Type.Static<typeof QualityLimitsSchema>;

/**
 * Quality limits of the setting `strict`. The limit for the true peak is from EBU R128, that for the offset between
 * audio and video from EBU R37, and that for the contrast of texts from WCAG 2.2.
 */
export const strictLimits: QualityLimits = {
  ...{ maxBlackSec: 0, maxFrozenSec: 2, maxClippedSec: 1, maxSilenceSec: 3 },
  ...{ minLufs: -30, maxLufs: -10, maxTruePeakDb: -1, maxAvOffsetSec: 0.06 },
  ...{ maxMissingGlyphs: 0, maxUpscale: 2, maxUnsafeTexts: 0, minContrast: 3 },
};

/** Returns a sentence for each limit that a report violates, with the limit, the measured value and its position. */
export function brokenLimits(report: Omit<QualityReport, 'broken'>, limits: QualityLimits): string[] {
  const { audio, findings } = report;
  const of = (kind: FindingKind) => findings.filter((finding) => finding.kind === kind);
  const longest = (kind: FindingKind, limit: number | undefined, name: string) => {
    const found = of(kind).toSorted((a, b) => lengthOf(b) - lengthOf(a))[0];
    if (limit === undefined || !found || lengthOf(found) <= limit) return [];
    const what = `${wordFor[kind]} for ${lengthOf(found).toFixed(2)} s from ${found.startSec.toFixed(2)} s on`;
    return [`${name} ${limit}: ${what}${others(of(kind).length - 1)}`];
  };
  const worst = (kind: FindingKind, isBroken: (value: number) => boolean, name: string, limit: number | undefined) => {
    const found = limit === undefined ? [] : of(kind).filter(({ value }) => value !== null && isBroken(value));
    const [first] = found;
    if (!first) return [];
    const where = `clip ${first.clipId} at ${first.startSec.toFixed(2)} s has ${round(first.value ?? 0)}`;
    return [`${name} ${limit}: ${where}${others(found.length - 1)}`];
  };
  const atMost = (value: number | null | undefined, limit: number | undefined, name: string, unit: string) =>
    limit === undefined || value === null || value === undefined || value <= limit
      ? []
      : [`${name} ${limit}: measured ${round(value)} ${unit}`];
  const apart = Math.max(Math.abs(audio?.offsetSec ?? 0), Math.abs(audio?.endOffsetSec ?? 0));
  const unsafe = of('safe-area');
  return [
    ...longest('black', limits.maxBlackSec, 'maxBlackSec'),
    ...longest('frozen', limits.maxFrozenSec, 'maxFrozenSec'),
    ...longest('clipped', limits.maxClippedSec, 'maxClippedSec'),
    ...longest('silence', limits.maxSilenceSec, 'maxSilenceSec'),
    ...tooQuiet(audio, limits.minLufs),
    ...atMost(audio?.integratedLufs, limits.maxLufs, 'maxLufs', 'LUFS'),
    ...atMost(audio?.truePeakDb, limits.maxTruePeakDb, 'maxTruePeakDb', 'dBTP'),
    ...atMost(audio ? apart : null, limits.maxAvOffsetSec, 'maxAvOffsetSec', 's'),
    ...worst('glyphs', (value) => value > (limits.maxMissingGlyphs ?? 0), 'maxMissingGlyphs', limits.maxMissingGlyphs),
    ...worst('upscaled', (value) => value > (limits.maxUpscale ?? 1), 'maxUpscale', limits.maxUpscale),
    ...(limits.maxUnsafeTexts !== undefined && unsafe.length > limits.maxUnsafeTexts
      ? [`maxUnsafeTexts ${limits.maxUnsafeTexts}: clip ${unsafe[0]?.clipId} is unsafe${others(unsafe.length - 1)}`]
      : []),
    ...worst('contrast', (value) => value < (limits.minContrast ?? 1), 'minContrast', limits.minContrast),
    ...atMost(report.bitrateKbps, limits.maxBitrateKbps, 'maxBitrateKbps', 'kbit/s'),
    ...atMost(report.sizeBytes, limits.maxSizeBytes, 'maxSizeBytes', 'bytes'),
  ];
}

const wordFor: Record<FindingKind, string> = {
  ...{ black: 'black', frozen: 'frozen', clipped: 'blown out', silence: 'silent' },
  ...{ glyphs: 'missing glyphs', upscaled: 'upscaled', 'safe-area': 'unsafe', contrast: 'faint' },
};

function tooQuiet(audio: QualityReport['audio'], limit: number | undefined): string[] {
  if (limit === undefined || audio === null) return [];
  const { integratedLufs } = audio;
  if (integratedLufs === null) return [`minLufs ${limit}: the audio is silent`];
  return integratedLufs < limit ? [`minLufs ${limit}: measured ${round(integratedLufs)} LUFS`] : [];
}

function lengthOf({ startSec, endSec }: Finding): number {
  return endSec - startSec;
}

function others(count: number): string {
  return count > 0 ? `, and ${count} more` : '';
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
