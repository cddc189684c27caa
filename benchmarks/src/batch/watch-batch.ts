import { setTimeout as wait } from 'node:timers/promises';
import type { ChaosStack } from '../chaos/stack/chaos-stack.ts';
import type { Part } from '../chaos/stack/part.ts';
import type { RoleUsage } from '../measure/usage-by-role.ts';
import { at, call } from '../stack/call.ts';
import { stackRoles } from '../stack/start-stack.ts';
import type { RoleFigures } from './batch-figures.ts';

/** Batch in progress. */
export interface RunningBatch {
  readonly stack: ChaosStack;
  readonly key: string;
  readonly id: string;
  readonly items: number;
  readonly leader: Part;
  readonly nodes: readonly Part[];
}

/** Result of watching a batch. */
export interface WatchedBatch {
  /** API record of the batch at its end. */
  readonly batch: unknown;
  readonly usage: readonly RoleFigures[];
}

const everyMs = 1_000;
const tellEveryMs = 5_000;

/**
 * Waits until a batch has ended or `stop` is aborted, and logs its progress every 5 s. Kills the leading scheduler when
 * 40 % of the items are complete, and a node at 60 %. Starts a replacement after each kill.
 */
export async function watchBatch(
  running: RunningBatch,
  look: () => ReadonlyMap<string, RoleUsage>,
  stop: AbortSignal,
  log: (line: string) => void,
): Promise<WatchedBatch> {
  const { stack, key, id, items } = running;
  const kills = killsOf(running);
  const startedMs = performance.now();
  let reportedMs = startedMs;
  let early: ReadonlyMap<string, RoleUsage> | null = null;
  const most = new Map<string, number>();
  for (;;) {
    const usage = look();
    for (const [role, { residentBytes }] of usage) most.set(role, Math.max(most.get(role) ?? 0, residentBytes));
    const batch = at(await call(stack.apiHost, key, 'GET', `/batches/${id}`), 'batch');
    const done = Number(at(batch, 'counts', 'completed'));
    if (early === null && done * 10 >= items) early = usage;
    if (at(batch, 'status') !== 'PROCESSING' || stop.aborted) {
      return { batch, usage: figuresOf(usage, early ?? usage, most) };
    }
    const next = kills.find(({ after }) => done >= after * items);
    if (next) {
      kills.splice(kills.indexOf(next), 1);
      log(`batch: ${done} of ${items} done: killing ${await next.kill()}`);
    }
    if (performance.now() - reportedMs >= tellEveryMs) {
      reportedMs = performance.now();
      log(progressLine(done, items, (reportedMs - startedMs) / 1_000, usage));
    }
    await wait(everyMs, undefined, { signal: stop }).catch(() => undefined);
  }
}

interface Kill {
  readonly after: number;
  /**
   * Kills a process and starts its replacement. Resolves to the name of the killed process when the replacement is
   * ready.
   */
  readonly kill: () => Promise<string>;
}

function killsOf({ stack, leader, nodes }: RunningBatch): Kill[] {
  return [
    { after: 0.4, kill: () => killOne(leader, () => stack.startScheduler()) },
    { after: 0.6, kill: () => killOne(nodes[0], () => stack.startNode(1)) },
  ];
}

async function killOne(part: Part | undefined, replace: () => Promise<Part>): Promise<string> {
  part?.signal('SIGKILL');
  await replace();
  return part?.name ?? 'nothing';
}

function progressLine(done: number, items: number, sec: number, usage: ReadonlyMap<string, RoleUsage>): string {
  const rate = done / sec;
  const left = rate > 0 ? `${Math.ceil((items - done) / rate / 60)} min left` : 'nothing done yet';
  const megabytes = (role: string) => Math.round((usage.get(role)?.residentBytes ?? 0) / 1e6);
  const memory = `API ${megabytes('api')} MB, schedulers ${megabytes('scheduler')} MB, nodes ${megabytes('node')} MB`;
  return `batch: ${done} of ${items} after ${sec.toFixed(0)} s, ${rate.toFixed(2)} a second, ${left}; ${memory}`;
}

function figuresOf(
  end: ReadonlyMap<string, RoleUsage>,
  early: ReadonlyMap<string, RoleUsage>,
  most: ReadonlyMap<string, number>,
): RoleFigures[] {
  return stackRoles.flatMap((role) => {
    const usage = end.get(role);
    if (!usage) return [];
    const resident = {
      ...{ early: early.get(role)?.residentBytes ?? 0, end: usage.residentBytes },
      most: most.get(role) ?? 0,
    };
    return [{ role, cpuSec: usage.cpuSec, resident }];
  });
}
