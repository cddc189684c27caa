import { setTimeout as delay } from 'node:timers/promises';
import type { Database, Prisma } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline/errors';
import { currentPeriod, type Plan, type Plans } from '../plans/index.ts';
import { refusal } from '../policy/capacity.ts';

/** Columns of an account row that admission needs. */
export interface LockedAccount {
  id: string;
  plan: string;
  limits: unknown;
  exportsUsed: number;
  periodStart: Date;
  createdAt: Date;
}

/**
 * Reads an account. `isNewPeriod`: a monthly period has begun since its last admission, so its count of exports is 0.
 * Throws `not_found` for an unknown account.
 */
async function readAccount(
  client: Prisma.TransactionClient,
  accountId: string,
  now: Date,
): Promise<{ account: LockedAccount; isNewPeriod: boolean }> {
  const account = await client.account.findUnique({
    where: { id: accountId },
    select: { id: true, plan: true, limits: true, exportsUsed: true, periodStart: true, createdAt: true },
  });
  if (account === null) throw new FramemillError('not_found', `There is no account "${accountId}". Check the id.`);
  const { start } = currentPeriod(account.createdAt, now);
  const isNewPeriod = account.periodStart < start;
  return { account: isNewPeriod ? { ...account, exportsUsed: 0, periodStart: start } : account, isNewPeriod };
}

/**
 * Reads an account and locks its row until the transaction ends, so that two admissions of one account are never
 * counted concurrently. Starts a new monthly period when the last one has ended. Throws `not_found` for an unknown
 * account.
 */
export async function lockAccount(tx: Prisma.TransactionClient, accountId: string, now: Date): Promise<LockedAccount> {
  await tx.$queryRaw`SELECT 1 FROM "Account" WHERE id = ${accountId} FOR UPDATE`;
  const { account, isNewPeriod } = await readAccount(tx, accountId, now);
  const { exportsUsed, periodStart } = account;
  if (isNewPeriod) await changeAccount(tx, accountId, { exportsUsed, periodStart });
  return account;
}

/** Time in ms between the refusal of a render request and the next check of its account's allowance. */
const refusalMs = 250;

/**
 * Returns `check` with a limited rate for each account. All render requests of an account that arrive during a check
 * wait for one common next check, which begins at least `refusalMs` after a refusal. A client that repeats refused
 * requests without a pause thus causes few queries.
 */
export function createPacedCheck(check: typeof checkEarly = checkEarly): typeof checkEarly {
  const running = new Map<string, Promise<unknown>>();
  const waiting = new Map<string, Promise<Plan>>();
  const start: typeof checkEarly = (deps, accountId) => {
    const plan = check(deps, accountId);
    const ended: Promise<unknown> = plan
      .catch((error: unknown) => (isRefusal(error) ? delay(refusalMs) : undefined))
      .finally(() => {
        if (running.get(accountId) === ended) running.delete(accountId);
      });
    running.set(accountId, ended);
    return plan;
  };
  return (deps, accountId) => {
    const before = running.get(accountId);
    if (before === undefined) return start(deps, accountId);
    const next =
      waiting.get(accountId) ??
      before.then(() => {
        waiting.delete(accountId);
        return start(deps, accountId);
      });
    waiting.set(accountId, next);
    return next;
  };
}

function isRefusal(error: unknown): boolean {
  return error instanceof FramemillError && error.code === 'quota_exceeded';
}

/**
 * Checks the allowance of an account without locking its row, and returns its plan. A refused request then costs two
 * queries. The allowance must be checked again with the row locked before a render is inserted. Throws `not_found` and
 * `quota_exceeded`.
 */
export async function checkEarly(
  { database: { client }, plans }: { database: Database; plans: Plans },
  accountId: string,
): Promise<Plan> {
  const { account } = await readAccount(client, accountId, new Date());
  const plan = plans.of(account);
  await checkAllowance(client, account, plan);
  return plan;
}

/** Throws `quota_exceeded` (HTTP 402) when the plan does not allow another render now. Changes nothing. */
export async function checkAllowance(tx: Prisma.TransactionClient, account: LockedAccount, plan: Plan): Promise<void> {
  const running = await tx.render.count({
    where: { accountId: account.id, status: { in: ['PENDING', 'PROCESSING'] }, test: false, parentId: null },
  });
  const refused = refusal({ running, exportsUsed: account.exportsUsed }, plan);
  if (refused === 'concurrentRenders') {
    throw new FramemillError(
      'quota_exceeded',
      `${running} renders are active, and the plan ${plan.name} allows ${plan.concurrentRenders} at once. ` +
        'Wait for one to finish, or cancel one.',
      { limit: plan.concurrentRenders, used: running, what: 'concurrentRenders' },
    );
  }
  if (refused === 'exports') {
    const { end } = currentPeriod(account.createdAt, account.periodStart);
    throw new FramemillError(
      'quota_exceeded',
      `${account.exportsUsed} of the ${plan.exportsPerMonth} exports of this month are used. ` +
        `The allowance renews on ${end.toISOString().slice(0, 10)}.`,
      { limit: plan.exportsPerMonth, used: account.exportsUsed, resetsAt: end.toISOString(), what: 'exports' },
    );
  }
}

/** Takes one export from the account's monthly allowance. Call it with the account's row locked. */
export async function takeExport(tx: Prisma.TransactionClient, accountId: string): Promise<void> {
  await changeAccount(tx, accountId, { exportsUsed: { increment: 1 } });
}

/** Changes an account. Returns nothing of the row, because the scheduler's database role may not read all columns. */
async function changeAccount(
  tx: Prisma.TransactionClient,
  accountId: string,
  data: Prisma.AccountUpdateInput,
): Promise<void> {
  await tx.account.update({ where: { id: accountId }, data, select: { id: true } });
}

/**
 * Returns a render's export to the account's allowance, at most once however often it is called. An export taken in an
 * earlier month is not returned, because the allowance of the current month must not grow.
 */
export async function giveBackExport(tx: Prisma.TransactionClient, renderId: string): Promise<void> {
  await tx.$executeRaw`
    WITH given AS (
      UPDATE "Render" SET refunded = true WHERE id = ${renderId} AND NOT refunded AND NOT test
      RETURNING "accountId", "createdAt"
    )
    UPDATE "Account" a SET "exportsUsed" = GREATEST(a."exportsUsed" - 1, 0)
    FROM given WHERE a.id = given."accountId" AND a."periodStart" <= given."createdAt"`;
}
