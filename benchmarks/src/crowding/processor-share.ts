import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, setPriority } from 'node:os';
import { readProcessStat } from '../measure/process-stat.ts';

/** Shares of all processors of the machine in a time: 1 is all of them. */
export interface ProcessorShares {
  /** What sent the calls of the crowding account. */
  readonly crowd: number;
  /** The API process, all its threads. */
  readonly api: number;
  /** The other customer's process. */
  readonly guest: number;
  /** Everything else that ran: database, Redis, object store, and whatever the machine did beside. */
  readonly others: number;
}

/** Shares in words: `crowd 55 %, API 20 %, ...`. */
export function describeShares({ crowd, api, guest, others }: ProcessorShares): string {
  const percent = (share: number) => `${(share * 100).toFixed(0)} %`;
  return `crowd ${percent(crowd)}, API ${percent(api)}, guest ${percent(guest)}, others ${percent(others)}`;
}

interface Usage {
  atMs: number;
  crowd: number;
  api: number;
  guest: number;
  all: number;
}

/** Begins to measure; the returned function tells the shares since. Linux only. */
export function watchShares(pids: { api: number; guest: number }): () => ProcessorShares {
  const before = usageOf(pids);
  return () => {
    const after = usageOf(pids);
    const seconds = ((after.atMs - before.atMs) / 1_000) * availableParallelism();
    const share = (of: (usage: Usage) => number) => (of(after) - of(before)) / seconds;
    const [crowd, api, guest] = [share((one) => one.crowd), share((one) => one.api), share((one) => one.guest)];
    return { crowd, api, guest, others: Math.max(0, share(({ all }) => all) - crowd - api - guest) };
  };
}

const group = '/proc/self/autogroup';

/**
 * Gives every thread of this process the lowest priority: those of V8 and of libuv count, too. Where Linux groups processes by session
 * (sched(7), autogroup), it is that of all processes of this session, until the returned function is called. Linux only.
 */
export function stepBack(): () => void {
  const before = existsSync(group) ? / nice (-?\d+)/.exec(readFileSync(group, 'utf8'))?.[1] : undefined;
  if (before !== undefined) writeFileSync(group, '19');
  for (const id of readdirSync('/proc/self/task')) {
    try {
      setPriority(Number(id), 19);
    } catch {
      // It ended meanwhile.
    }
  }
  return () => {
    try {
      if (before !== undefined) writeFileSync(group, before);
    } catch {
      // Only root may raise it again.
    }
  };
}

function usageOf({ api, guest }: { api: number; guest: number }): Usage {
  const busyMs = cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);
  return {
    atMs: performance.now(),
    crowd: readProcessStat('self').cpuSec,
    api: readProcessStat(api).cpuSec,
    guest: readProcessStat(guest).cpuSec,
    all: busyMs / 1_000,
  };
}
