import type { IdKind, ReduceContext } from './command.ts';

/** Text of a batch id, for schemas: made at random by whoever sends the batch. */
export const BATCH_ID = '^bat_[0-9a-f]{24}$';

const ID_NAMES: Record<IdKind, string> = { clip: 'clip', effect: 'fx', marker: 'mrk', group: 'grp' };

/**
 * Makes the ids of what a batch creates: the batch's own 24 digits and a running number, so that an editor that applies a batch at
 * once and the service that applies it afterwards name the same things alike. `batchId` must match `BATCH_ID`.
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
