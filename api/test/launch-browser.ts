import { findBrowser, howToGetBrowser } from '@framemill/compositor/browser';
import { type Browser, chromium } from 'playwright-core';

/** Whether this machine has a browser for tests; says so when it has none. `what`: what goes untested then. */
export function hasBrowserFor(what: string): boolean {
  const isThere = findBrowser() !== null;
  if (!isThere) console.warn(`${what} not tested in a browser: there is none. ${howToGetBrowser}`);
  return isThere;
}

/** Starts the browser, for pages of our own: root cannot have Chromium's sandbox. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: findBrowser() ?? '',
    chromiumSandbox: process.getuid?.() !== 0,
    timeout: 90_000,
  });
}
