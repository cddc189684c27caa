import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';

/**
 * Returns the memory of all renderer processes of the browser, in bytes. Shared memory is divided among the processes
 * (PSS). Linux only.
 */
export async function memoryOfPages(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const renderers = processInfo.filter(({ type }) => type === 'renderer');
  return renderers.reduce((sum, { id }) => sum + pssBytes(id), 0);
}

function pssBytes(pid: number): number {
  const [, kilobytes = '0'] = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}
