import { existsSync, readFileSync } from 'node:fs';
import { FramemillError } from '@framemill/timeline/errors';
import type { Browser } from 'playwright-core';

/** The process group of a browser: its own process, those of its pages and, where a distribution starts it by a script, that. */
export async function processGroupOf(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const own = processInfo.find(({ type }) => type === 'browser');
  if (own === undefined) throw new FramemillError('internal_error', 'The browser does not say which process it is.');
  return groupOf(own.id);
}

/** Ends all processes of a group at once. Does nothing when they have ended. */
export function killGroup(group: number): void {
  try {
    process.kill(-group, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

// Elsewhere than on Linux no script stands before the browser: it leads its group.
function groupOf(pid: number): number {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return pid;
  // "pid (name) state parent group ...": the name may hold anything.
  const group = Number(/.*\) \S+ \d+ (\d+)/s.exec(readFileSync(file, 'utf8'))?.[1]);
  if (Number.isInteger(group) && group > 1) return group;
  throw new FramemillError('internal_error', `The group of the browser's process ${pid} cannot be read.`);
}
