import type { Database } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline/errors';
import type { Plans } from './plan-table.ts';

/**
 * Throws `invalid_request` when accounts are on plans that the table lacks, because every request of these accounts
 * would fail.
 */
export async function requireKnownPlans({ client }: Database, plans: Plans): Promise<void> {
  const known = plans.list.map(({ id }) => id);
  const rows = await client.account.groupBy({ by: ['plan'], where: { plan: { notIn: known } }, _count: { id: true } });
  if (rows.length === 0) return;
  const lacking = rows.map(({ plan, _count }) => `"${plan}" (${_count.id} accounts)`).join(', ');
  const message = `PLANS_FILE lacks plans of accounts: ${lacking}. Add them, or run "npm run admin -- account plan".`;
  throw new FramemillError('invalid_request', message);
}
