import { setTimeout as wait } from 'node:timers/promises';
import { addQueuedRenders } from '@framemill/testing/filled-database';
import type { Part } from '../chaos/stack/part.ts';
import { until } from '../measure/until.ts';
import { type RoleUsage, watchUsage } from '../measure/usage-by-role.ts';
import { roleOfCommand } from '../stack/start-stack.ts';
import { type FilledStack, queueAccounts, queueEngine } from './filled-stack.ts';
import { beginCounts, readCounts, type StatementCount, sumOf } from './statement-counts.ts';
import { type CallFigures, watchCalls } from './watch-calls.ts';

/** Resources that a period of time took, for each second of it. */
export interface PeriodFigures {
  readonly seconds: number;
  /** Pages (8 kB) that the statements of the leader read or changed. */
  readonly buffersPerSec: number;
  /** Time in which PostgreSQL executed statements of the leader, in ms. */
  readonly databaseMsPerSec: number;
  /** Processor time in ms, by kind of process. */
  readonly cpuMsPerSec: Readonly<Record<string, number>>;
  /** Statements of the leader: those with the most time, and all others as one. */
  readonly profile: readonly StatementCount[];
  readonly calls: readonly CallFigures[];
}

/** Period in which paced nodes complete the queue. */
export interface DrainFigures extends PeriodFigures {
  /** Numbers of ranges that were dispatched and completed. */
  readonly dispatched: number;
  readonly completed: number;
  /** Number of muxes that were completed: the last job of each render. */
  readonly muxes: number;
  readonly rendersEnded: number;
}

/** Figures of a leader with a number of open renders. */
export interface LevelFigures {
  readonly openRenders: number;
  /** Time from the start of the scheduler until the first tick that dispatched work, in s; null without renders. */
  readonly firstDispatchSec: number | null;
  /** Period in which nothing changed: one tick with all side steps in each second. */
  readonly rest: PeriodFigures;
  readonly drain: DrainFigures | null;
}

const restSec = 10;
const drainSec = 30;
/** Nodes of the drain. Together they could complete four times as many ranges as are wanted. */
export const pace = { nodes: 4, slots: 64, msPerRange: 150 };
const profileLength = 14;

/**
 * Measures one leader with each number of open renders. It adds queued renders up to this number, starts a scheduler
 * and a node whose slots are all in use, and measures the time in which nothing changes. Paced nodes then complete the
 * queue for half a minute, or until a tenth of the renders is left.
 */
export async function measureTicks(
  filled: FilledStack,
  levels: readonly number[],
  log: (line: string) => void,
): Promise<LevelFigures[]> {
  const figures: LevelFigures[] = [];
  let newest = 0;
  for (const level of [...levels].sort((a, b) => a - b)) {
    const missing = Math.max(0, level - (await countOpen(filled)));
    log(`scale: adding ${missing} queued renders`);
    const added = { first: newest + 1, count: missing, accounts: queueAccounts };
    if (missing > 0) await addQueuedRenders(filled.stack.services.databaseUrl, added);
    newest += missing;
    figures.push(await measureLevel(filled, { level, newest }, log));
  }
  return figures;
}

async function measureLevel(
  filled: FilledStack,
  { level, newest }: { level: number; newest: number },
  log: (line: string) => void,
): Promise<LevelFigures> {
  const { stack } = filled;
  const held = await stack.startNoopNode(4, { msPerRange: 3_600_000, fingerprint: queueEngine });
  const startedMs = performance.now();
  const scheduler = await stack.startScheduler();
  let nodes: Part[] = [];
  try {
    await until('the leader dispatches work', 600_000, async () => level === 0 || (await countRunning(filled)) > 0, {
      everyMs: 200,
    });
    const firstDispatchSec = level === 0 ? null : (performance.now() - startedMs) / 1_000;
    // The first passes of a new leader read all open renders.
    await wait(5_000);
    log(`scale: ${level} open renders, at rest`);
    const rest = await period(filled, newest, () => wait(restSec * 1_000));
    held.signal('SIGKILL');
    log(`scale: ${rest.buffersPerSec.toFixed(0)} buffers and ${rest.databaseMsPerSec.toFixed(0)} ms a tick`);
    if (level === 0) return { openRenders: level, firstDispatchSec, rest, drain: null };
    const { msPerRange, slots } = pace;
    nodes = await Promise.all(
      Array.from({ length: pace.nodes }, () => stack.startNoopNode(slots, { msPerRange, fingerprint: queueEngine })),
    );
    const drain = await measureDrain(filled, { level, newest });
    const rate = drain.completed / drain.seconds;
    log(`scale: ${level} open renders: ${rate.toFixed(0)} ranges/s completed`);
    return { openRenders: level, firstDispatchSec, rest, drain };
  } finally {
    held.signal('SIGKILL');
    await Promise.all([scheduler, ...nodes].map((part) => part.stop()));
  }
}

async function measureDrain(
  filled: FilledStack,
  { level, newest }: { level: number; newest: number },
): Promise<DrainFigures> {
  // The slots of the nodes are in use from here on.
  await until('the nodes work', 60_000, async () => (await countRunning(filled)) >= Math.min(200, level), {
    everyMs: 200,
  });
  const deadlineMs = performance.now() + drainSec * 1_000;
  const from = new Date();
  const figures = await period(filled, newest, async () => {
    while (performance.now() < deadlineMs && (await countOpen(filled)) > level / 10) await wait(1_000);
  });
  const to = new Date(from.getTime() + figures.seconds * 1_000);
  return { ...figures, ...(await countWork(filled, from, to)) };
}

/** Runs `work` and measures meanwhile. */
async function period(filled: FilledStack, newest: number, work: () => Promise<void>): Promise<PeriodFigures> {
  const stop = new AbortController();
  const look = watchUsage(process.pid, (command) => (/noop-node/.test(command) ? 'nodes' : roleOfCommand(command)));
  look();
  await beginCounts(filled.probe);
  const startedMs = performance.now();
  const calling = watchCalls(filled, newest, stop.signal);
  await work();
  const seconds = (performance.now() - startedMs) / 1_000;
  const statements = await readCounts(filled.probe);
  const usage = look();
  stop.abort();
  const { buffers, ms } = sumOf(statements);
  return {
    ...{ seconds, buffersPerSec: buffers / seconds, databaseMsPerSec: ms / seconds },
    cpuMsPerSec: perSecond(usage, seconds),
    profile: [...statements.slice(0, profileLength), { text: 'all others', ...sumOf(statements.slice(profileLength)) }],
    calls: await calling,
  };
}

function perSecond(usage: ReadonlyMap<string, RoleUsage>, seconds: number): Record<string, number> {
  return Object.fromEntries([...usage].map(([role, { cpuSec }]) => [role, (cpuSec * 1_000) / seconds]));
}

async function countOpen({ probe }: FilledStack): Promise<number> {
  const { rows } = await probe.query<{ count: string }>(
    `SELECT count(*) FROM "Render" WHERE status IN ('PENDING', 'PROCESSING')`,
  );
  return Number(rows[0]?.count);
}

async function countRunning({ probe }: FilledStack): Promise<number> {
  const { rows } = await probe.query<{ count: string }>(`SELECT count(*) FROM "Attempt" WHERE outcome = 'running'`);
  return Number(rows[0]?.count);
}

/** Numbers of jobs of queued renders from one time to another, and of these renders that ended. */
async function countWork(
  { probe }: FilledStack,
  from: Date,
  to: Date,
): Promise<Pick<DrainFigures, 'dispatched' | 'completed' | 'muxes' | 'rendersEnded'>> {
  const times = [from.toISOString(), to.toISOString()];
  const { rows: jobs } = await probe.query<{ kind: string; dispatched: number; completed: number }>(
    `SELECT t.kind, count(*) FILTER (WHERE a."startedAt" BETWEEN $1::timestamp AND $2::timestamp)::float8 AS dispatched,
       count(*) FILTER (WHERE a.outcome = 'done' AND a."endedAt" BETWEEN $1::timestamp AND $2::timestamp)::float8
         AS completed
     FROM "Task" t JOIN "Attempt" a ON a."taskId" = t.id
     WHERE t."renderId" BETWEEN 'queued_' AND 'queued_a' GROUP BY t.kind`,
    times,
  );
  const { rows: renders } = await probe.query<{ ended: number }>(
    `SELECT count(*)::float8 AS ended FROM "Render" WHERE "completedAt" BETWEEN $1::timestamp AND $2::timestamp`,
    times,
  );
  const frames = jobs.find(({ kind }) => kind === 'frames');
  const mux = jobs.find(({ kind }) => kind === 'stitch');
  return {
    ...{ dispatched: frames?.dispatched ?? 0, completed: frames?.completed ?? 0 },
    ...{ muxes: mux?.completed ?? 0, rendersEnded: renders[0]?.ended ?? 0 },
  };
}
