import { announce, isFinal, type RenderEvent, renderRecord, writeMirror } from '../records/index.ts';
import type { LeaderContext } from './context.ts';

/**
 * Mirrors a render's current row to Redis, announces an event, and records the metrics of a render that has started or
 * ended.
 */
export async function publishRender(leader: LeaderContext, renderId: string, event: RenderEvent): Promise<void> {
  const row = await leader.database.client.render.findUnique({
    where: { id: renderId },
    include: { account: { select: { plan: true } } },
  });
  if (row === null) return;
  // An additional output has no events of its own: its render's events cover it.
  if (row.parentId !== null) return;
  const plan = row.account.plan;
  if (isFinal(row.status)) {
    leader.metrics.renders.inc({ format: row.format, plan, outcome: row.status.toLowerCase() });
  }
  if (row.status === 'COMPLETED' && row.startedAt !== null && row.completedAt !== null) {
    const waitedSeconds = (row.completedAt.getTime() - row.createdAt.getTime()) / 1000;
    leader.metrics.renderSeconds.observe({ format: row.format, plan }, waitedSeconds);
    const seconds = (row.completedAt.getTime() - row.startedAt.getTime()) / 1000;
    if (row.durationSec !== null && seconds > 0) {
      leader.metrics.realtimeRatio.observe({ format: row.format }, row.durationSec / seconds);
    }
  }
  if (event === 'render.started' && row.startedAt !== null) {
    const waitedSeconds = (row.startedAt.getTime() - row.createdAt.getTime()) / 1000;
    leader.metrics.queueWaitSeconds.observe({ plan, pool: row.pool }, waitedSeconds);
  }
  await writeMirror(leader.redis, row.accountId, renderRecord(row));
  await announce(leader.redis, event, { renderId, accountId: row.accountId });
}
