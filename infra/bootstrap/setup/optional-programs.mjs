import { spawnSync } from 'node:child_process';
import { installPrograms, isOnPath } from './system-packages.mjs';

/**
 * Whether this machine has a browser for html clips. Uses the search of the compositor, so that the set-up and renders
 * find the same browser.
 * @param {string} node the Node that runs TypeScript
 * @param {string} search the compositor's `find-main.ts`
 */
export function hasBrowser(node, search) {
  return spawnSync(node, [search], { stdio: 'ignore' }).status === 0;
}

/**
 * Installs Chromium from apt: its headless shell, or the complete browser where the shell is not available. If neither
 * can be installed (Ubuntu has Chromium only as a snap), the set-up continues without a browser. Everything except html
 * clips then works, and tests that need a browser are skipped. Installs nothing on macOS.
 * @param {(line: string) => void} say
 * @param {{
 *   platform?: string, install?: (program: 'chromium-headless-shell' | 'chromium') => Promise<unknown>
 * }} [machine]
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

/** Whether this machine has Firefox for the tests of `npm run test:all`. */
export function hasFirefox() {
  return Boolean(process.env.FIREFOX_PATH) || isOnPath('firefox-esr') || isOnPath('firefox');
}

/**
 * Installs Firefox from apt, for the tests of the player and the editor in Firefox. If it cannot be installed (Ubuntu
 * has it only as a snap), the set-up continues without it, and these tests are skipped. Installs nothing on macOS.
 * @param {(line: string) => void} say
 * @param {{ platform?: string, install?: (programs: 'firefox-esr'[]) => Promise<unknown> }} [machine]
 */
export async function installFirefox(say, { platform = process.platform, install = installPrograms } = {}) {
  const without = 'the tests in Firefox are left out. Install Firefox, or set FIREFOX_PATH';
  if (platform !== 'linux') {
    say(`Set-up: there is no Firefox; ${without}.`);
    return;
  }
  try {
    await install(['firefox-esr']);
  } catch (error) {
    const [reason] = String(error instanceof Error ? error.message : error).split('\n');
    say(`Set-up: Firefox was not installed (${reason}); ${without}.`);
  }
}

const programs = /** @type {const} */ (['espeak-ng', 'pocketsphinx_continuous']);

/** Whether this machine can synthesize and recognize speech without a network. */
export function hasSpeech() {
  return missing().length === 0;
}

/**
 * Installs espeak-ng and pocketsphinx with its English model from apt, for the tests of speech. If they cannot be
 * installed, the set-up continues without them, and these tests are skipped. Installs nothing on macOS.
 * @param {(line: string) => void} say
 * @param {{ platform?: string, install?: (programs: ReturnType<typeof missing>) => Promise<unknown> }} [machine]
 */
export async function installSpeech(say, { platform = process.platform, install = installPrograms } = {}) {
  const without = 'the tests of speech are left out';
  if (platform !== 'linux') {
    say(`Set-up: ${missing().join(' and ')} is missing; ${without}.`);
    return;
  }
  try {
    await install(missing());
  } catch (error) {
    const [reason] = String(error instanceof Error ? error.message : error).split('\n');
    say(`Set-up: ${missing().join(' and ')} was not installed (${reason}); ${without}.`);
  }
}

function missing() {
  return programs.filter((program) => !isOnPath(program));
}
