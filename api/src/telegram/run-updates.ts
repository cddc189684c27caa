import type { Prisma } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline';
import { Value } from '@framemill/timeline/typebox';
import type { Caller } from '../auth/caller.ts';
import { CostLimitExceeded } from '../limiter/cost-limits.ts';
import { botCaller, withOwner } from './bot-owner.ts';
import { giveFilmBack } from './end-users.ts';
import { MessageSchema } from './read-update.ts';
import { replies } from './replies.ts';
import { isStage, stages } from './stages/index.ts';
import { TelegramError } from './telegram-error.ts';
import { type BotServices, type BotState, BotStateSchema, type BotWork, type Next, type UpdateRow } from './work.ts';

/**
 * Lifetime of a lease on messages, in milliseconds. When a process has not renewed its lease for this time, another
 * process may take over the messages.
 */
export const LEASE_MS = 60_000;
/**
 * Maximum failures of a stage (one step of answering a message) before the message is given up, and the maximum wait
 * between two attempts in ms. Together they allow about half an hour.
 */
const MOST_FAILURES = 12;
const LONGEST_WAIT_MS = 300_000;
/** Wait before the next attempt when no worker thread has capacity, in milliseconds. */
const FULL_WAIT_MS = 2_000;
/**
 * Maximum number of stages (steps of answering a message) that run under one lease. Remaining stages run under the next
 * lease.
 */
const MOST_STAGES = 30;

/**
 * Error thrown in a process whose lease on a message was taken by another process. The process must discard its
 * results.
 */
export class Overtaken extends Error {}

/**
 * Leases up to `most` due messages to this process, so that no other process works on them. Messages of one person are
 * processed one at a time in the order of sending, but a message that only waits for its render does not delay the next
 * ones. Any number of processes may call this at the same time.
 */
export async function takeUpdates(
  { database }: BotServices,
  most: number,
  now: Date = new Date(),
): Promise<UpdateRow[]> {
  if (most <= 0) return [];
  const taken = await database.client.$queryRaw<{ bot: string; updateId: bigint }[]>`
    UPDATE "TelegramUpdate" SET "leaseUntil" = ${new Date(now.getTime() + LEASE_MS)}, "takes" = "takes" + 1
    WHERE ("bot", "updateId") IN (
      SELECT "bot", "updateId" FROM "TelegramUpdate" AS one
      WHERE "status" IN ('PENDING', 'RENDERING') AND "leaseUntil" <= ${now}
        AND ("status" = 'RENDERING' OR NOT EXISTS (
          SELECT 1 FROM "TelegramUpdate" AS before
          WHERE before."bot" = one."bot" AND before."userId" = one."userId" AND before."status" = 'PENDING'
            AND (before."place", before."updateId") < (one."place", one."updateId")))
      ORDER BY "leaseUntil" LIMIT ${most} FOR UPDATE SKIP LOCKED)
    RETURNING "bot", "updateId"`;
  if (taken.length === 0) return [];
  const where = { OR: taken.map(({ bot, updateId }) => ({ bot, updateId })) };
  return database.client.telegramUpdate.findMany({ where, include: { botRow: { include: withOwner } } });
}

/**
 * Processes a leased message until it is answered or has to wait. When `stopping` is aborted, the message is left for
 * the next process. Never throws.
 */
export async function workOn(services: BotServices, row: UpdateRow, stopping: AbortSignal): Promise<void> {
  const { client } = services.database;
  const mine = { bot: row.bot, updateId: row.updateId, takes: row.takes };
  const lost = new AbortController();
  const renewal = setInterval(() => {
    const data = { leaseUntil: new Date(Date.now() + LEASE_MS) };
    client.telegramUpdate
      .updateMany({ where: mine, data })
      .then(({ count }) => count === 1 || lost.abort())
      .catch((error: unknown) => services.log.warn({ err: error, update: shown(row) }, 'the lease was not renewed'));
  }, LEASE_MS / 4);
  try {
    await goOn(services, row, AbortSignal.any([stopping, lost.signal]));
  } catch (error) {
    if (error instanceof Overtaken || lost.signal.aborted) return;
    // The next process that polls continues with the message.
    const leaseUntil = stopping.aborted ? new Date() : new Date(Date.now() + LEASE_MS);
    await client.telegramUpdate.updateMany({ where: mine, data: { leaseUntil } }).catch(() => undefined);
    if (!stopping.aborted)
      services.log.warn({ err: error, update: shown(row) }, 'the state of a bot message was not stored; trying again');
  } finally {
    clearInterval(renewal);
  }
}

async function goOn(services: BotServices, taken: UpdateRow, signal: AbortSignal): Promise<void> {
  const { client } = services.database;
  const caller = botCaller(services.plans, taken.botRow);
  // A paused bot does nothing and sends nothing.
  if (caller === null) {
    await client.$transaction((tx) => note(tx, taken, { stage: 'done' }, { error: null }));
    return;
  }
  let row = taken;
  for (let count = 0; count < MOST_STAGES; count += 1) {
    signal.throwIfAborted();
    const next = await oneStage(services, row, caller, signal);
    if (next.stage === 'done' || next.dueInMs !== undefined) return;
    row = { ...row, stage: next.stage, state: stateAfter(row, next), renderId: next.renderId ?? row.renderId };
  }
}

/**
 * Runs one stage (step) of answering a message and stores the next step. If the stage fails, decides how to continue. A
 * stage that is too expensive for the main thread runs on a worker thread.
 */
export async function oneStage(
  services: BotServices,
  row: UpdateRow,
  caller: Caller,
  signal: AbortSignal,
): Promise<Next> {
  const { client } = services.database;
  let noted: Next | null = null;
  const work: BotWork = {
    ...{ services, caller, signal, appId: row.botRow.appId },
    token: services.secrets.open('TelegramBot', row.bot, row.botRow.token),
    ...{ userId: row.userId, renderId: row.renderId, receivedAt: row.createdAt },
    message: Value.Parse(MessageSchema, row.message),
    state: Value.Parse(BotStateSchema, row.state),
    async note(tx, next) {
      await note(tx, row, next, {});
      noted = next;
    },
  };
  const stage = isStage(row.stage) ? row.stage : 'meet';
  try {
    const result = await stages[stage](work);
    if (result !== null) {
      await client.$transaction(async (tx) => work.note(tx, typeof result === 'function' ? await result(tx) : result));
    }
    if (noted === null) throw new Error(`The step ${stage} of a bot message stored no next step.`);
    return noted;
  } catch (error) {
    if (error instanceof CostLimitExceeded && services.elsewhere) return stageElsewhere(services, row, caller, signal);
    if (error instanceof Overtaken || signal.aborted) throw error;
    const failures = row.failures + 1;
    const next = afterFailure(services, row, { error, stage, failures });
    const reason = next.stage === 'done' ? { error: error instanceof Error ? error.message : String(error) } : {};
    await client.$transaction((tx) => note(tx, row, next, { failures, ...reason }));
    return next;
  }
}

/**
 * Runs a stage (step) of answering a message on a worker thread, which stores the next step itself. If the thread
 * cannot start or is terminated early, this function stores the next step.
 */
async function stageElsewhere(
  services: BotServices,
  row: UpdateRow,
  caller: Caller,
  signal: AbortSignal,
): Promise<Next> {
  try {
    if (!services.elsewhere) throw new Error('This process has no worker threads for bots.');
    return await services.elsewhere(row, caller, signal);
  } catch (error) {
    if (error instanceof Overtaken || signal.aborted) throw error;
    const { stage, failures } = row;
    const isFull = error instanceof FramemillError && error.code === 'unavailable';
    const next: Next =
      isFull && isStage(stage)
        ? { stage, dueInMs: FULL_WAIT_MS }
        : { stage: 'reply', state: { reply: replies.failed } };
    const [level, what] = isFull ? (['info', 'waits for a thread'] as const) : (['warn', 'is given up'] as const);
    services.log[level]({ err: error, update: shown(row), stage }, `a message to a bot ${what}`);
    await services.database.client.$transaction((tx) => note(tx, row, next, { failures }));
    return next;
  }
}

/**
 * Returns the next step of answering a message after a failed step: a reply to the person, another attempt, or none.
 */
function afterFailure(
  { log, retryMs }: BotServices,
  row: UpdateRow,
  { error, stage, failures }: { error: unknown; stage: string; failures: number },
): Next {
  const said = error instanceof FramemillError ? replyTo(error) : null;
  if (said !== null && stage !== 'reply') return { stage: 'reply', state: { reply: said } };
  const isOver = (error instanceof TelegramError && error.isFinal) || failures >= MOST_FAILURES;
  if (isOver) {
    log.warn({ err: error, update: shown(row), stage }, 'a message to a bot is given up');
    const isSending = stage === 'reply' || stage === 'preview' || stage === 'film';
    return isSending ? { stage: 'done' } : { stage: 'reply', state: { reply: replies.failed } };
  }
  const waitSec = error instanceof TelegramError ? error.retryAfterSec : null;
  const dueInMs = waitSec === null ? Math.min(LONGEST_WAIT_MS, retryMs * 2 ** (failures - 1)) : waitSec * 1_000;
  log.info({ err: error, update: shown(row), stage, failures, dueInMs }, 'a message to a bot is tried again');
  return { stage: isStage(stage) ? stage : 'reply', dueInMs };
}

/** Returns the reply to the person for an error of the service. `null`: none, because the error may be temporary. */
function replyTo({ code }: FramemillError): string | null {
  if (code === 'insufficient_credits') return replies.noCredits;
  if (code === 'quota_exceeded' || code === 'plan_required') return replies.noQuota;
  if (code === 'prompt_rejected') return replies.rejected;
  if (code === 'payload_too_large') return replies.tooLarge;
  return null;
}

/**
 * Stores the next step of a message. Throws `Overtaken` when another process has taken the message; the transaction is
 * then rolled back. If the message ends without a video, the one deducted from the person's daily allowance is
 * returned.
 */
async function note(
  tx: Prisma.TransactionClient,
  row: UpdateRow,
  next: Next,
  { error, failures = 0 }: { error?: string | null; failures?: number },
): Promise<void> {
  const { bot, updateId, takes, userId } = row;
  const state = stateAfter(row, next);
  const isOver = next.stage === 'done';
  const isInVain = next.stage === 'reply' || (isOver && row.renderId === null);
  if (isInVain && state.takenAt != null) {
    const where = { appId_userId: { appId: row.botRow.appId, userId } };
    const user = await tx.telegramUser.findUnique({ where, select: { id: true } });
    if (user) await giveFilmBack(tx, user.id, new Date(state.takenAt));
    state.takenAt = null;
  }
  const status = isOver ? (error == null ? 'DONE' : 'FAILED') : next.stage === 'film' ? 'RENDERING' : 'PENDING';
  const { count } = await tx.telegramUpdate.updateMany({
    where: { bot, updateId, takes, status: { in: ['PENDING', 'RENDERING'] } },
    data: {
      ...{ status, failures, stage: next.stage, error: error ?? null },
      // Messages of people are stored until they are answered, and no longer.
      ...(isOver ? { message: {}, state: {}, endedAt: new Date() } : { state }),
      ...(next.renderId === undefined ? {} : { renderId: next.renderId }),
      leaseUntil: new Date(Date.now() + (next.dueInMs ?? LEASE_MS)),
    },
  });
  if (count === 0) throw new Overtaken();
}

function stateAfter({ state }: UpdateRow, next: Next): BotState {
  return { ...Value.Parse(BotStateSchema, state), ...next.state };
}

function shown({ bot, updateId, renderId }: UpdateRow): Record<string, string | null> {
  return { bot, updateId: String(updateId), renderId };
}
