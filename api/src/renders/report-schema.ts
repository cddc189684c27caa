import { QualityLimitsSchema, QualityReportSchema, strictLimits } from '@framemill/compositor/plan';
import { type Static, Type } from '@framemill/timeline/typebox';

const nullableNumber = (description: string) => Type.Unsafe<number | null>({ type: ['number', 'null'], description });

/** Schema of the quality limits that a request selects for a render. */
export const QcSchema = Type.Union([Type.Literal('strict'), QualityLimitsSchema], {
  description:
    'Limits that each file of the render with frames or sound must keep: it is measured before the render ends, ' +
    'and one that breaks a limit ends the ' +
    `render FAILED with the limits in \`error\`; its report stays. \`strict\` is ` +
    `${JSON.stringify(strictLimits)}. An object names the limits it wants; ` +
    'what is absent is not looked at.',
});

/** Returns the quality limits that a request selected; undefined when it selected none. */
export function limitsOf(qc: Static<typeof QcSchema> | undefined): Static<typeof QualityLimitsSchema> | undefined {
  return qc === 'strict' ? strictLimits : qc;
}

/** States of a quality report. */
export const reportStatuses = ['PENDING', 'MEASURING', 'READY', 'FAILED'] as const;

/** Schema of the durations of a render's steps in its report. */
export const StagesSchema = Type.Object({
  waitedSec: nullableNumber('From the request until the first work of it began.'),
  renderedSec: nullableNumber(
    'From the first range of frames that began until the last one ended; null: all was there.',
  ),
  mixedSec: nullableNumber('The sound, which is mixed beside the frames.'),
  joinedSec: nullableNumber('Joining frames and sound into the file.'),
  measuredSec: nullableNumber('From the order to measure the file until it was done.'),
  totalSec: nullableNumber('From the request to the end.'),
  slotSec: nullableNumber('What slots of the farm spent on its frames, all together.'),
});
/** Durations of a render's steps, in seconds; see `StagesSchema`. */
export type Stages = Static<typeof StagesSchema>;

/** Quality report as API responses show it. Values that are not yet measured are null or empty. */
export const RenderReportSchema = Type.Object(
  {
    renderId: Type.String(),
    output: Type.Integer({ description: 'Which file of the render: the index of its `outputs`.' }),
    status: Type.Enum([...reportStatuses], {
      description: 'PENDING: there is no file yet. MEASURING: ask again in a second or more. FAILED: `error` says why.',
    }),
    error: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
    qc: Type.Unsafe<Static<typeof QualityLimitsSchema> | null>({
      type: ['object', 'null'],
      description: 'The limits that the render was ordered with.',
    }),
    passed: Type.Unsafe<boolean | null>({
      type: ['boolean', 'null'],
      description: 'Whether it keeps those limits; null: there are none, or it is not measured yet.',
    }),
    ...QualityReportSchema.properties,
    sizeBytes: nullableNumber('Of the file.'),
    stages: StagesSchema,
  },
  {
    title: 'RenderReport',
    examples: [
      {
        ...{ renderId: 'rnd_0123456789abcdef01234567', output: 0, status: 'READY', error: null },
        ...{ qc: { maxBlackSec: 0, maxTruePeakDb: -1 }, passed: false },
        broken: ['maxBlackSec 0: black for 0.60 s from 3.00 s on'],
        ...{ sizeBytes: 1_843_200, durationSec: 10, bitrateKbps: 1474.56 },
        video: { codec: 'h264', width: 1920, height: 1080, frames: 300 },
        audio: { codec: 'aac', integratedLufs: -14.2, truePeakDb: -1.3, offsetSec: 0, endOffsetSec: 0.01 },
        findings: [
          {
            ...{ kind: 'black', severity: 'warn', startSec: 3, endSec: 3.6, clipId: null, value: null },
            message: 'The picture is black from 3.00 to 3.60 s. Check the clips at this time.',
          },
        ],
        leftOut: 0,
        stages: {
          ...{ waitedSec: 0.2, renderedSec: 6.1, mixedSec: 0.4, joinedSec: 0.3 },
          ...{ measuredSec: 1.9, totalSec: 8.7, slotSec: 11.8 },
        },
      },
    ],
  },
);
