import type { Prisma } from '@framemill/infra';
import { leavesCard } from '../policy/leaves-card.ts';
import type { KeptOffCard } from '../policy/route-render.ts';
import type { JobFailure } from '../protocol/index.ts';
import type { AttemptRow } from './attempts.ts';
import { activeStatuses } from './context.ts';

/**
 * Counts a GPU that was lost during a render, or that had too little memory for it. A render that must leave the GPUs
 * is planned again for CPU nodes; its completed segments are reused and late results are still stored. Returns the
 * reason for leaving; null: the render stays.
 */
export async function noteCard(
  tx: Prisma.TransactionClient,
  epoch: number,
  { task: { renderId } }: AttemptRow,
  { card }: JobFailure,
): Promise<KeptOffCard | null> {
  if (card === undefined) return null;
  const { cardLosses } = await tx.render.update({
    where: { id: renderId },
    data: { cardLosses: { increment: card === 'lost' ? 1 : 0 } },
    select: { cardLosses: true },
  });
  const keptOffCard = leavesCard(card, cardLosses);
  if (keptOffCard === null) return null;
  const { count } = await tx.render.updateMany({
    where: { id: renderId, pool: 'gpu', keptOffCard: null, status: { in: activeStatuses } },
    data: { keptOffCard, stage: 'planning', epoch },
  });
  return count === 1 ? keptOffCard : null;
}

/**
 * Parses a stored reason for keeping a render off GPUs. A reason that this software version does not define counts as
 * `lost`, so that the render stays off GPUs. null: no reason is stored.
 */
export function parseKeptOff(stored: string | null): KeptOffCard | null {
  if (stored === null) return null;
  return stored === 'memory' ? 'memory' : 'lost';
}
