import { existsSync, readFileSync } from 'node:fs';
import { FramemillError } from '@framemill/timeline/errors';
import type { Browser } from 'playwright-core';

/** CPU time by process id, in ms since the start of each process. */
export type CpuTimes = ReadonlyMap<number, number>;

/** Returns the CPU time used between two measurements, in ms. Processes that ended in between do not count. */
export function cpuMsBetween(before: CpuTimes, after: CpuTimes): number {
  return [...after].reduce((sum, [id, ms]) => sum + ms - (before.get(id) ?? 0), 0);
}

/** Resource usage of a browser's processes. */
export interface BrowserUse {
  /**
   * CPU time of each process by id, in ms since the start of the process. Includes the processes of pages and those
   * that the browser uses for dialogs, requests and drawing.
   */
  readonly cpuMs: CpuTimes;
  /** CPU time of the processes of open pages alone. */
  readonly pagesCpuMs: CpuTimes;
  /** Anonymous memory of all processes that are not pages, in bytes; null where the system does not provide it. */
  readonly ownBytes: number | null;
}

/**
 * Returns the id of a browser's process group. The group contains the browser, its pages and, on distributions that
 * start the browser by a script, that script. Throws `internal_error` when the group cannot be found.
 */
export async function processGroupOf(browser: Browser): Promise<number> {
  const own = (await processesOf(browser)).find(({ type }) => type === 'browser');
  if (own === undefined)
    throw new FramemillError(
      'internal_error',
      'The browser does not report its own process, so its process group is unknown. Install another version.',
    );
  return groupOf(own.id);
}

/** Reads the current resource usage of a browser's processes. */
export async function browserUse(browser: Browser): Promise<BrowserUse> {
  const processes = await processesOf(browser);
  const isPage = ({ type }: ProcessInfo) => type === 'renderer';
  const sizes = processes.filter((one) => !isPage(one)).map(({ id }) => anonymousBytes(id));
  const ownBytes = sizes.reduce<number | null>((sum, size) => (sum === null || size === null ? null : sum + size), 0);
  return { cpuMs: cpuTimes(processes), pagesCpuMs: cpuTimes(processes.filter(isPage)), ownBytes };
}

type ProcessInfo = Awaited<ReturnType<typeof processesOf>>[number];

function cpuTimes(processes: readonly ProcessInfo[]): CpuTimes {
  return new Map(processes.map(({ id, cpuTime }) => [id, cpuTime * 1_000]));
}

async function processesOf(browser: Browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo;
}

function anonymousBytes(pid: number): number | null {
  try {
    const kilobytes = /^RssAnon:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) * 1024;
  } catch {
    // Not Linux, or the process has just ended.
    return null;
  }
}

// Elsewhere than on Linux no script starts the browser, so it leads its group.
function groupOf(pid: number): number {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return pid;
  // "pid (name) state parent group ...": the name may contain any characters.
  const group = Number(/.*\) \S+ \d+ (\d+)/s.exec(readFileSync(file, 'utf8'))?.[1]);
  if (Number.isInteger(group) && group > 1) return group;
  throw new FramemillError(
    'internal_error',
    `The process group of browser process ${pid} cannot be read from ${file}. Check that /proc is mounted.`,
  );
}
