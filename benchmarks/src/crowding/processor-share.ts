import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, setPriority } from 'node:os';
import { readProcessStat } from '../measure/usage-by-role.ts';

/** Shares of the machine's total processor time during a period: 1 is all processors. */
export interface ProcessorShares {
  /** Share of the process that sends the attacking account's calls. */
  readonly crowd: number;
  /** Share of the API process with all its threads. */
  readonly api: number;
  /** Share of the measured account's process. */
  readonly guest: number;
  /** Share of all other processes: database, Redis, object store, and everything else on the machine. */
  readonly others: number;
}

/** Formats shares, such as `crowd 55 %, API 20 %, ...`. */
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

/** Starts measuring processor use. The returned function returns the shares since the start. Linux only. */
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
 * Gives every thread of this process the lowest priority, including those of V8 and libuv. Linux only.
 * Where Linux groups processes by session (sched(7), autogroup), the priority applies to the whole session until the
 * returned function is called.
 */
export function stepBack(): () => void {
  const before = existsSync(group) ? / nice (-?\d+)/.exec(readFileSync(group, 'utf8'))?.[1] : undefined;
  if (before !== undefined) writeFileSync(group, '19');
  for (const id of readdirSync('/proc/self/task')) {
    try {
      setPriority(Number(id), 19);
    } catch {
      // The thread has ended in the meantime.
    }
  }
  return () => {
    try {
      if (before !== undefined) writeFileSync(group, before);
    } catch {
      // Only root may raise the priority again.
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
