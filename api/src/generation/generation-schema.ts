import type { Prisma } from '@framemill/infra';
import { type Static, Type } from '@framemill/timeline/typebox';
import { MediaRecordSchema, type MediaRow, mediaRecord } from '../media/media-record.ts';
import { renderStatuses } from '../renders/render-schema.ts';

/** Cost of a call as API responses show it. */
export const CreditsSchema = Type.Object(
  {
    charged: Type.Integer({ minimum: 0, description: 'Credits that this call took; 0 with a test key.' }),
    remaining: Type.Integer({ minimum: 0, description: 'Credits that are left.' }),
  },
  { examples: [{ charged: 10, remaining: 5_990 }] },
);

/** Schema of the language field in request bodies. */
export const LanguageField = Type.String({
  pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$',
  description: 'BCP 47, such as `en` or `pt-BR`. Default: found out.',
});

/** Word with the time at which it is spoken, in the form that `addCaptions` accepts. */
export const TimedWordSchema = Type.Object(
  {
    text: Type.String(),
    start: Type.Number({ description: 'Seconds.' }),
    end: Type.Number({ description: 'Seconds.' }),
  },
  { examples: [{ text: 'Hello', start: 0.2, end: 0.55 }] },
);

/** Video generation job as API responses show it. */
export const JobRecordSchema = Type.Object(
  {
    id: Type.String(),
    status: Type.Enum([...renderStatuses]),
    progress: Type.Number({ minimum: 0, maximum: 100, description: 'Percent; 100 only when COMPLETED.' }),
    media: Type.Union([MediaRecordSchema, Type.Null()], { description: 'Set when COMPLETED.' }),
    error: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'Set when FAILED.' }),
    createdAt: Type.String({ format: 'date-time' }),
    updatedAt: Type.String({ format: 'date-time' }),
  },
  {
    title: 'AiJob',
    examples: [
      {
        ...{ id: 'job_0123456789abcdef0123456789abcdef', status: 'PROCESSING', progress: 40, media: null, error: null },
        ...{ createdAt: '2026-11-21T10:00:00.000Z', updatedAt: '2026-11-21T10:00:20.000Z' },
      },
    ],
  },
);
/** Video generation job as API responses show it. */
export type JobRecord = Static<typeof JobRecordSchema>;

/** Builds the record of a job. `media` is the generated file; `null` until it exists. */
export function jobRecord(row: Prisma.GenerationJobGetPayload<object>, media: MediaRow | null): JobRecord {
  // No provider has started the job yet.
  const isPending = row.status === 'PROCESSING' && row.providerJobId === null;
  return {
    id: row.id,
    status: isPending ? 'PENDING' : (row.status as JobRecord['status']),
    progress: row.progress,
    media: media === null ? null : mediaRecord(media),
    error: row.error,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
