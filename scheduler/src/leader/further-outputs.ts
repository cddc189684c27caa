import { parserOf, type StitchResult } from '../protocol/index.ts';
import type { RenderRow } from '../records/index.ts';
import { type RenderOutput, RenderOutputsSchema } from '../records/render-output.ts';

const parseOutputs = parserOf('stored outputs', RenderOutputsSchema);

/** The outputs of a render with one of them changed, to be stored. */
export function withOutput(stored: unknown, index: number, changed: Partial<RenderOutput>): RenderOutput[] {
  return parseOutputs(stored).map((output) => (output.index === index ? { ...output, ...changed } : output));
}

/** What is shown of an output once its file is there. */
export function finishedOutput(row: Pick<RenderRow, 'exportKey'>, result: StitchResult): Partial<RenderOutput> {
  return {
    status: 'COMPLETED',
    url: `/${row.exportKey ?? ''}`,
    fileSizeBytes: result.sizeBytes,
    durationSec: result.durationSec,
  };
}
