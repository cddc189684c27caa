import { Prisma } from '@framemill/infra';

/** Subquery: ids of the renders in the slow lane, those with a range that was stopped for others and is not done yet. */
export const slowRenders = Prisma.sql`
  SELECT "renderId" FROM "Task" WHERE stops > 0 AND status IN ('READY', 'RELEASED')`;
