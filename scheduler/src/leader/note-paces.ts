import type { Prisma } from '@framemill/infra';
import { parsePool, type RenderRangeResult } from '../protocol/index.ts';
import type { NodePace } from '../speeds/node-speeds.ts';
import type { AttemptRow } from './attempts.ts';

interface CostRow {
  attempt: string;
  cost: number;
}

/**
 * Adds the rendering time of completed ranges, and the estimated cost of the same segments, to the rows of their
 * renders. Later quotes use these sums. Returns the paces for the statistics of the nodes. Call it once per attempt,
 * in the transaction that ends it.
 */
export async function notePaces(
  tx: Prisma.TransactionClient,
  deliveries: readonly { attempt: AttemptRow; result: RenderRangeResult }[],
): Promise<NodePace[]> {
  if (deliveries.length === 0) return [];
  const segments = deliveries.flatMap(({ attempt, result }) =>
    result.segments.map(({ contentKey }) => ({ attempt: attempt.id, render: attempt.task.renderId, contentKey })),
  );
  const rows = await tx.$queryRaw<CostRow[]>`
    SELECT k.attempt, sum(s.cost)::float8 AS cost
    FROM unnest(
      ${segments.map(({ attempt }) => attempt)}::text[], ${segments.map(({ render }) => render)}::text[],
      ${segments.map(({ contentKey }) => contentKey)}::text[]) AS k(attempt, render, content)
    CROSS JOIN LATERAL (
      SELECT max("costMs") AS cost FROM "RenderSegment" WHERE "renderId" = k.render AND "contentKey" = k.content) s
    GROUP BY k.attempt`;
  const costs = new Map(rows.map(({ attempt, cost }) => [attempt, cost]));
  const paces = deliveries.flatMap(({ attempt, result }) => {
    const costMs = costs.get(attempt.id) ?? 0;
    const tookMs = result.fetchMs + result.renderMs + result.uploadMs;
    const { id: renderId, pool, format, quality } = attempt.task.render;
    const frames = result.segments.reduce((sum, segment) => sum + segment.frames, 0);
    return [{ renderId, nodeId: result.nodeId, pool: parsePool(pool), format, quality, tookMs, costMs, frames }];
  });
  await tx.$executeRaw`
    UPDATE "Render" r SET "renderMs" = r."renderMs" + k.took, "costMs" = r."costMs" + k.cost,
      "renderedFrames" = r."renderedFrames" + k.frames
    FROM (
      SELECT render, sum(took) AS took, sum(cost) AS cost, sum(frames) AS frames
      FROM unnest(
        ${paces.map(({ renderId }) => renderId)}::text[], ${paces.map(({ tookMs }) => tookMs)}::float8[],
        ${paces.map(({ costMs }) => costMs)}::float8[], ${paces.map(({ frames }) => frames)}::int[])
        AS p(render, took, cost, frames)
      GROUP BY render) k
    WHERE r.id = k.render`;
  return paces.filter(({ costMs }) => costMs > 0);
}
