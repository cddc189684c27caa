import type { Prisma } from '@framemill/infra';
import { leavesCard } from '../policy/leaves-card.ts';
import type { KeptOffCard } from '../policy/route-render.ts';
import type { JobFailure } from '../protocol/index.ts';
import type { AttemptRow } from './attempts.ts';
import { activeStatuses } from './context.ts';

/**
 * Counts a graphics card that was lost under a render, or had no room for it. A render that has to leave cards is planned again, for processors: nothing of
 * it is lost, and what other ranges still deliver is kept. Returns why it leaves; null: it stays.
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

/** A stored reason as the policy knows it; one that this release does not know keeps a render off cards all the same. */
export function parseKeptOff(stored: string | null): KeptOffCard | null {
  if (stored === null) return null;
  return stored === 'memory' ? 'memory' : 'lost';
}
