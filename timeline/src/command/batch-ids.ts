import type { IdKind, ReduceContext } from './command.ts';

/** Pattern of a batch id, for schemas. The sender of the batch generates the id at random. */
export const BATCH_ID = '^bat_[0-9a-f]{24}$';

const ID_NAMES: Record<IdKind, string> = { clip: 'clip', effect: 'fx', marker: 'mrk', group: 'grp' };

/**
 * Creates the id generator of a batch. Each id consists of the batch's own 24 digits and a running number.
 * An editor that applies a batch immediately and the service that applies it later therefore create the same ids.
 * `batchId` must match `BATCH_ID`.
 */
export function batchIds(batchId: string): ReduceContext['newId'] {
  const digits = batchId.slice('bat_'.length);
  let made = 0;
  return (kind) => {
    const number = made.toString(16).padStart(8, '0');
    made += 1;
    return `${ID_NAMES[kind]}_${digits}${number}`;
  };
}
