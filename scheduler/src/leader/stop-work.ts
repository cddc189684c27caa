import { slotsByFingerprint } from '../policy/choose-engine.ts';
import type { QueueSnapshot } from '../policy/plan-dispatch.ts';
import { slowQueueSlots } from '../policy/slow-queue.ts';
import { emptyStopMemory, type HeldSlot, stopForOthers } from '../policy/stop-for-others.ts';
import { type NodeLease, parsePool, publishCancel, publishStop } from '../protocol/index.ts';
import { isFinal } from '../records/index.ts';
import { queueOfAttempt, queueOfTask } from '../work-queues.ts';
import { type AttemptRow, endAttempt, forgetAttempt, makeReady, runningAttempts } from './attempts.ts';
import { activeStatuses, alone, fenced, type LeaderContext } from './context.ts';
import { readyTasks, slowRenders } from './ready-tasks.ts';

/** Engine to which a render is pinned. */
interface Engine {
  readonly pool: string;
  readonly fingerprint: string | null;
}

const engineKey = ({ pool, fingerprint }: Engine) => `${pool}/${fingerprint}`;

const serves = (lease: NodeLease, { pool, fingerprint }: Engine) =>
  fingerprint !== null && lease.engines[parsePool(pool)] === fingerprint;

/**
 * Returns two lists of accounts. `favoured`: accounts that have waited too long for a node with the engine (render
 * program version and machine type) of `task`; they get the next free slots. `sheltered`: accounts for which slots were
 * freed recently on nodes with this engine. Both lists are empty without a task, and for an audio mix or a mux, because
 * these tasks are short.
 */
export function waitersAround(
  { memory }: LeaderContext,
  task: (Engine & { kind: string }) | undefined,
): Pick<QueueSnapshot, 'favoured' | 'sheltered'> {
  if (task === undefined || task.kind !== 'frames') return { favoured: [], sheltered: [] };
  const nodes = memory.leases.filter((lease) => serves(lease, task));
  const around = [...memory.stops].filter(([key]) => nodes.some((lease) => keysOf(lease).includes(key)));
  return {
    favoured: memory.stops.get(engineKey(task))?.favoured ?? [],
    sheltered: [...new Set(around.flatMap(([, { shelteredUntilMs }]) => Object.keys(shelteredUntilMs)))],
  };
}

function keysOf(lease: NodeLease): string[] {
  return Object.entries(lease.engines).map(([pool, fingerprint]) => engineKey({ pool, fingerprint }));
}

/**
 * Stops frame ranges that use their slots for a long time while other accounts wait. The nodes deliver the completed
 * segments, and the rest of each range goes to the slow queue, which gets at most half of the slots. Run it every
 * second.
 */
export async function stopLongRanges(leader: LeaderContext, nowMs: number): Promise<void> {
  // Ranges in express slots are left out: they take no normal slot from other accounts.
  const running = (await runningAttempts(leader)).filter(({ express }) => !express);
  const ready = await readyTasks(leader);
  if (running.length === 0 && ready.length === 0) return leader.memory.stops.clear();
  const slow = await slowRenders(leader);
  const weights = await weightsOf(leader, [...ready, ...running.map(({ task }) => task.render)]);

  const engines = new Map([...ready, ...running.map(({ task }) => task.render)].map((row) => [engineKey(row), row]));
  for (const key of leader.memory.stops.keys()) if (!engines.has(key)) leader.memory.stops.delete(key);
  const victims = new Map<string, AttemptRow>();
  for (const [key, engine] of engines) {
    const nodes = leader.memory.leases.filter((lease) => serves(lease, engine));
    const slots = slotsByFingerprint(nodes, parsePool(engine.pool)).get(engine.fingerprint ?? '') ?? 0;
    const begun = new Set(
      nodes.flatMap((lease) => lease.running.filter(({ waiting }) => waiting !== true).map(({ jobId }) => jobId)),
    );
    const own = running.filter(({ task }) => engineKey(task.render) === key);
    const unbegun = own.filter(({ jobId, task }) => !begun.has(jobId) && !isSlow(task));
    const laneTaken = own.filter(({ task }) => isSlow(task)).length >= slowQueueSlots(slots);
    const readyHere = ready.filter((row) => engineKey(row) === key);
    const { jobIds, memory } = stopForOthers({
      nowMs,
      slots,
      held: running.filter(({ jobId }) => begun.has(jobId)).map(heldSlot),
      waiting: sumBy([
        ...readyHere.filter((task) => !isSlow(task)).map(({ accountId }) => [accountId, 1] as const),
        ...unbegun.map(({ task }) => [task.render.accountId, 1] as const),
      ]),
      slowWaiting: laneTaken ? readyHere.filter(isSlow).map(({ accountId }) => accountId) : [],
      weights,
      memory: leader.memory.stops.get(key) ?? emptyStopMemory,
    });
    leader.memory.stops.set(key, memory);
    for (const attempt of running) if (jobIds.includes(attempt.jobId)) victims.set(attempt.jobId, attempt);
  }
  for (const victim of victims.values()) {
    const { jobId } = victim;
    await alone(leader, 'a range could not be stopped; trying again', { jobId }, () => stopRange(leader, victim));
  }
  const accounts = new Set([...victims.values()].map(({ task }) => task.render.accountId));
  const listed = new Set(leader.memory.leases.flatMap((lease) => lease.running.map(({ jobId }) => jobId)));
  for (const attempt of running) {
    if (accounts.has(attempt.task.render.accountId) && !listed.has(attempt.jobId)) await takeBack(leader, attempt);
  }

  function isSlow(task: { kind: string; renderId: string }): boolean {
    return task.kind === 'frames' && slow.has(task.renderId);
  }

  function heldSlot({ jobId, task }: AttemptRow): HeldSlot {
    const runMs = nowMs - (leader.memory.runningSince.get(jobId) ?? nowMs);
    const canStop = task.kind === 'frames' && task.status === 'RELEASED';
    return { jobId, accountId: task.render.accountId, runMs, stops: task.stops, slow: isSlow(task), canStop };
  }
}

/**
 * Returns the fair-share weights of the accounts of `known`, and of the accounts for which slots were freed that have
 * other renders in progress.
 */
async function weightsOf(
  { database, memory }: LeaderContext,
  known: readonly { accountId: string; weight: number }[],
): Promise<Record<string, number>> {
  const weights = Object.fromEntries(known.map(({ accountId, weight }) => [accountId, weight]));
  const sheltered = [...memory.stops.values()].flatMap(({ shelteredUntilMs }) => Object.keys(shelteredUntilMs));
  const unknown = sheltered.filter((accountId) => !(accountId in weights));
  if (unknown.length === 0) return weights;
  const renders = await database.client.render.findMany({
    where: { accountId: { in: unknown }, status: { in: activeStatuses } },
    select: { accountId: true, weight: true },
  });
  return { ...weights, ...Object.fromEntries(renders.map(({ accountId, weight }) => [accountId, weight])) };
}

function sumBy(pairs: readonly (readonly [string, number])[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const [key, value] of pairs) sums[key] = (sums[key] ?? 0) + value;
  return sums;
}

// Count the stop first: whatever the node does, the range returns to the slow queue and gets more time there.
async function stopRange(leader: LeaderContext, attempt: AttemptRow): Promise<void> {
  const { count } = await fenced(leader, (tx) =>
    tx.task.updateMany({
      where: { id: attempt.taskId, status: 'RELEASED', stops: attempt.task.stops },
      data: { stops: { increment: 1 } },
    }),
  );
  if (count === 0) return;
  await publishStop(leader.redis, attempt.jobId, 'for-others');
  leader.metrics.rangesStopped.inc();
  const { renderId, stops } = attempt.task;
  leader.log.info({ jobId: attempt.jobId, renderId, stops: stops + 1 }, 'a frame range is stopped for others');
}

// A job that still waits in the queue would take the slot that is freed for other accounts. A job that a node holds
// cannot be removed.
async function takeBack(leader: LeaderContext, attempt: AttemptRow): Promise<void> {
  const { task } = attempt;
  if (task.kind !== 'frames' || attempt.speculative) return;
  if ((await leader.queues.queue(queueOfTask(task, task.render)).remove(attempt.jobId)) !== 1) return;
  const ended = await fenced(leader, async (tx) => {
    const error = 'The frame range was removed from the queue in favour of other accounts.';
    if (!(await endAttempt(tx, attempt, 'interrupted', { error }))) return false;
    await makeReady(tx, attempt);
    return true;
  });
  if (!ended) return;
  forgetAttempt(leader, attempt, 'interrupted');
  leader.memory.changes.note([task.renderId]);
}

/**
 * Stops the attempts of cancelled tasks, and of tasks that another attempt has completed: removes waiting jobs from
 * their queues and publishes stop messages to the nodes. When a render is planned again, the tasks of its old plan are
 * cancelled too, but their attempts that are already on nodes continue, because their results can still be used.
 */
export async function stopUselessWork(leader: LeaderContext): Promise<void> {
  const useless = { outcome: 'running', task: { status: { in: ['CANCELLED', 'FAILED', 'DONE'] } } };
  const { attempt } = leader.database.client;
  // In most ticks there is no such attempt, and reading whole rows takes three statements.
  if ((await attempt.findFirst({ where: useless, select: { id: true } })) === null) return;
  const attempts = await attempt.findMany({ where: useless, include: { task: { include: { render: true } } } });
  const ended = attempts.filter(({ task }) => isFinal(task.render.status));
  // Remove waiting jobs first: after the cancel message, no node may take another job of the render.
  const removed = new Set<AttemptRow>();
  for (const attempt of attempts) {
    const { jobId } = attempt;
    await alone(leader, 'a needless job could not be removed; trying again', { jobId }, async () => {
      if (await removeWaiting(leader, attempt)) removed.add(attempt);
    });
  }
  for (const renderId of new Set(ended.map(({ task }) => task.renderId))) await publishCancel(leader.redis, renderId);
  const beaten = attempts.filter(({ task }) => task.status === 'DONE' && !isFinal(task.render.status));
  for (const attempt of beaten) if (!removed.has(attempt)) await publishStop(leader.redis, attempt.jobId);
  for (const attempt of attempts) {
    if (!removed.has(attempt) && !ended.includes(attempt) && !beaten.includes(attempt)) continue;
    const fresh = await fenced(leader, (tx) => endAttempt(tx, attempt, 'cancelled'));
    if (fresh) forgetAttempt(leader, attempt, 'cancelled');
  }
}

// A job that a node holds is locked and cannot be removed; `remove` then returns 0.
async function removeWaiting(leader: LeaderContext, attempt: AttemptRow): Promise<boolean> {
  const queue = leader.queues.queue(queueOfAttempt(attempt));
  return (await queue.remove(attempt.jobId)) === 1;
}
