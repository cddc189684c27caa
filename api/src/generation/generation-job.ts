import type { Database, Prisma } from '@framemill/infra';
import type { Caller } from '../auth/caller.ts';
import { chargeIn, refundIn } from '../credits/ledger.ts';
import type { ApiDeps } from '../deps.ts';
import { newId } from '../ids.ts';
import { inAccountOrder } from '../turns/in-account-order.ts';
import type { GenerationKind } from './generation-costs.ts';

/** How long a process may be silent before its jobs are taken from it, in milliseconds. */
export const LEASE_MS = 60_000;

/** A charged call that is to begin. */
export interface NewGeneration {
  kind: GenerationKind;
  credits: number;
  /** What was bought, for the ledger: "speech, 240 characters". */
  reason: string;
  /** What a process needs that goes on with it after a restart; null: it cannot be gone on with. */
  request: Prisma.InputJsonObject | null;
  /** Throws when the account may not have this job now. Called while the account's row is locked. */
  check?: (tx: Prisma.TransactionClient) => Promise<void>;
}

/** A charged call that runs. */
export interface GenerationJob {
  id: string;
  accountId: string;
  /** What the charge left. */
  remaining: number;
}

/** What a call gave. */
export interface GenerationResult {
  provider: string;
  mediaIds: string[];
  /** Whether it gave nothing worth its price: the charge is given back. */
  isFree?: boolean;
}

/**
 * Charges a call and notes it as PROCESSING, in one transaction: no charge is without its job. Throws
 * `insufficient_credits` with `remaining`; nothing is taken or noted then. Charges of one account wait for each other here.
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
        // Work with a stored request is taken by whoever looks next, at once.
        ...{ appId: credential.appId, leaseUntil: request === null ? new Date(now.getTime() + LEASE_MS) : now },
        ...(request === null ? {} : { request }),
      },
    });
    return { id, accountId, remaining: charge.remaining };
  };
  return inAccountOrder(accountId, () => client.$transaction(begin));
}

/** Says that the process which works on a job lives. False when the job has ended meanwhile: drop its work. */
export async function renewLease({ client }: Database, id: string, now: Date = new Date()): Promise<boolean> {
  const data = { leaseUntil: new Date(now.getTime() + LEASE_MS) };
  const { count } = await client.generationJob.updateMany({ where: { id, status: 'PROCESSING' }, data });
  return count === 1;
}

/**
 * Notes what a job gave, and gives back the charge of a free one in the same transaction. False when it has ended before, with a
 * refund: its result must not be used.
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

/** Ends a job without a result and gives its charge back, in one transaction, once whoever calls it how often. */
export function failGeneration({ client }: Database, id: string, error: string): Promise<boolean> {
  return client.$transaction((tx) => failIn(tx, id, error));
}

/** `failGeneration` inside a transaction. The records of media that the job has stored go with it; the sweep removes their objects. */
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
