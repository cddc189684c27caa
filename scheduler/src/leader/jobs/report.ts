import { recordRenderEvent } from '../../outbox.ts';
import { objectKeys, parseLimits, reportJob, WRITTEN_VERSION } from '../../protocol/index.ts';
import { finished } from '../advance-outputs.ts';
import { activeStatuses, fenced, type LeaderContext } from '../context.ts';
import { afterFailure, markFailed, publishRender } from '../render-state.ts';
import { nextTry, reconcilerOf, type Tries } from './record-job.ts';

/**
 * Maximum number of an account's pending reports per tick, so that a thousand renders of one account do not delay the
 * single render of another.
 */
const perAccount = 8;
const perTick = 64;

interface PendingReport extends Tries {
  renderId: string;
  exportKey: string;
  qc: unknown;
}

/**
 * Reconciles the quality reports of finished files. A render with quality limits ends with its report: as COMPLETED, or
 * as FAILED with the limits that its file exceeds.
 */
export const reconcileReports = reconcilerOf({
  name: 'reconcileReports',
  kindOf: (_row: PendingReport) => reportJob,
  watchesLeases: true,
  async pending(leader) {
    await closeNeedless(leader);
    return leader.database.client.$queryRaw<PendingReport[]>`
      SELECT * FROM (
        SELECT p."renderId", p.attempt, p.failures, r."exportKey", r.qc,
          row_number() OVER (PARTITION BY r."accountId" ORDER BY r.qc IS NULL, p."createdAt", p."renderId") AS turn
        FROM "RenderReport" p JOIN "Render" r ON r.id = p."renderId"
        WHERE p.status = 'PENDING' AND r."exportKey" IS NOT NULL
      ) AS waiting WHERE turn <= ${perAccount} ORDER BY turn LIMIT ${perTick}`;
  },
  payload({ renderId, attempt, exportKey, qc }) {
    const keys = { documentKey: objectKeys.document(renderId), exportKey };
    return { v: WRITTEN_VERSION, renderId, attempt, ...keys, limits: parseLimits(qc) };
  },
  priority: ({ qc }) => (qc === null ? 2 : 1),
  complete: (leader, { renderId }, { broken }) => complete(leader, renderId, broken),
  async retry(leader, row, why, failures) {
    const { renderId, attempt } = row;
    await fenced(leader, (tx) =>
      tx.renderReport.updateMany({
        where: { renderId, status: 'PENDING', attempt },
        data: nextTry(row, why, failures),
      }),
    );
    leader.log.warn({ renderId, attempt, why }, 'a report is tried again');
  },
  async giveUp(leader, { renderId }, why) {
    const failed = await fenced(leader, async (tx) => {
      await tx.renderReport.updateMany({
        where: { renderId, status: 'PENDING' },
        data: { status: 'FAILED', error: why.slice(0, 2_000), doneAt: new Date() },
      });
      const { stage } = await tx.render.findUniqueOrThrow({ where: { id: renderId }, select: { stage: true } });
      const cause = why.replace(/\.$/, '');
      const message = `The rendered file could not be measured: ${cause}. Render again, or without quality limits.`;
      return stage === 'checking' && markFailed(tx, leader.epoch, renderId, message);
    });
    leader.log.warn({ renderId, why }, 'a report failed');
    if (failed) await afterFailure(leader, renderId);
  },
});

/** Closes the reports of renders that were cancelled or failed before their file was measured. */
async function closeNeedless({ database: { client } }: LeaderContext): Promise<void> {
  await client.renderReport.updateMany({
    where: { status: 'PENDING', render: { status: { in: ['FAILED', 'CANCELLED'] } } },
    data: { status: 'FAILED', error: 'The render ended before its file was measured.', doneAt: new Date() },
  });
}

/** Completes a report and its render in one transaction. Only a render in the stage `checking` waits for its report. */
async function complete(leader: LeaderContext, renderId: string, broken: readonly string[]): Promise<void> {
  const end = await fenced(leader, async (tx) => {
    const { count } = await tx.renderReport.updateMany({
      where: { renderId, status: 'PENDING' },
      data: { status: 'DONE', error: null, doneAt: new Date() },
    });
    if (count === 0) return null;
    const row = await tx.render.findUniqueOrThrow({ where: { id: renderId } });
    if (row.stage !== 'checking') return null;
    if (broken.length > 0) {
      const failed = await markFailed(tx, leader.epoch, renderId, reasonOf(broken));
      return failed ? ('failed' as const) : null;
    }
    const file = { sizeBytes: Number(row.fileSizeBytes ?? 0), durationSec: row.durationSec };
    const changed = await tx.render.updateMany({
      where: { id: renderId, status: { in: activeStatuses }, stage: 'checking' },
      data: { ...finished(row, file), epoch: leader.epoch },
    });
    if (changed.count === 0 || row.outputs !== null) return null;
    await recordRenderEvent(tx, 'render.completed', await tx.render.findUniqueOrThrow({ where: { id: renderId } }));
    return 'completed' as const;
  });
  if (end === 'failed') await afterFailure(leader, renderId);
  if (end === 'completed') await publishRender(leader, renderId, 'render.completed');
}

function reasonOf(broken: readonly string[]): string {
  const limits = broken.length === 1 ? 'a quality limit' : `${broken.length} quality limits`;
  return `The rendered file does not meet ${limits} (qc): ${broken.join('; ')}.`.slice(0, 2_000);
}
