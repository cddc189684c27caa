import { findBrowser, howToGetBrowser } from '@framemill/compositor/chromium';
import type { OwnService } from '@framemill/testing/service';
import { type Command, FramemillError } from '@framemill/timeline';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { at, call } from '../stack/call.ts';

/** Starts the browser. Throws `not_configured` when this machine has none. */
export function openBrowser(): Promise<Browser> {
  const executablePath = findBrowser();
  if (executablePath === null)
    throw new FramemillError('not_configured', `--only studio needs Chromium. ${howToGetBrowser}`);
  return chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 });
}

/** Creates a browser context with windows of 1440 by 900 in which the stack's demo account is signed in. */
export async function signedIn(browser: Browser, { apiHost, demo }: OwnService): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const { email, password } = demo;
  const sent = { data: { email, password }, headers: { origin: apiHost } };
  const answer = await context.request.post(`${apiHost}/api/auth/sign-in`, sent);
  if (!answer.ok())
    throw new FramemillError('internal_error', `The sign-in of the demo account failed: ${await answer.text()}`);
  return context;
}

/** Opens a project in the editor. Returns the time from the navigation until its clips can be used, in ms. */
export async function openEditor(page: Page, apiHost: string, projectId: string): Promise<number> {
  // Usable: mounted, painted, and the page is free to handle the next event.
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

/** Waits until all edits are saved, and then another half second. */
export async function atRest(page: Page): Promise<void> {
  await page.locator('[data-connection=saved]').waitFor();
  await page.waitForTimeout(500);
}

const TRACKS = 10;
/** Number of commands in one request. */
const BATCH = 200;

/** Creates a project of `count` texts and shapes of 2 s, one after the other on ten tracks. Returns its id. */
export async function makeManyClips(apiHost: string, key: string, count: number): Promise<string> {
  const tracks = Array.from({ length: TRACKS }, (): Command => ({ op: 'addTrack', type: 'video' }));
  const project = await call(apiHost, key, 'POST', '/projects', { name: `${count} clips`, commands: tracks });
  const id = String(at(project, 'project', 'id'));
  const document = at(await call(apiHost, key, 'GET', `/projects/${id}?view=document`), 'project', 'document');
  const made = at(document, 'tracks');
  const trackIds = (Array.isArray(made) ? made : []).slice(-TRACKS).map((track) => at(track, 'id'));
  for (let from = 0; from < count; from += BATCH) {
    const commands = Array.from({ length: Math.min(BATCH, count - from) }, (_, index): Command => {
      const number = from + index;
      const place = { start: Math.floor(number / TRACKS) * 2, duration: 2, trackIndex: trackIds[number % TRACKS] };
      if (number % 3 === 0)
        return { op: 'addShapeClip', kind: 'rectangle', style: { width: 300, height: 200 }, ...place };
      return { op: 'addTextClip', text: `Clip ${number}`, ...place };
    });
    await call(apiHost, key, 'POST', `/projects/${id}/commands`, { commands });
  }
  return id;
}
