import type { Prisma } from '@framemill/infra';
import { isFaulty } from '../policy/is-faulty.ts';
import { type JobFailure, parsePool } from '../protocol/index.ts';
import { quarantineReason } from '../quarantine/quarantine.ts';
import type { AttemptRow } from './attempts.ts';
import { activeStatuses, type LeaderContext } from './context.ts';
import { markFailed } from './fail-render.ts';

/** A file that fails once in a long while is not faulty: memory was short, a disk was full. */
const forgetAfterMs = 24 * 3_600_000;

/**
 * Counts a failure that names the file that it failed on. A faulty file goes into quarantine, and every render of
 * the account that shows it ends as FAILED with the reason. Returns the ids of those renders; null: no quarantine.
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
  const isInQuarantine = await countFault(tx, leader, { accountId, mediaSha256, renderId, liveNodes }, failure);
  return isInQuarantine ? failRendersOf(tx, leader, { accountId, mediaSha256, error: message }) : null;
}

/** The file that a failure names, and who met it. */
interface FaultyFile {
  readonly accountId: string;
  readonly mediaSha256: string;
  /** Null: its probe. */
  readonly renderId: string | null;
  /** Nodes that could have had the work. */
  readonly liveNodes: number;
}

/** Counts a process that failed on a file of an account. Returns whether the file is in quarantine now. */
export async function countFault(
  tx: Prisma.TransactionClient,
  leader: LeaderContext,
  { accountId, mediaSha256, renderId, liveNodes }: FaultyFile,
  { message, nodeId, code }: JobFailure,
): Promise<boolean> {
  const where = { accountId_mediaSha256: { accountId, mediaSha256 } };
  const known = await tx.mediaFault.findUnique({ where });
  const recent = known !== null && Date.now() - known.updatedAt.getTime() < forgetAfterMs;
  const before = recent ? known : { failures: 0, nodeIds: [], quarantinedAt: null };
  const nodeIds = [...new Set([...before.nodeIds, ...(nodeId === undefined ? [] : [nodeId])])];
  const failures = before.failures + 1;
  const faulty = isFaulty({ failures, nodes: nodeIds.length, liveNodes, overBudget: code === 'over_budget' });
  const quarantinedAt = before.quarantinedAt ?? (faulty ? new Date() : null);
  const fault = { failures, nodeIds, error: message.slice(0, 2_000), renderId, quarantinedAt };
  await tx.mediaFault.upsert({ where, create: { accountId, mediaSha256, ...fault }, update: fault });
  if (faulty && before.quarantinedAt === null) leader.metrics.quarantined.inc();
  return faulty;
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
  const message = `${quarantineReason(media?.name ?? mediaSha256.slice(0, 12), error)}, or have it released.`;
  const failed: string[] = [];
  for (const { id } of renders) if (await markFailed(tx, leader.epoch, id, message)) failed.push(id);
  leader.log.warn({ accountId, mediaSha256, renders: failed }, 'a file is in quarantine');
  return failed;
}
