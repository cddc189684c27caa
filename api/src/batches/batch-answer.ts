import { type BatchRecord, type BatchRow, batchRecords } from '@framemill/scheduler';
import type { Static } from '@framemill/timeline/typebox';
import type { ApiDeps } from '../deps.ts';
import type { BatchRecordSchema } from './batch-schema.ts';

/** A batch's record as answers show it. */
export function batchAnswer(record: BatchRecord): Static<typeof BatchRecordSchema> {
  const { counts, frames, segments } = record;
  const outputs = record.outputs?.map((output) => ({ ...output })) ?? null;
  return { ...record, outputs, counts: { ...counts }, frames: { ...frames }, segments: { ...segments } };
}

/** The records of batches, as answers show them. */
export async function batchAnswers({ database }: ApiDeps, rows: readonly BatchRow[]) {
  return (await batchRecords(database, rows)).map(batchAnswer);
}
