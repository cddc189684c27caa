import type { Prisma } from '@framemill/infra';
import type { RenderRow } from '../records/index.ts';
import { parseOutputs, type RenderOutput } from '../records/render-output.ts';

/** The outputs of a render with one of them changed, to be stored. */
export function withOutput(stored: unknown, index: number, changed: Partial<RenderOutput>): RenderOutput[] {
  return parseOutputs(stored).map((output) => (output.index === index ? { ...output, ...changed } : output));
}

/** What changes in a render's row when its own file is there and good: one with further outputs is complete when all of them are. */
export function finished(
  row: Pick<RenderRow, 'exportKey' | 'outputs'>,
  file: { sizeBytes: number; durationSec: number | null },
): Prisma.RenderUpdateManyMutationInput {
  if (row.outputs === null) return { status: 'COMPLETED', stage: 'done', progress: 100, completedAt: new Date() };
  const { sizeBytes: fileSizeBytes, durationSec } = file;
  const output = { status: 'COMPLETED', progress: 100, url: `/${row.exportKey ?? ''}`, fileSizeBytes, durationSec };
  return { stage: 'outputs', outputs: withOutput(row.outputs, 0, output) };
}
