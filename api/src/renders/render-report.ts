import type { QualityReport } from '@framemill/compositor/plan';
import { readObject } from '@framemill/infra';
import { isFinal, type RenderRow } from '@framemill/scheduler';
import { objectKeys, parseLimits, parseQualityReport } from '@framemill/scheduler/protocol';
import { FramemillError } from '@framemill/timeline';
import type { Static } from '@framemill/timeline/typebox';
import type { ApiDeps } from '../deps.ts';
import { isIdLike } from '../ids.ts';
import { renderNotFound } from './render-lookup.ts';
import type { RenderReportSchema, Stages } from './report-schema.ts';

type RenderReport = Static<typeof RenderReportSchema>;

const nothing: QualityReport = {
  ...{ sizeBytes: 0, durationSec: null, bitrateKbps: null, video: null, audio: null },
  ...{ findings: [], leftOut: 0, broken: [] },
};

/**
 * Returns the quality report of an output file of the account's render.
 * The first request for the report of a finished file starts the measurement. Throws `not_found`. Throws
 * `invalid_request` for an output that the render does not have, or whose format is text.
 */
export async function renderReport(
  deps: Pick<ApiDeps, 'database' | 'scheduler' | 'store'>,
  { accountId, renderId, output }: { accountId: string; renderId: string; output: number },
): Promise<RenderReport> {
  const row = await rowOf(deps, accountId, renderId, output);
  const limits = parseLimits(row.qc);
  const base = { renderId, output, error: null, qc: limits, passed: null, ...nothing, sizeBytes: null };
  const found = await deps.database.client.renderReport.findUnique({ where: { renderId: row.id } });
  const stages = await stagesOf(deps, row, found);
  // Sample renders of test keys are not rendered, so there are no defects to report.
  if (row.test) return { ...base, status: 'READY', passed: limits && true, stages };
  if (found?.status === 'DONE') {
    const report = await stored(deps, row.id);
    return { ...base, ...report, status: 'READY', passed: limits && report.broken.length === 0, stages };
  }
  if (found?.status === 'FAILED') return { ...base, status: 'FAILED', error: found.error, stages };
  const hasFile = row.status === 'COMPLETED' || row.stage === 'outputs';
  if (found === null && hasFile) await deps.scheduler.requestReport(row.id);
  if (found !== null || hasFile) return { ...base, status: 'MEASURING', stages };
  const error = isFinal(row.status) ? 'The render ended without a file.' : null;
  return { ...base, status: error === null ? 'PENDING' : 'FAILED', error, stages };
}

async function rowOf(
  { database: { client } }: Pick<ApiDeps, 'database'>,
  accountId: string,
  renderId: string,
  output: number,
): Promise<RenderRow> {
  const own = isIdLike(renderId)
    ? await client.render.findFirst({ where: { id: renderId, accountId, parentId: null } })
    : null;
  if (!own) throw renderNotFound();
  if (output === 0) return own;
  const row = await client.render.findFirst({ where: { parentId: renderId, outputIndex: output } });
  if (!row) {
    const message = `The render has no output ${output}. Use the \`index\` of one of its \`outputs\`.`;
    throw new FramemillError('invalid_request', message, { field: 'query.output' });
  }
  if (row.totalFrames > 0 || row.status !== 'COMPLETED') return row;
  const message = `Output ${output} (${row.format}) is text and has no report. Use an output with frames or audio.`;
  throw new FramemillError('invalid_request', message, { field: 'query.output' });
}

async function stored({ store }: Pick<ApiDeps, 'store'>, renderId: string): Promise<QualityReport> {
  const parse = (bytes: Buffer) => parseQualityReport(JSON.parse(bytes.toString('utf8')));
  try {
    return await readObject(store, objectKeys.report(renderId), parse);
  } catch (cause) {
    if (!(cause instanceof FramemillError) || cause.code !== 'not_found') throw cause;
    const message =
      'The report was deleted: it is kept for a month after the render. Render the project again for a new one.';
    throw new FramemillError('not_found', message, {}, { cause });
  }
}

async function stagesOf(
  { database: { client } }: Pick<ApiDeps, 'database'>,
  row: RenderRow,
  report: { createdAt: Date; doneAt: Date | null } | null,
): Promise<Stages> {
  const spans = await client.$queryRaw<{ kind: string; begun: Date; ended: Date }[]>`
    SELECT t.kind, min(a."startedAt") AS begun, max(a."endedAt") AS ended
    FROM "Task" t JOIN "Attempt" a ON a."taskId" = t.id
    WHERE t."renderId" = ${row.id} AND a.outcome = 'done' GROUP BY t.kind`;
  const ofKind = (wanted: string) => {
    const span = spans.find(({ kind }) => kind === wanted);
    return span ? between(span.begun, span.ended) : null;
  };
  return {
    waitedSec: between(row.createdAt, row.startedAt),
    ...{ renderedSec: ofKind('frames'), mixedSec: ofKind('audio'), joinedSec: ofKind('stitch') },
    measuredSec: report ? between(report.createdAt, report.doneAt) : null,
    totalSec: between(row.createdAt, row.completedAt),
    slotSec: row.test ? null : Math.round(row.renderMs) / 1_000,
  };
}

function between(from: Date, to: Date | null): number | null {
  return to === null ? null : Math.max(0, to.getTime() - from.getTime()) / 1_000;
}
