import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

/** Process of the service that is starting. */
export interface StartingProcess {
  readonly name: string;
  /** Id of the process whose descendants do the work, or -1 when it has ended. */
  pid(): number;
  /** Number of lines that it has logged so far, without warnings and errors. */
  lines(): number;
}

/** Time limits of the wait for a starting process. */
export interface StartPatience {
  /** Time in ms without progress after which the start has failed. */
  readonly idleMs: number;
  /** Maximum time in ms, whatever the progress. */
  readonly mostMs: number;
  /** Interval in ms at which progress is measured and reported. */
  readonly windowMs: number;
  /** Processor time in s that counts as progress within an interval. A process that only waits uses less. */
  readonly leastSec: number;
  /** Called with a message for the user at the end of each interval in which the process made progress. */
  say(line: string): void;
  /** Returns the processor time in s that a process and its descendants have used. Default: what the system reports. */
  processorSec?(pid: number): Promise<number>;
}

/**
 * Usual patience: two minutes without progress. A machine that is slow or busy may need longer for a first start, which
 * compiles all code and measures the speed of the node.
 */
export const usualPatience = { idleMs: 120_000, mostMs: 1_800_000, windowMs: 60_000, leastSec: 1 };

const pollMs = 50;

/**
 * Calls `look` until it returns null: the process has started. Any other result is the reason why not. Waits while the
 * process makes progress, which is processor time or new lines in its log. Throws with the last reason when there was
 * no progress for `idleMs`.
 */
export async function untilStarted(
  starting: StartingProcess,
  look: () => Promise<string | null>,
  patience: StartPatience,
): Promise<void> {
  const { idleMs, mostMs, windowMs, leastSec, say, processorSec = processorSecondsBelow } = patience;
  const began = performance.now();
  let progressMs = 0;
  let measured = { atMs: 0, sec: await processorSec(starting.pid()), lines: starting.lines() };
  for (;;) {
    const reason = await look();
    if (reason === null) return;
    const nowMs = performance.now() - began;
    if (nowMs - measured.atMs >= windowMs) {
      const sec = await processorSec(starting.pid());
      const lines = starting.lines();
      const used = sec - measured.sec;
      const isIdle = used < leastSec && lines === measured.lines;
      if (!isIdle) {
        progressMs = nowMs;
        say(
          `The process ${starting.name} is still starting after ${seconds(nowMs)} s. It used ${used.toFixed(1)} s of ` +
            `processor time in the last ${seconds(nowMs - measured.atMs)} s; waiting`,
        );
      }
      measured = { atMs: nowMs, sec, lines };
    }
    if (nowMs - progressMs > idleMs || nowMs > mostMs) {
      const idle = nowMs > mostMs ? '' : ` and made no progress for ${seconds(nowMs - progressMs)} s`;
      throw new Error(
        `The process ${starting.name} was not ready after ${seconds(nowMs)} s${idle}: ${reason}. See its log.`,
      );
    }
    await delay(pollMs);
  }
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(0);
}

/** Process with the processor time in s that it and its ended children have used. */
interface Used {
  pid: number;
  parent: number;
  sec: number;
}

/** Returns the processor time in s that a process and its descendants have used. 0 where the system cannot tell. */
export async function processorSecondsBelow(ancestor: number): Promise<number> {
  const used = process.platform === 'linux' ? await usedInProc() : await usedByPs();
  const parents = new Map(used.map(({ pid, parent }) => [pid, parent]));
  const isBelow = (pid: number): boolean => pid === ancestor || (pid > 1 && isBelow(parents.get(pid) ?? 0));
  return used.reduce((sum, { pid, sec }) => sum + (isBelow(pid) ? sec : 0), 0);
}

/** Number of units in a second in which Linux states processor time, on all of Node's platforms. */
const ticksPerSec = 100;

async function usedInProc(): Promise<Used[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const read = pids.map(async (pid) => {
    const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
    if (text === null) return [];
    // The name of the program, in brackets, may contain spaces. The fields after it begin with the third, the state.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [, parent = 0] = fields;
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + field, 0);
    return [{ pid: Number(pid), parent, sec: ticks / ticksPerSec }];
  });
  return (await Promise.all(read)).flat();
}

async function usedByPs(): Promise<Used[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,time=']).catch(() => ({ stdout: '' }));
  return stdout.split('\n').flatMap((line) => {
    const [, pid, parent, days = '0', time = ''] = /^\s*(\d+)\s+(\d+)\s+(?:(\d+)-)?([\d:.]+)\s*$/.exec(line) ?? [];
    if (pid === undefined) return [];
    const sec = time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0) + Number(days) * 86_400;
    return [{ pid: Number(pid), parent: Number(parent), sec }];
  });
}
