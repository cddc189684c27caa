import { findBrowser, howToGetBrowser } from '@framemill/compositor/browser';
import { FramemillError } from '@framemill/timeline';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import type { BenchStack } from '../stack/start-stack.ts';

/** Starts the browser. Throws FramemillError `not_configured` when this machine has none. */
export function openBrowser(): Promise<Browser> {
  const executablePath = findBrowser();
  if (executablePath === null) throw new FramemillError('not_configured', `--only studio needs it. ${howToGetBrowser}`);
  return chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 });
}

/** Windows of 1440 by 900 in which the demo account of a stack is signed in. */
export async function signedIn(browser: Browser, { apiHost, demo }: BenchStack): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const { email, password } = demo;
  const sent = { data: { email, password }, headers: { origin: apiHost } };
  const answer = await context.request.post(`${apiHost}/api/auth/sign-in`, sent);
  if (!answer.ok()) throw new FramemillError('internal_error', `Nobody could sign in: ${await answer.text()}`);
  return context;
}

/** Opens a project in the editor; returns after how many milliseconds its clips could be used, counted from the click on the link. */
export async function openEditor(page: Page, apiHost: string, projectId: string): Promise<number> {
  // Mounted, painted, and the page free to take the next event.
  await page.addInitScript(() => {
    const look = () => {
      if (!document.querySelector('[data-track] [data-clip]')) return requestAnimationFrame(look);
      return requestAnimationFrame(() => setTimeout(() => Reflect.set(globalThis, 'usableMs', performance.now())));
    };
    requestAnimationFrame(look);
  });
  await page.goto(`${apiHost}/studio/projects/${projectId}/edit`);
  const handle = await page.waitForFunction(() => Reflect.get(globalThis, 'usableMs'));
  return Number(await handle.jsonValue());
}

/** Waits until all is saved and nothing moves any more. */
export async function atRest(page: Page): Promise<void> {
  await page.locator('[data-connection=saved]').waitFor();
  await page.waitForTimeout(500);
}
