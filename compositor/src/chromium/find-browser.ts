import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { FramemillError } from '@framemill/timeline/errors';

// The headless shell starts and opens a page in half the time of the same browser with an invisible interface.
const shells = ['chromium-headless-shell', 'chrome-headless-shell'];
const browsers = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Advice on installing a browser, as the end of an error message. */
export const howToGetBrowser =
  'Install Chromium (apt-get install chromium-headless-shell or chromium) or Chrome, or set CHROMIUM_PATH.';

/**
 * Finds the Chromium or Chrome of this machine without starting it. Searches in this order: `CHROMIUM_PATH`, headless
 * shells on `PATH`, other browsers on `PATH`, the applications of macOS. Returns the first match, or null. Throws
 * `not_configured` when `CHROMIUM_PATH` is a file that cannot be run.
 */
export function findBrowser(env: Readonly<Record<string, string | undefined>> = process.env): string | null {
  const chosen = env.CHROMIUM_PATH;
  if (chosen) {
    if (isExecutable(chosen)) return chosen;
    throw new FramemillError(
      'not_configured',
      `CHROMIUM_PATH is "${chosen}", which is not an executable file. Correct it or unset it.`,
    );
  }
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const onPath = (names: readonly string[]) => folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return [...onPath(shells), ...onPath(browsers), ...applications].find(isExecutable) ?? null;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const names = ['PATH', 'CHROMIUM_PATH', 'HTML_SANDBOX'];

/** Selects the environment variables that a process needs to start a browser. None of them is a secret. */
export function browserEnvironment(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
}
