import { setTimeout as pause } from 'node:timers/promises';
import {
  createOutageLog,
  createRedis,
  type Database,
  type Logger,
  type Metrics,
  noTracing,
  type ObjectStore,
  redisReady,
  reportRedis,
  type Tracing,
} from '@framemill/infra';
import { defaultPlans, type Plans } from '../plans/index.ts';
import { leaseRefreshMs } from '../protocol/index.ts';
import type { Ages } from '../retention/ages.ts';
import { sweepStore } from '../retention/sweep-store.ts';
import { createWorkQueues, type FinishedJob } from '../work-queues.ts';
import { admitBatches } from './admit-batches.ts';
import { emptyMemory, type LeaderContext, LeaderFenced } from './context.ts';
import { acquireLeadership, type Leadership } from './leadership.ts';
import { beginCounters, reportSweep } from './metrics.ts';
import { planLongRender } from './plan-renders.ts';
import { createRenderChanges, type RenderChanges } from './render-changes.ts';
import { aside, type SideStep, sideSteps, tick } from './tick.ts';

const tickMs = 1_000;

/** Dependencies of a scheduler process. */
export interface SchedulerDeps {
  readonly database: Database;
  /** PostgreSQL URL for the leader's lock, for which the scheduler opens a separate connection. */
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly store: ObjectStore;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Time in ms for which an object must be missing from the store before it counts as lost. Default 30 s. */
  readonly lossPatienceMs?: number;
  /**
   * Time in ms for which all nodes of an engine may be disconnected (for example during a restart) before its renders
   * move to another engine. Default 15 s.
   */
  readonly engineGraceMs?: number;
  /** Plans that limit the accounts; absent: the built-in plans. */
  readonly plans?: Plans;
  /** Ages at which the sweep removes data; absent ones: the default. */
  readonly ages?: Partial<Ages>;
  /** Trace export of the process; absent: nothing is traced. */
  readonly tracing?: Tracing;
}

/** Scheduler that runs in this process, as the leader or as a stand-by. */
export interface Scheduler {
  /** Returns the epoch in which this process leads now; null: it waits for the leadership. */
  epoch(): number | null;
  /** Ends the loop after the current step and frees the leadership for another scheduler. */
  stop(): Promise<void>;
}

/**
 * Starts a scheduler. It waits to become the leader and then leads; when another scheduler has replaced it, it waits
 * again. Any number of schedulers may run on one database; one of them leads.
 */
export async function startScheduler(deps: SchedulerDeps): Promise<Scheduler> {
  const stop = new AbortController();
  let epoch: number | null = null;
  const onEpoch = (now: number | null) => {
    epoch = now;
    deps.metrics.leader.set(now === null ? 0 : 1);
    if (now !== null) deps.metrics.leaderEpoch.set(now);
  };
  onEpoch(null);
  beginCounters(deps.metrics, deps.plans ?? defaultPlans);
  const running = takeTurns(deps, stop.signal, onEpoch);
  return {
    epoch: () => epoch,
    async stop() {
      stop.abort();
      await running;
    },
  };
}

async function takeTurns(deps: SchedulerDeps, stop: AbortSignal, onEpoch: (now: number | null) => void): Promise<void> {
  while (!stop.aborted) {
    const alarm = createAlarm();
    const changes = createRenderChanges();
    const leadership = await acquireLeadership({
      databaseUrl: deps.databaseUrl,
      stop,
      log: deps.log,
      onWake(cancelledId) {
        if (cancelledId !== null) changes.note([cancelledId]);
        alarm.ring();
      },
    });
    if (leadership === null) return;
    onEpoch(leadership.epoch);
    deps.log.info({ epoch: leadership.epoch }, 'this scheduler leads');
    try {
      await lead(deps, leadership, { alarm, changes }, AbortSignal.any([stop, leadership.lost]));
    } finally {
      onEpoch(null);
      await leadership.resign();
    }
  }
}

async function lead(
  deps: SchedulerDeps,
  leadership: Leadership,
  { alarm, changes }: { alarm: Alarm; changes: RenderChanges },
  stop: AbortSignal,
): Promise<void> {
  const report = reportRedis(deps.log, 'scheduler');
  const redis = createRedis(deps.redisUrl, 'producer', report);
  const finished = new Map<string, FinishedJob>();
  const queues = createWorkQueues({
    redis,
    redisUrl: deps.redisUrl,
    report,
    onFinished(job) {
      finished.set(job.jobId, job);
      alarm.ring();
    },
  });
  const { database, store, log, metrics, plans = defaultPlans, tracing = noTracing } = deps;
  const { lossPatienceMs = 30_000, engineGraceMs = 15_000 } = deps;
  const memory = { ...emptyMemory(), changes };
  const leader: LeaderContext = {
    ...{ epoch: leadership.epoch, database, redis, store, log, metrics, tracing, queues, memory, plans },
    ...{ lossPatienceMs, engineGraceMs },
  };
  redis.on('ready', () => {
    // Leases expired while Redis was unavailable: give the nodes time to write them again.
    memory.noLossUntilMs = Date.now() + 3 * leaseRefreshMs;
    alarm.ring();
  });
  stop.addEventListener('abort', alarm.ring);
  startSweeper(leader, deps.ages ?? {}, stop);
  const ticker = setInterval(alarm.ring, tickMs);
  const ended = new AbortController();
  const besideStop = AbortSignal.any([stop, ended.signal]);
  const admitItems: SideStep = () => admitInTurns(leader, besideStop);
  const planLong: SideStep = async () => {
    if (await planLongRender(leader)) alarm.ring();
  };
  const beside = [admitItems, planLong].map((step) => startBeside(leader, step, besideStop));
  // A render that ended has freed a render slot of its account.
  const onTick = () => {
    for (const { wake } of beside) wake();
  };
  try {
    await loop(leader, finished, alarm, onTick, stop);
  } finally {
    ended.abort();
    await Promise.all(beside.map(({ ended: end }) => end));
    clearInterval(ticker);
    stop.removeEventListener('abort', alarm.ring);
    await queues.close();
    redis.disconnect();
  }
}

async function loop(
  leader: LeaderContext,
  finished: Map<string, FinishedJob>,
  alarm: Alarm,
  onTick: () => void,
  stop: AbortSignal,
): Promise<void> {
  // Without Redis the ticks fail until it is available; waiting a moment avoids a failed tick at a normal start.
  await redisReady(leader.redis).catch((error: unknown) => leader.log.warn({ err: error }, 'Redis is away'));
  const failing = createOutageLog(leader.log, 'a tick of the leader failed; trying again');
  let nextTickMs = 0;
  const due: SideStep[] = [];
  while (!stop.aborted) {
    const jobs = [...finished.values()];
    finished.clear();
    const nowMs = Date.now();
    const isTimed = nowMs >= nextTickMs;
    // The timer that drives the ticks may fire slightly early, so a tick 50 ms early is accepted.
    if (isTimed) nextTickMs = nowMs + tickMs - 50;
    try {
      await tick(leader, jobs, isTimed);
      failing.worked();
      onTick();
      if (isTimed) due.push(...sideSteps.filter((step) => !due.includes(step)));
      await takeSideSteps(leader, due, alarm);
    } catch (error) {
      if (error instanceof LeaderFenced) {
        leader.log.warn({ err: error }, 'fenced');
        return;
      }
      // The ends of jobs in `jobs` are not lost: the next tick finds them in the queue.
      if (!stop.aborted) failing.failed(error);
    }
    await alarm.rung();
  }
}

/**
 * Runs side steps (steps for which no render waits) until other work is due. Runs at least one, so that no step is
 * delayed for ever.
 */
async function takeSideSteps(leader: LeaderContext, steps: SideStep[], alarm: Alarm): Promise<void> {
  do await steps.shift()?.(leader);
  while (steps.length > 0 && !alarm.isRinging());
}

/**
 * Starts a step that runs concurrently with the ticks, because it takes as long as several ticks and no other render
 * may wait for it. `wake` starts a run, also while one is in progress. Ends when `stop` is aborted or another scheduler
 * leads.
 */
function startBeside(
  leader: LeaderContext,
  step: SideStep,
  stop: AbortSignal,
): { wake: () => void; ended: Promise<void> } {
  const alarm = createAlarm();
  const run = async () => {
    stop.addEventListener('abort', alarm.ring);
    try {
      // The signal may be aborted already: a scheduler can be stopped while it takes the lead.
      while (!stop.aborted) {
        await alarm.rung();
        if (!stop.aborted) await aside(leader, step);
      }
    } catch (error) {
      // The ticks notice the new leader by themselves.
      if (!(error instanceof LeaderFenced)) throw error;
    } finally {
      stop.removeEventListener('abort', alarm.ring);
    }
  };
  return { wake: alarm.ring, ended: run() };
}

/**
 * Admits items of batches, for at most half of the time while other accounts have work, because the database and the
 * processors also serve the renders of those accounts.
 */
async function admitInTurns(leader: LeaderContext, stop: AbortSignal): Promise<void> {
  const begunMs = performance.now();
  await admitBatches(leader);
  const hasOthers = leader.memory.recentWork.at(Date.now()).size > 1;
  if (hasOthers) await pause(performance.now() - begunMs, undefined, { signal: stop }).catch(() => undefined);
}

interface Alarm {
  ring: () => void;
  isRinging: () => boolean;
  /** Resolves at the next `ring`, or at once when `ring` was called since `rung` last resolved. */
  rung: () => Promise<void>;
}

function createAlarm(): Alarm {
  let ringing = false;
  let wake: (() => void) | null = null;
  return {
    ring() {
      ringing = true;
      wake?.();
    },
    isRinging: () => ringing,
    async rung() {
      if (!ringing) await new Promise<void>((resolve) => (wake = resolve));
      wake = null;
      ringing = false;
    },
  };
}

/**
 * Delay of a new leader's first sweep in ms, so that it does not run during the fault that caused the change of
 * leader.
 */
const firstAfterMs = 5 * 60_000;
const everyMs = 60 * 60_000;

/**
 * Starts a sweep of the store every hour, concurrently with the leader's loop, until `stop` is aborted. A part of a
 * sweep that fails is tried again an hour later. Reports when each part last succeeded, at the start and after each
 * sweep.
 */
function startSweeper(leader: LeaderContext, ages: Partial<Ages>, stop: AbortSignal): void {
  const { database, store, log, metrics, plans } = leader;
  const onSwept = (kind: string, sizeBytes: number) => {
    metrics.sweptObjects.inc({ kind });
    metrics.sweptBytes.inc({ kind }, sizeBytes);
  };
  const onRepaired = (kind: string) => metrics.totalsRepaired.inc({ kind });
  const sweep = async () => {
    const report = await sweepStore({ database, store, log, onSwept, onRepaired, plans }, { ages, signal: stop });
    log.info({ report }, 'the store was swept');
    await reportSweep(leader);
  };
  const failed = (error: unknown) => log.warn({ err: error }, 'the sweep of the store or its report failed');
  reportSweep(leader).catch(failed);
  const next = (afterMs: number) => {
    const timer = setTimeout(() => {
      sweep()
        .catch(failed)
        .finally(() => {
          if (!stop.aborted) next(everyMs);
        });
    }, afterMs);
    timer.unref();
    stop.addEventListener('abort', () => clearTimeout(timer), { once: true });
  };
  next(firstAfterMs);
}
