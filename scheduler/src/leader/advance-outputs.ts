import { canonicalJson } from '@framemill/compositor/plan';
import type { Prisma } from '@framemill/infra';
import { recordRenderEvent } from '../outbox.ts';
import { type RenderRow, renderRecord, writeMirror } from '../records/index.ts';
import { parseOutputs, type RenderOutput } from '../records/render-output.ts';
import { activeStatuses, alone, fenced, type LeaderContext } from './context.ts';
import { failRender, publishRender } from './render-state.ts';

/**
 * Advances renders with several outputs. An additional output is planned once all outputs before it have all their
 * segments, so that it can reuse the segments that it shares with them. A render is complete when all its outputs are,
 * and fails when one of them fails. When a render fails or is cancelled, its unfinished outputs are cancelled.
 */
export async function advanceOutputs(leader: LeaderContext): Promise<void> {
  const { client } = leader.database;
  const found = await client.$queryRaw<{ id: string }[]>`
    SELECT id FROM "Render"
    WHERE status IN ('PENDING', 'PROCESSING') AND (outputs IS NOT NULL OR "parentId" IS NOT NULL)`;
  if (found.length === 0) return;
  const active = await client.render.findMany({ where: { id: { in: found.map(({ id }) => id) } } });
  if (active.some(({ parentId }) => parentId !== null)) await endOrphans(leader);
  const parents = active.filter(({ outputs }) => outputs !== null);
  if (parents.length === 0) return;
  await release(leader);
  const children = await client.render.findMany({
    where: { parentId: { in: parents.map(({ id }) => id) } },
    orderBy: { outputIndex: 'asc' },
  });
  const byParent = Map.groupBy(children, ({ parentId }) => parentId ?? '');
  for (const parent of parents) {
    await alone(leader, 'the outputs of a render could not be advanced; trying again', { renderId: parent.id }, () =>
      advance(leader, parent, byParent.get(parent.id) ?? []),
    );
  }
}

/** Cancels the active outputs of renders that were cancelled or failed. */
async function endOrphans(leader: LeaderContext): Promise<void> {
  const orphans = await fenced(leader, async (tx) => {
    const ended = await tx.$queryRaw<{ id: string }[]>`
      UPDATE "Render" c SET status = 'CANCELLED', stage = 'done', "completedAt" = ${new Date()}::timestamp
      FROM "Render" p WHERE p.id = c."parentId" AND p.status IN ('FAILED', 'CANCELLED')
        AND c.status IN ('PENDING', 'PROCESSING') RETURNING c.id`;
    if (ended.length === 0) return ended;
    await tx.task.updateMany({
      where: { renderId: { in: ended.map(({ id }) => id) }, status: { in: ['READY', 'RELEASED'] } },
      data: { status: 'CANCELLED' },
    });
    return ended;
  });
  leader.memory.changes.note(orphans.map(({ id }) => id));
}

async function release(leader: LeaderContext): Promise<void> {
  await fenced(
    leader,
    (tx) => tx.$executeRaw`
      UPDATE "Render" c SET stage = 'planning' WHERE c.stage = 'held' AND c.status = 'PENDING' AND NOT EXISTS (
        SELECT 1 FROM "Render" s WHERE (s.id = c."parentId" OR s."parentId" = c."parentId")
          AND s."outputIndex" < c."outputIndex" AND s.status IN ('PENDING', 'PROCESSING')
          AND s.stage IN ('held', 'planning', 'waiting', 'rendering'))`,
  );
}

async function advance(leader: LeaderContext, parent: RenderRow, children: readonly RenderRow[]): Promise<void> {
  const failed = children.find(({ status }) => status === 'FAILED');
  if (failed) {
    const reason = failed.errorMsg ?? 'no reason was stored. Render again; if it fails again, see the scheduler log.';
    return failRender(leader, parent.id, `Output ${failed.outputIndex} (${failed.format}) failed: ${reason}`);
  }
  const outputs = shownOutputs(parent, children);
  const isComplete = parent.stage === 'outputs' && children.every(({ status }) => status === 'COMPLETED');
  if (!isComplete && canonicalJson(outputs) === canonicalJson(parent.outputs)) return;
  const changed = await fenced(leader, async (tx) => {
    const { count } = await tx.render.updateMany({
      where: { id: parent.id, status: { in: activeStatuses }, stage: parent.stage },
      data: { outputs, ...(isComplete ? completion() : {}), epoch: leader.epoch },
    });
    if (count === 0) return null;
    const row = await tx.render.findUniqueOrThrow({ where: { id: parent.id } });
    if (isComplete) await recordRenderEvent(tx, 'render.completed', row);
    return row;
  });
  if (!changed) return;
  if (isComplete) await publishRender(leader, parent.id, 'render.completed');
  else await writeMirror(leader.redis, changed.accountId, renderRecord(changed));
}

function completion() {
  return { status: 'COMPLETED', stage: 'done', progress: 100, completedAt: new Date() };
}

function shownOutputs(parent: RenderRow, children: readonly RenderRow[]): Prisma.InputJsonArray {
  let outputs = withOutput(
    parent.outputs,
    0,
    parent.stage === 'outputs' ? {} : { status: parent.status, progress: parent.progress },
  );
  for (const child of children) {
    outputs = withOutput(outputs, child.outputIndex, {
      status: child.status,
      progress: child.progress,
      url: child.status === 'COMPLETED' ? child.url : null,
      error: child.errorMsg,
      fileSizeBytes: child.fileSizeBytes === null ? null : Number(child.fileSizeBytes),
      durationSec: child.durationSec,
    });
  }
  return outputs.map((output) => ({ ...output }));
}

/** Returns the stored outputs of a render with some fields of the output at `index` replaced. */
function withOutput(stored: unknown, index: number, changed: Partial<RenderOutput>): RenderOutput[] {
  return parseOutputs(stored).map((output) => (output.index === index ? { ...output, ...changed } : output));
}

/**
 * Returns the changes of a render's row once its main file is complete and accepted. A render with additional outputs
 * is complete only when all of them are.
 */
export function finished(
  row: Pick<RenderRow, 'exportKey' | 'outputs'>,
  file: { sizeBytes: number; durationSec: number | null },
): Prisma.RenderUpdateManyMutationInput {
  if (row.outputs === null) return { status: 'COMPLETED', stage: 'done', progress: 100, completedAt: new Date() };
  const { sizeBytes: fileSizeBytes, durationSec } = file;
  const output = { status: 'COMPLETED', progress: 100, url: `/${row.exportKey ?? ''}`, fileSizeBytes, durationSec };
  return { stage: 'outputs', outputs: withOutput(row.outputs, 0, output) };
}
