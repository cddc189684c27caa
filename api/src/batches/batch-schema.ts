import { formats, qualities } from '@framemill/compositor/formats';
import { type BatchRecord, type BatchRow, batchItemStatuses, batchRecords } from '@framemill/scheduler';
import { type Static, Type } from '@framemill/timeline/typebox';
import type { ApiDeps } from '../deps.ts';
import { OutputFilesSchema } from '../renders/render-schema.ts';

const nullableText = (description: string) => Type.Unsafe<string | null>({ type: ['string', 'null'], description });

/** Batch record as API responses show it. */
export const BatchRecordSchema = Type.Object(
  {
    id: Type.String(),
    projectId: Type.String(),
    name: Type.String(),
    status: Type.Enum(['PROCESSING', 'COMPLETED', 'CANCELLED'], {
      description: 'COMPLETED when every item has ended, also those that failed: see `counts`.',
    }),
    format: Type.Unsafe<string>({ type: 'string', enum: [...formats] }),
    quality: Type.Unsafe<string>({ type: 'string', enum: [...qualities] }),
    resolution: Type.String(),
    outputs: Type.Union(
      [
        Type.Array(
          Type.Object({
            ...{ format: Type.String(), quality: Type.String(), resolution: Type.String() },
            aspect: nullableText('The aspect ratio that the film is laid out again for; null: its own.'),
          }),
        ),
        Type.Null(),
      ],
      { description: 'The files of each item, in their order; null: one, as the fields before say.' },
    ),
    total: Type.Integer({ description: 'Items.' }),
    counts: Type.Object({
      ...{ queued: Type.Integer(), pending: Type.Integer(), processing: Type.Integer() },
      ...{ completed: Type.Integer(), failed: Type.Integer(), cancelled: Type.Integer() },
    }),
    progress: Type.Integer({ minimum: 0, maximum: 100, description: 'Percent; 100 only when no item is left.' }),
    frames: Type.Object(
      { total: Type.Integer(), rendered: Type.Integer() },
      { description: 'Of the items so far: frames of their films, and those that were really rendered for them.' },
    ),
    segments: Type.Object({
      total: Type.Integer(),
      reused: Type.Integer({ description: 'Taken from earlier renders or from other items.' }),
    }),
    waitingFor: nullableText('What keeps the next item from beginning, beside the places of the plan.'),
    createdAt: Type.String({ format: 'date-time' }),
    updatedAt: Type.String({ format: 'date-time' }),
    completedAt: nullableText('When it ended.'),
  },
  {
    title: 'Batch',
    examples: [
      {
        ...{ id: 'bat_0123456789abcdef01234567', projectId: 'prj_0123456789abcdef0123456789abcdef', name: 'Greetings' },
        ...{ status: 'PROCESSING', format: 'mp4', quality: 'standard', resolution: 'full', total: 20 },
        outputs: null,
        counts: { queued: 8, pending: 1, processing: 3, completed: 8, failed: 0, cancelled: 0 },
        ...{ progress: 46, frames: { total: 3_600, rendered: 1_620 }, segments: { total: 120, reused: 66 } },
        ...{ waitingFor: null, createdAt: '2026-11-25T10:00:00.000Z', updatedAt: '2026-11-25T10:00:00.000Z' },
        completedAt: null,
      },
    ],
  },
);

/** Item of a batch as API responses show it. */
export const BatchItemSchema = Type.Object(
  {
    index: Type.Integer({ minimum: 0, description: 'Its place in the batch, from 0.' }),
    reference: Type.String({ description: 'As it was given; empty: none.' }),
    name: Type.String(),
    variables: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]), {
      description: 'Its values, by the names of variables.',
    }),
    status: Type.Enum([...batchItemStatuses], {
      description: 'QUEUED: it waits for a place; else that of its render, or its last one if that was deleted.',
    }),
    progress: Type.Integer({ minimum: 0, maximum: 100 }),
    error: nullableText('Why it failed.'),
    renderId: nullableText(
      'Its render; null while it is QUEUED, when its values made no film, and when the render was deleted.',
    ),
    url: nullableText('Absolute address of the file; set when COMPLETED, unless the render was deleted.'),
    outputs: OutputFilesSchema,
    fileSizeBytes: Type.Unsafe<number | null>({ type: ['number', 'null'] }),
    durationSec: Type.Unsafe<number | null>({ type: ['number', 'null'] }),
  },
  { title: 'BatchItem' },
);

/** Converts a batch's record to the form of API responses. */
export function batchAnswer(record: BatchRecord): Static<typeof BatchRecordSchema> {
  const { counts, frames, segments } = record;
  const outputs = record.outputs?.map((output) => ({ ...output })) ?? null;
  return { ...record, outputs, counts: { ...counts }, frames: { ...frames }, segments: { ...segments } };
}

/** Reads the records of batches, in the form of API responses. */
export async function batchAnswers({ database }: ApiDeps, rows: readonly BatchRow[]) {
  return (await batchRecords(database, rows)).map(batchAnswer);
}
