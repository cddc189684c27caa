import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, launch } from 'puppeteer-core';

/** Returns the path of Firefox: that of `FIREFOX_PATH`, or `firefox-esr` or `firefox` on PATH. Null: there is none. */
export function findFirefox(): string | null {
  const { FIREFOX_PATH, PATH = '' } = process.env;
  const folders = PATH.split(delimiter);
  const paths = FIREFOX_PATH
    ? [FIREFOX_PATH]
    : ['firefox-esr', 'firefox'].flatMap((name) => folders.map((folder) => join(folder, name)));
  return paths.find(isExecutable) ?? null;
}

/** Returns whether this machine has Firefox. If not, prints a warning that `what` is not tested. */
export function hasFirefoxFor(what: string): boolean {
  const isThere = findFirefox() !== null;
  if (!isThere) console.warn(`${what} not tested in Firefox: there is none. Install firefox-esr, or set FIREFOX_PATH.`);
  return isThere;
}

/** Starts Firefox without a window, controlled by WebDriver BiDi. */
export function launchFirefox(): Promise<Browser> {
  return launch({ browser: 'firefox', executablePath: findFirefox() ?? '', headless: true, timeout: 100_000 });
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
