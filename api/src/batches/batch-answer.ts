import { type BatchRecord, type BatchRow, batchRecords } from '@framemill/scheduler';
import type { Static } from '@framemill/timeline/typebox';
import type { ApiDeps } from '../deps.ts';
import type { BatchRecordSchema } from './batch-schema.ts';

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
