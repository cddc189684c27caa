import { recordRenderEvent } from '../outbox.ts';
import {
  decodeFailure,
  objectKeys,
  ProtocolError,
  parseLimits,
  parseReportResult,
  type ReportJob,
  reportQueue,
  sharedJobId,
  WRITTEN_VERSION,
} from '../protocol/index.ts';
import { finished } from './advance-outputs.ts';
import { activeStatuses, fenced, type LeaderContext } from './context.ts';
import { isJobLost } from './find-lost.ts';
import { afterFailure, markFailed, publishRender } from './render-state.ts';

/**
 * Maximum number of an account's pending reports per tick, so that a thousand renders of one account do not delay the
 * single render of another.
 */
const perAccount = 8;
const perTick = 64;
/** Maximum number of failed attempts of one report. */
const maxFailures = 3;
/**
 * Maximum number of attempts of one report, whatever their outcomes: after it, the file counts as one that no node can
 * read.
 */
const maxAttempts = 20;

interface PendingReport {
  renderId: string;
  attempt: number;
  failures: number;
  exportKey: string;
  qc: unknown;
}

/**
 * Reconciles the reports of files to be measured: queues missing jobs and stores results. It queues a report again
 * when its node or its job is lost (not counted) or when it failed (at most three times). A render with quality limits
 * ends with its report: as COMPLETED, or as FAILED with the limits that its file exceeds.
 */
export async function reconcileReports(leader: LeaderContext, nowMs: number): Promise<void> {
  await endUseless(leader);
  const queue = leader.queues.queue(reportQueue);
  for (const report of await pendingReports(leader)) {
    const jobId = jobIdOf(report);
    const state = await queue.getJobState(jobId);
    try {
      if (state === 'unknown')
        await queue.add('report', orderOf(report), { jobId, priority: report.qc === null ? 2 : 1 });
      else if (state === 'active' && isJobLost(leader, jobId, nowMs))
        await tryAgain(leader, report, 'The node no longer runs the job.', 0);
      else if (state === 'completed' || state === 'failed') await takeEnd(leader, report, state);
    } catch (error) {
      // An unreadable result stays unreadable, and must not delay the reports of other renders.
      if (!(error instanceof ProtocolError)) throw error;
      await giveUp(leader, report, error.message);
    }
  }
}

function jobIdOf({ renderId, attempt }: PendingReport): string {
  return sharedJobId('report', renderId, attempt);
}

function orderOf({ renderId, attempt, exportKey, qc }: PendingReport): ReportJob {
  const keys = { documentKey: objectKeys.document(renderId), exportKey };
  return { v: WRITTEN_VERSION, renderId, attempt, ...keys, limits: parseLimits(qc) };
}

function pendingReports(leader: LeaderContext): Promise<PendingReport[]> {
  return leader.database.client.$queryRaw<PendingReport[]>`
    SELECT * FROM (
      SELECT p."renderId", p.attempt, p.failures, r."exportKey", r.qc,
        row_number() OVER (PARTITION BY r."accountId" ORDER BY r.qc IS NULL, p."createdAt", p."renderId") AS turn
      FROM "RenderReport" p JOIN "Render" r ON r.id = p."renderId"
      WHERE p.status = 'PENDING' AND r."exportKey" IS NOT NULL
    ) AS waiting WHERE turn <= ${perAccount} ORDER BY turn LIMIT ${perTick}`;
}

/** Closes the reports of renders that were cancelled, or that failed in another output, before they were measured. */
async function endUseless({ database: { client } }: LeaderContext): Promise<void> {
  await client.renderReport.updateMany({
    where: { status: 'PENDING', render: { status: { in: ['FAILED', 'CANCELLED'] } } },
    data: { status: 'FAILED', error: 'The render ended before its file was measured.', doneAt: new Date() },
  });
}

async function takeEnd(leader: LeaderContext, report: PendingReport, state: 'completed' | 'failed'): Promise<void> {
  const jobId = jobIdOf(report);
  leader.memory.absentSince.delete(jobId);
  // Read the job after its state: a job that is read before it ends contains no result.
  const job = await leader.queues.queue(reportQueue).getJob(jobId);
  if (job === undefined) return;
  if (state === 'completed') return complete(leader, report, parseReportResult(job.returnvalue).broken);
  const failure = decodeFailure(job.failedReason);
  const failures = report.failures + (failure.kind === 'failed' ? 1 : 0);
  if (failure.kind === 'fatal' || failures >= maxFailures || report.attempt >= maxAttempts) {
    await giveUp(leader, report, failure.message);
  } else await tryAgain(leader, report, failure.message, failures - report.failures);
}

/** Completes a report and its render in one transaction. Only a render in the stage `checking` waits for its report. */
async function complete(leader: LeaderContext, { renderId }: PendingReport, broken: readonly string[]): Promise<void> {
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

/**
 * Schedules the next try of a report as a new job, so that a result that a lost node still delivers for the old job is
 * ignored.
 */
async function tryAgain(leader: LeaderContext, report: PendingReport, why: string, failures: number): Promise<void> {
  const { renderId, attempt } = report;
  leader.memory.absentSince.delete(jobIdOf(report));
  await fenced(leader, (tx) =>
    tx.renderReport.updateMany({
      where: { renderId, status: 'PENDING', attempt },
      data: { attempt: attempt + 1, failures: { increment: failures }, error: why.slice(0, 2_000) },
    }),
  );
  leader.log.warn({ renderId, attempt, why }, 'a report is tried again');
}

async function giveUp(leader: LeaderContext, { renderId }: PendingReport, why: string): Promise<void> {
  const failed = await fenced(leader, async (tx) => {
    await tx.renderReport.updateMany({
      where: { renderId, status: 'PENDING' },
      data: { status: 'FAILED', error: why.slice(0, 2_000), doneAt: new Date() },
    });
    const { stage } = await tx.render.findUniqueOrThrow({ where: { id: renderId }, select: { stage: true } });
    const message = `The rendered file could not be measured: ${why}`;
    return stage === 'checking' && markFailed(tx, leader.epoch, renderId, message);
  });
  leader.log.warn({ renderId, why }, 'a report failed');
  if (failed) await afterFailure(leader, renderId);
}
