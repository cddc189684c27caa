import { findBrowser, howToGetBrowser } from '@framemill/compositor/chromium';
import { type Browser, chromium } from 'playwright-core';

/** Returns whether this machine has a browser for tests. If not, prints a warning that `what` is not tested. */
export function hasBrowserFor(what: string): boolean {
  const isThere = findBrowser() !== null;
  if (!isThere) console.warn(`${what} not tested in a browser: there is none. ${howToGetBrowser}`);
  return isThere;
}

/**
 * Returns Playwright's options for starting this machine's browser. For root, the browser's sandbox is off, because it
 * does not work for this user.
 */
export function launchOptions() {
  return { executablePath: findBrowser() ?? '', chromiumSandbox: process.getuid?.() !== 0, timeout: 90_000 };
}

/** Starts the browser for the service's own pages. Their waits have the time limit of polls, for busy machines. */
export async function launchBrowser(): Promise<Browser> {
  const browser = await chromium.launch(launchOptions());
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    context.setDefaultTimeout(200_000);
    return context;
  };
  return browser;
}
