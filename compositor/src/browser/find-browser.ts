import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { FramemillError } from '@framemill/timeline/rendering';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** What a machine without a browser is told, to the end of a sentence. */
export const howToGetBrowser = 'Install Chromium (apt-get install chromium) or Chrome, or set CHROMIUM_PATH.';

/**
 * The Chromium or Chrome of this machine: `CHROMIUM_PATH`, else the first one on `PATH`, else macOS's applications. Null: there is
 * none. Throws `not_configured` when `CHROMIUM_PATH` names a file that cannot be run. Nothing is started.
 */
export function findBrowser(env: Readonly<Record<string, string | undefined>> = process.env): string | null {
  const chosen = env.CHROMIUM_PATH;
  if (chosen) {
    if (isExecutable(chosen)) return chosen;
    throw new FramemillError(
      'not_configured',
      `CHROMIUM_PATH is "${chosen}", which cannot be run. Correct or unset it.`,
    );
  }
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const onPath = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return [...onPath, ...applications].find(isExecutable) ?? null;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
