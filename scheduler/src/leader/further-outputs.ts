import type { Prisma } from '@framemill/infra';
import type { RenderRow } from '../records/index.ts';
import { parseOutputs, type RenderOutput } from '../records/render-output.ts';

/** Returns the stored outputs of a render with the fields of one of them replaced. */
export function withOutput(stored: unknown, index: number, changed: Partial<RenderOutput>): RenderOutput[] {
  return parseOutputs(stored).map((output) => (output.index === index ? { ...output, ...changed } : output));
}

/**
 * Returns the changes of a render's row once its own file is complete and accepted. A render with additional outputs
 * is complete only when all of them are.
 */
export function finished(
  row: Pick<RenderRow, 'exportKey' | 'outputs'>,
  file: { sizeBytes: number; durationSec: number | null },
): Prisma.RenderUpdateManyMutationInput {
  if (row.outputs === null) return { status: 'COMPLETED', stage: 'done', progress: 100, completedAt: new Date() };
  const { sizeBytes: fileSizeBytes, durationSec } = file;
  const output = { status: 'COMPLETED', progress: 100, url: `/${row.exportKey ?? ''}`, fileSizeBytes, durationSec };
  return { stage: 'outputs', outputs: withOutput(row.outputs, 0, output) };
}
