import { OutputProfileSchema } from '@framemill/compositor/plan';
import type { Prisma } from '@framemill/infra';
import { type KeptOffGpu, leavesGpu } from '../policy/choose-engine.ts';
import { countsOom, judgeOverrun } from '../policy/faults.ts';
import { type JobFailure, parsePool, parserOf } from '../protocol/index.ts';
import { countFault, type FaultyFile, quarantineReason, segmentReason } from '../quarantine.ts';
import type { AttemptRow } from './attempts.ts';
import { activeStatuses, type LeaderContext } from './context.ts';
import { lockRenders, markFailed } from './render-state.ts';

/**
 * Counts a failure that a known source file caused. A file that counts as faulty goes into quarantine, and every active
 * render of the account that uses the file ends as FAILED with the reason. Returns the ids of these renders; null when
 * the file is not in quarantine.
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

/** Returns the number of live nodes that accept work, with any version of the render program. */
export function liveNodes({ memory }: LeaderContext): number {
  return memory.leases.filter((lease) => !lease.draining).length;
}

/**
 * Counts a process that failed while it read a file of an account, and increments the leader's metric. Returns whether
 * the file is in quarantine now.
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
  // Lock all of them before the first change of an account, which a concurrent cancel locks after its render.
  await lockRenders(
    tx,
    renders.map(({ id }) => id),
  );
  for (const { id } of renders) if (await markFailed(tx, leader.epoch, id, message)) failed.push(id);
  leader.log.warn({ accountId, mediaSha256, renders: failed }, 'a file is in quarantine');
  return failed;
}

const parseProfile = parserOf('stored profile', OutputProfileSchema);

/**
 * Counts a frame range that made no progress within its time budget. The range continues in the slow queue, which
 * renders single segments. From the second overrun of the render on, an overrun of a single segment puts the segment
 * into quarantine, under its content key, and the render fails. The render also fails after its fourth overrun. Returns
 * the reason why the render fails; null: it continues.
 */
export async function noteOverrun(
  tx: Prisma.TransactionClient,
  leader: LeaderContext,
  attempt: AttemptRow,
  { code, message, nodeId }: JobFailure,
): Promise<string | null> {
  const { task } = attempt;
  if (code !== 'over_budget' || task.kind !== 'frames') return null;
  const { renderId, firstSegment, lastSegment } = task;
  const more = { overruns: { increment: 1 }, stops: { increment: 1 } };
  await tx.task.update({ where: { id: task.id }, data: more });
  const { _sum } = await tx.task.aggregate({ where: { renderId }, _sum: { overruns: true } });
  const verdict = judgeOverrun({ overruns: _sum.overruns ?? 0, segments: lastSegment - firstSegment + 1 });
  if (verdict === 'slow-lane') return null;
  const segment = await tx.renderSegment.findFirst({ where: { renderId, index: firstSegment } });
  if (verdict === 'give-up' || segment === null) return `The render exceeded its time limit: ${message}`;
  const { accountId, profile } = task.render;
  const { num, den } = parseProfile(profile).rate;
  const seconds = (frame: number) => Math.round((100 * frame * den) / num) / 100;
  const error = segmentReason(seconds(segment.startFrame), seconds(segment.endFrame), message);
  const mediaSha256 = segment.contentKey;
  const nodeIds = nodeId === undefined ? [] : [nodeId];
  const fault = { failures: 2, nodeIds, error, renderId, quarantinedAt: new Date() };
  const where = { accountId_mediaSha256: { accountId, mediaSha256 } };
  await tx.mediaFault.upsert({ where, create: { accountId, mediaSha256, ...fault }, update: fault });
  leader.metrics.quarantined.inc();
  leader.log.warn({ accountId, contentKey: mediaSha256, renderId }, 'a segment is in quarantine');
  return error;
}

/**
 * Decides whether an out-of-memory kill counts as a failure of the attempt's range. Returns the failure with the kind
 * `failed` once the range has been killed too often (`countsOom`), otherwise unchanged. Writes nothing; `noteOom`
 * counts the kill.
 */
export async function judgeOom(
  tx: Prisma.TransactionClient,
  { taskId }: AttemptRow,
  failure: JobFailure,
): Promise<JobFailure> {
  if (failure.oom === undefined) return failure;
  const task = await tx.task.findUnique({ where: { id: taskId }, select: { oomKills: true } });
  const kills = (task?.oomKills ?? 0) + 1;
  return countsOom({ kills, isHigh: failure.oom.isHigh }) ? { ...failure, kind: 'failed' } : failure;
}

/**
 * Adds one to the number of times that a range was killed for lack of memory. Does nothing for other failures. Call
 * this only when the range's attempt is known to have ended by that kill.
 */
export async function noteOom(
  tx: Prisma.TransactionClient,
  { taskId }: AttemptRow,
  failure: JobFailure,
): Promise<void> {
  if (failure.oom === undefined) return;
  await tx.task.updateMany({ where: { id: taskId }, data: { oomKills: { increment: 1 } } });
}

/**
 * Counts a GPU that was lost during a render. A render that lost GPUs too often, or whose frames do not fit into GPU
 * memory, is planned again for CPU nodes. Its completed segments are reused, and late results are still stored. Returns
 * the reason for this change; null when nothing changes.
 */
export async function noteCard(
  tx: Prisma.TransactionClient,
  epoch: number,
  { task: { renderId } }: AttemptRow,
  { card }: JobFailure,
): Promise<KeptOffGpu | null> {
  if (card === undefined) return null;
  const { cardLosses } = await tx.render.update({
    where: { id: renderId },
    data: { cardLosses: { increment: card === 'lost' ? 1 : 0 } },
    select: { cardLosses: true },
  });
  const keptOffCard = leavesGpu(card, cardLosses);
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
export function parseKeptOff(stored: string | null): KeptOffGpu | null {
  if (stored === null) return null;
  return stored === 'memory' ? 'memory' : 'lost';
}
