import type { Database, Prisma } from '@framemill/infra';
import type { Caller } from '../auth/caller.ts';
import { chargeIn, refundIn } from '../credits/ledger.ts';
import type { ApiDeps } from '../deps.ts';
import { newId } from '../ids.ts';
import { inAccountOrder } from '../turns/account-turns.ts';
import type { GenerationKind } from './generation-costs.ts';

/**
 * Duration, in milliseconds, of a lease: a process's claim on a job. When the lease expires, another process may end or
 * continue the job.
 */
export const LEASE_MS = 60_000;

/** Paid call to an AI provider that is to be started. */
export interface NewGeneration {
  kind: GenerationKind;
  credits: number;
  /** Description of the purchase for the ledger: "speech, 240 characters". */
  reason: string;
  /** Data with which another process can continue the job after a restart. `null`: the job cannot be continued. */
  request: Prisma.InputJsonObject | null;
  /** Throws when the account may not start this job now. It is called while the account's row is locked. */
  check?: (tx: Prisma.TransactionClient) => Promise<void>;
}

/** Paid call to an AI provider in progress. */
export interface GenerationJob {
  id: string;
  accountId: string;
  /** Credits of the account after the charge. */
  remaining: number;
}

/** Result of a paid call to an AI provider. */
export interface GenerationResult {
  provider: string;
  mediaIds: string[];
  /** Whether the result is not worth its price, so that the charge is refunded. */
  isFree?: boolean;
}

/**
 * Charges the credits of a call and records the call as a job in state PROCESSING, in one transaction.
 * Throws `insufficient_credits` with `remaining`; nothing is charged or recorded then. Charges of the same account are
 * never made concurrently.
 */
export function beginGeneration(
  { database: { client }, plans }: Pick<ApiDeps, 'database' | 'plans'>,
  caller: Caller,
  { kind, credits, reason, request, check }: NewGeneration,
  now: Date = new Date(),
): Promise<GenerationJob> {
  const { accountId, credential } = caller;
  const begin = async (tx: Prisma.TransactionClient) => {
    const charge = await chargeIn(tx, plans, { accountId, credits, reason }, now);
    await check?.(tx);
    const id = newId('job');
    await tx.generationJob.create({
      data: {
        ...{ id, accountId, kind, credits, chargeId: charge.chargeId, status: 'PROCESSING' },
        // A job with a stored request is due at once for any process that polls.
        ...{ appId: credential.appId, leaseUntil: request === null ? new Date(now.getTime() + LEASE_MS) : now },
        ...(request === null ? {} : { request }),
      },
    });
    return { id, accountId, remaining: charge.remaining };
  };
  return inAccountOrder(accountId, () => client.$transaction(begin));
}

/** Renews the lease of a job. Returns `false` when the job has already ended; its result must then be discarded. */
export async function renewLease({ client }: Database, id: string, now: Date = new Date()): Promise<boolean> {
  const data = { leaseUntil: new Date(now.getTime() + LEASE_MS) };
  const { count } = await client.generationJob.updateMany({ where: { id, status: 'PROCESSING' }, data });
  return count === 1;
}

/**
 * Records the result of a job.
 * When the result has `isFree`, the charge is refunded in the same transaction. Returns `false` when the job had
 * already ended with a refund; the result must then not be used.
 */
export async function completeGeneration(
  { client }: Database,
  id: string,
  { provider, mediaIds, isFree = false }: GenerationResult,
): Promise<boolean> {
  const complete = async (tx: Prisma.TransactionClient) => {
    const { count } = await tx.generationJob.updateMany({
      where: { id, status: 'PROCESSING' },
      data: { status: 'COMPLETED', progress: 100, provider, mediaIds, endedAt: new Date() },
    });
    if (count === 1 && isFree) await refundJob(tx, id, 'gave nothing');
    return count === 1;
  };
  return isFree ? client.$transaction(complete) : complete(client);
}

/**
 * Ends a job without a result and refunds its charge in one transaction. Repeated calls refund only once. Returns
 * whether this call ended the job.
 */
export function failGeneration({ client }: Database, id: string, error: string): Promise<boolean> {
  return client.$transaction((tx) => failIn(tx, id, error));
}

/**
 * Ends a job without a result and refunds its charge, inside the caller's transaction.
 * Also deletes the records of media that the job stored. The periodic garbage collection removes the stored files.
 */
export async function failIn(tx: Prisma.TransactionClient, id: string, error: string): Promise<boolean> {
  const { count } = await tx.generationJob.updateMany({
    where: { id, status: 'PROCESSING' },
    data: { status: 'FAILED', error, endedAt: new Date() },
  });
  if (count === 0) return false;
  await refundJob(tx, id, 'failed');
  await tx.media.deleteMany({ where: { generationId: id } });
  return true;
}

async function refundJob(tx: Prisma.TransactionClient, id: string, why: string): Promise<void> {
  const { chargeId, kind } = await tx.generationJob.findUniqueOrThrow({ where: { id } });
  if (chargeId !== null) await refundIn(tx, chargeId, `${kind} ${why}`);
}
