import { Prisma } from '@framemill/infra';

/** SQL subquery of the ids of slow renders: those with an unfinished range that was stopped for other accounts. */
export const slowRenders = Prisma.sql`
  SELECT "renderId" FROM "Task" WHERE stops > 0 AND status IN ('READY', 'RELEASED')`;
