import type { Prisma } from '@framemill/infra';
import { type JobFailure, parsePool } from '../protocol/index.ts';
import { countFault, type FaultyFile } from '../quarantine/count-fault.ts';
import { quarantineReason } from '../quarantine/quarantine.ts';
import type { AttemptRow } from './attempts.ts';
import { activeStatuses, type LeaderContext } from './context.ts';
import { markFailed } from './fail-render.ts';

/**
 * Counts a failure that names the source file that caused it. A faulty file goes into quarantine, and every active
 * render of the account that uses the file ends as FAILED with the reason. Returns the ids of those renders; null: no
 * quarantine.
 */
export async function noteFault(
  tx: Prisma.TransactionClient,
  leader: LeaderContext,
  attempt: AttemptRow,
  failure: JobFailure,
): Promise<string[] | null> {
  const { mediaSha256, message } = failure;
  if (mediaSha256 === undefined) return null;
  const { accountId, id: renderId, fingerprint, pool } = attempt.task.render;
  const liveNodes = leader.memory.leases.filter(
    (lease) => lease.engines[parsePool(pool)] === fingerprint && !lease.draining,
  ).length;
  const isInQuarantine = await countLeaderFault(tx, leader, { accountId, mediaSha256, renderId, liveNodes }, failure);
  return isInQuarantine ? failRendersOf(tx, leader, { accountId, mediaSha256, error: message }) : null;
}

/** Returns the number of live nodes that accept work, whatever their engines. */
export function liveNodes({ memory }: LeaderContext): number {
  return memory.leases.filter((lease) => !lease.draining).length;
}

/**
 * Counts a process that failed while it read a file of an account, also in the leader's metrics. Returns whether the
 * file is in quarantine now.
 */
export async function countLeaderFault(
  tx: Prisma.TransactionClient,
  leader: LeaderContext,
  file: FaultyFile,
  failure: JobFailure,
): Promise<boolean> {
  const verdict = await countFault(tx, file, failure);
  if (verdict === 'new') leader.metrics.quarantined.inc();
  return verdict !== 'no';
}

async function failRendersOf(
  tx: Prisma.TransactionClient,
  leader: LeaderContext,
  { accountId, mediaSha256, error }: { accountId: string; mediaSha256: string; error: string },
): Promise<string[]> {
  const media = await tx.media.findFirst({ where: { accountId, sha256: mediaSha256 }, select: { name: true } });
  const renders = await tx.render.findMany({
    where: { accountId, status: { in: activeStatuses }, mediaSha256s: { has: mediaSha256 } },
    select: { id: true },
  });
  const reason = quarantineReason(media?.name ?? mediaSha256.slice(0, 12), error);
  const message = `${reason}, or ask an operator to release it.`;
  const failed: string[] = [];
  for (const { id } of renders) if (await markFailed(tx, leader.epoch, id, message)) failed.push(id);
  leader.log.warn({ accountId, mediaSha256, renders: failed }, 'a file is in quarantine');
  return failed;
}
