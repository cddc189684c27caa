import { spawnSync } from 'node:child_process';
import { installPrograms } from './system-packages.mjs';

/**
 * Whether this machine has a browser for html clips. It runs the compositor's own search, so that set-up and renders
 * agree.
 * @param {string} node the Node that runs TypeScript
 * @param {string} search the compositor's `find-main.ts`
 */
export function hasBrowser(node, search) {
  return spawnSync(node, [search], { stdio: 'ignore' }).status === 0;
}

/**
 * Installs Chromium from apt: its headless shell, or the complete browser where a system does not package the shell. A
 * machine that has neither (Ubuntu has Chromium only as a snap), or may not install it, continues without. Everything
 * but html clips then works, and the tests that need a browser report that they are skipped. On macOS nothing is
 * installed.
 * @param {(line: string) => void} say
 * @param {{ platform?: string, install?: (program: 'chromium-headless-shell' | 'chromium') => Promise<unknown> }} [machine]
 */
export async function installBrowser(
  say,
  { platform = process.platform, install = (program) => installPrograms([program]) } = {},
) {
  const without =
    'html clips cannot be drawn here, and their tests are left out. Install Chrome or Chromium, or set CHROMIUM_PATH';
  if (platform !== 'linux') {
    say(`Set-up: there is no browser; ${without}.`);
    return;
  }
  try {
    await install('chromium-headless-shell').catch(() => install('chromium'));
  } catch (error) {
    const [reason] = String(error instanceof Error ? error.message : error).split('\n');
    say(`Set-up: Chromium was not installed (${reason}); ${without}.`);
  }
}
