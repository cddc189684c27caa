import type { Database } from '@framemill/infra';
import type { RenderRow } from './render-record.ts';

/** Maximum position that is counted, so that a poll costs the same however long the queue is. */
const lastPosition = 1_000;

/**
 * Returns the position of a render among the pending renders, by priority and age, beginning with 1. null: the render
 * is not pending, is an additional output, or more than 1,000 renders are pending before it.
 */
export async function queuePosition(
  { client }: Pick<Database, 'client'>,
  { status, parentId, priority, createdAt }: Pick<RenderRow, 'status' | 'parentId' | 'priority' | 'createdAt'>,
): Promise<number | null> {
  if (status !== 'PENDING' || parentId !== null) return null;
  // Two ranges of the index, each read no further than needed.
  const [row] = await client.$queryRaw<{ position: bigint }[]>`
    SELECT count(*) AS position FROM (
      (SELECT 1 FROM "Render" WHERE status = 'PENDING' AND "parentId" IS NULL AND priority > ${priority}
        LIMIT ${lastPosition + 1})
      UNION ALL
      (SELECT 1 FROM "Render" WHERE status = 'PENDING' AND "parentId" IS NULL AND priority = ${priority}
        AND "createdAt" <= ${createdAt}::timestamp LIMIT ${lastPosition + 1})
    ) AS before_it`;
  const position = Math.max(1, Number(row?.position ?? 1));
  return position > lastPosition ? null : position;
}
