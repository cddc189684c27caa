import { OutputProfileSchema } from '@framemill/compositor/output-profile';
import type { Prisma } from '@framemill/infra';
import { judgeOverrun } from '../policy/judge-overrun.ts';
import { type JobFailure, parserOf } from '../protocol/index.ts';
import { segmentReason } from '../quarantine/quarantine.ts';
import type { AttemptRow } from './attempts.ts';
import type { LeaderContext } from './context.ts';

const parseProfile = parserOf('stored profile', OutputProfileSchema);

/**
 * Counts a frame range that made no progress within its time budget. The range goes to the slow queue and is rendered
 * one segment at a time. The second overrun of a render puts the segment into quarantine, by its content key. Returns
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
