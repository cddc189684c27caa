import { hasBrowserFor, launchBrowser } from '@framemill/testing/browser';
import { forSuite } from '@framemill/testing/for-suite';
import { type OwnService, type Service, startService } from '@framemill/testing/service';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newBatchId } from '../src/editor/sync/edit.ts';
import { newProject, projectOf } from './editor-project.ts';
import { openWindow, signIn, type Window } from './open-studio.ts';
import { sharedWorld } from './world/shared-world.ts';

/** Number of edits that each client makes. TOGETHER_EDITS=200 gives a long run of several minutes. */
const EDITS = Number(process.env.TOGETHER_EDITS ?? 6);
/** Number of edits that each client makes in the tests that only `npm run test:all` runs. */
const MANY_EDITS = Number(process.env.TOGETHER_EDITS ?? 13);
/** Number of edits that each editor makes while one of them is offline. */
const OFFLINE_EDITS = Math.ceil(EDITS / 3);
/** Minimum time between two edits of one client, in ms. */
const PAUSE_MS = 200;
/** Test timeout in ms, long enough for a machine under load. */
const LIMIT_MS = MANY_EDITS * 2_000 + 90_000;

/** Service with two open editors, and the project that both show. */
interface Together {
  service: Service;
  windows: Window[];
  projectId: string;
}

describe.skipIf(!hasBrowserFor('The Studio is'))('two editors and a client of the API', () => {
  const world = forSuite(sharedWorld);
  let together: Together;
  beforeAll(async () => {
    const { service, browser } = world;
    const session = await world.signedIn(service.demo);
    const themes = ['dark', 'light'] as const;
    const windows = await Promise.all(themes.map((theme) => openWindow(browser, service, theme, session)));
    together = { service, windows, projectId: '' };
  });

  for (const { edits, tags } of [
    { edits: EDITS, tags: [] },
    { edits: MANY_EDITS, tags: 'full' },
  ])
    it(`end with the same film after ${edits} edits each, with no edit lost or doubled`, {
      timeout: LIMIT_MS,
      tags,
    }, async () => {
      await openNew(together);
      const { service, windows, projectId } = together;
      const counts = await editAll(together, edits);
      for (const { page } of windows) {
        await atRest(page);
      }
      const { rev, clips } = await projectOf(service, projectId);
      const { entries } = await everyChange(together);
      const ids = entries.map(({ batchId }) => batchId).filter((id) => id !== null);
      console.info(`together: edits ${counts.join(' + ')}, ${entries.length} revs, ${clips.length} clips`);
      expect(new Set(ids).size).toBe(ids.length);
      expect(entries.map((entry) => entry.rev)).toEqual(Array.from({ length: rev - 1 }, (_, index) => index + 2));
      // Each key that was pressed is one rev: nobody gives an edit up.
      expect(entries).toHaveLength(counts.reduce((sum, count) => sum + count, 0));
      const wanted = clips.map(({ id }) => id).sort();
      for (const { page, faults } of windows) {
        await expect.poll(() => shownClips(page)).toEqual(wanted);
        expect(faults).toEqual([]);
      }
      const [first, second] = await Promise.all(windows.map(({ page }) => shownPlaces(page)));
      expect(first).toEqual(second);
    });

  it('an editor that was offline catches up, and what it did meanwhile is saved once', {
    timeout: LIMIT_MS,
  }, async () => {
    await openNew(together);
    const { service, windows, projectId } = together;
    const [away, there] = windows;
    if (!away || !there) throw new Error('two windows');
    const before = await projectOf(service, projectId);
    await away.context.setOffline(true);
    await away.page.keyboard.press('Escape');
    const both = Promise.all([editByKeys(away.page, OFFLINE_EDITS, 0), editByKeys(there.page, OFFLINE_EDITS, 70)]);
    await away.page.locator('[data-connection=offline]').waitFor();
    await away.screenshot('editor-offline');
    const [own, others] = await both;
    await atRest(there.page);
    await away.context.setOffline(false);
    await atRest(away.page);
    const after = await projectOf(service, projectId);
    expect(after.clips).toHaveLength(before.clips.length + own + others);
    for (const { page } of windows)
      await expect.poll(() => shownClips(page)).toEqual(after.clips.map(({ id }) => id).sort());
  });

  it('keeps what was not sent through a reload', async () => {
    if (together.projectId === '') await openNew(together);
    const { service, windows, projectId } = together;
    const [away] = windows;
    if (!away) throw new Error('two windows');
    const before = await projectOf(service, projectId);
    let isCut = false;
    await away.page.route('**/commands', (route) =>
      isCut && route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
    // A page that is open sends what follows at once past the new route, or hangs where one is taken away: it is opened
    // under it.
    await away.page.reload();
    await away.page.locator('[data-connection=saved]').waitFor({ timeout: 100_000 });
    isCut = true;
    await away.page.keyboard.press('t');
    await away.page.locator('[data-connection=offline]').waitFor();
    isCut = false;
    await away.page.reload();
    await away.page.locator('[data-connection=saved]').waitFor({ timeout: 100_000 });
    await expect.poll(async () => (await projectOf(service, projectId)).clips.length).toBe(before.clips.length + 1);
    expect(await away.page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('unsent')))).toEqual(
      [],
    );
  });
});

describe.skipIf(!hasBrowserFor('The Studio is'))('two editors and a client of an API that is killed', () => {
  let service: OwnService;
  let browser: Browser;
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  it('go on: what had no answer is sent again, and applied once', {
    timeout: LIMIT_MS + 150_000,
    tags: 'full',
  }, async () => {
    // A service that no other suite uses. Nothing is rendered: it needs no node.
    [service, browser] = await Promise.all([startService({ slots: 0 }), launchBrowser()]);
    const windows = await Promise.all([openWindow(browser, service, 'dark'), openWindow(browser, service, 'light')]);
    for (const { page, open } of windows) {
      await open('/');
      await signIn(page, service.demo);
    }
    const together: Together = { service, windows, projectId: '' };
    await openNew(together);
    const before = await everyChange(together);
    const edits = editAll(together, MANY_EDITS);
    await expect
      .poll(async () => (await everyChange(together)).entries.length)
      .toBeGreaterThan(before.entries.length + 2);
    process.kill(service.pidOf('api/src/main.ts'), 'SIGKILL');
    const counts = await edits;
    for (const { page } of windows) {
      await atRest(page);
    }
    const { entries } = await everyChange(together);
    const added = entries.slice(before.entries.length);
    const ids = added.map(({ batchId }) => batchId);
    console.info(`killed: edits ${counts.join(' + ')}, ${added.length} revs`);
    expect(new Set(ids).size).toBe(ids.length);
    expect(added).toHaveLength(counts.reduce((sum, count) => sum + count, 0));
    const wanted = (await projectOf(service, together.projectId)).clips.map(({ id }) => id).sort();
    for (const { page } of windows) await expect.poll(() => shownClips(page)).toEqual(wanted);
  });
});

/**
 * Creates a project and opens it in both windows. Each test needs a new one, because every added text gets its own
 * track and a project has at most 500 tracks.
 */
async function openNew(together: Together): Promise<void> {
  const { service, windows } = together;
  together.projectId = await newProject(service);
  await Promise.all(
    windows.map(async ({ page }) => {
      await page.goto(`${service.apiHost}/studio/projects/${together.projectId}/edit`);
      await page.getByRole('button', { name: /^Opening, / }).waitFor();
      await page.getByRole('button', { name: 'Zoom out' }).click({ clickCount: 4 });
    }),
  );
}

/** Makes `edits` edits in each editor and over the API at once. Returns how many each of them made. */
function editAll(together: Together, edits: number): Promise<number[]> {
  return Promise.all([
    ...together.windows.map(({ page }, index) => editByKeys(page, edits, index * 70)),
    editByApi(together, edits),
  ]);
}

/**
 * Adds texts by keyboard in one editor, and resolves conflicts over new tracks with its own change. Returns how many
 * edits it made.
 */
async function editByKeys(page: Page, edits: number, offsetMs: number): Promise<number> {
  await page.waitForTimeout(offsetMs);
  for (let count = 0; count < edits; count += 1) {
    const pause = page.waitForTimeout(PAUSE_MS);
    await page.keyboard.press('t');
    await settle(page);
    await pause;
  }
  return edits;
}

/**
 * Adds a clip over the API and moves it repeatedly. A call without a response is sent again with its batch id. Returns
 * how many edits it made.
 */
async function editByApi({ service, projectId }: Together, edits: number): Promise<number> {
  const send = async (command: object) => {
    const body = { commands: [command], batchId: newBatchId() };
    for (;;) {
      try {
        return await service.call('POST', `/v1/projects/${projectId}/commands`, body);
      } catch (error) {
        // Somebody saved in the same moment, or the API is away: it is sent again.
        if (!/stale_rev|fetch failed|unavailable/.test(String(error))) throw error;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  };
  const { results } = await send({ op: 'addTextClip', text: 'API', start: 0, duration: 1 });
  const { clipId } = results[0].data;
  for (let count = 1; count < edits; count += 1) {
    const pause = new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    await send({ op: 'setTransform', clipId, x: count });
    await pause;
  }
  return edits;
}

async function everyChange({
  service,
  projectId,
}: Together): Promise<{ entries: { rev: number; batchId: string | null }[] }> {
  const entries: { rev: number; batchId: string | null }[] = [];
  for (;;) {
    const since = entries.at(-1)?.rev ?? 1;
    const page = await service.call('GET', `/v1/projects/${projectId}/commands?since=${since}`);
    if (page.entries.length === 0) return { entries };
    entries.push(...page.entries);
  }
}

/** Resolves all shown conflicts in favour of this editor's changes. */
async function settle(page: Page): Promise<void> {
  const mine = page.getByRole('button', { name: 'Use mine' });
  while (await mine.isVisible()) await mine.click();
}

/**
 * Waits until all edits are saved and no conflict is open. A conflict may appear only after the service has responded
 * to its edit.
 */
async function atRest(page: Page): Promise<void> {
  do {
    await settle(page);
    await page.locator('[data-connection=saved]').waitFor({ timeout: 100_000 });
  } while (await page.getByRole('button', { name: 'Use mine' }).isVisible());
}

/** Returns the sorted ids of the clips that an editor shows. */
async function shownClips(page: Page): Promise<string[]> {
  return (await shownPlaces(page)).map((place) => place.split(' ')[0] ?? '');
}

/**
 * Returns the id, position, width and track of every clip in an editor, sorted. Only visible clips are mounted, so the
 * timeline is scrolled from top to bottom.
 */
function shownPlaces(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const scroller = document.querySelector('[data-testid=timeline]');
    if (!scroller) throw new Error('no timeline');
    const places = new Set<string>();
    for (let top = 0; ; top += scroller.clientHeight / 2) {
      scroller.scrollTop = top;
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      for (const bar of scroller.querySelectorAll<HTMLElement>('[data-track] [data-clip]')) {
        const track = bar.closest<HTMLElement>('[data-track]')?.dataset.track;
        places.add(`${bar.dataset.clip} ${bar.style.left} ${bar.style.width} ${track}`);
      }
      if (top + scroller.clientHeight >= scroller.scrollHeight) break;
    }
    scroller.scrollTop = 0;
    return [...places].sort();
  });
}
