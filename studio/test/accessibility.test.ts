import { hasBrowserFor } from '@framemill/testing/browser';
import { forSuite } from '@framemill/testing/for-suite';
import { beforeAll, describe, expect, it } from 'vitest';
import { newProject, projectOf } from './editor-project.ts';
import { tabTo } from './keyboard.ts';
import { openWindow, type Window } from './open-studio.ts';
import { type Session, sharedWorld } from './world/shared-world.ts';

describe.skipIf(!hasBrowserFor('The Studio is'))('the Studio for everybody', () => {
  const world = forSuite(sharedWorld);
  let session: Session;
  let projectId: string;
  beforeAll(async () => {
    session = await world.signedIn(world.service.demo);
    projectId = await newProject(world.service);
  });

  const openEditor = async ({ page }: Window) => {
    await page.goto(`${world.service.apiHost}/studio/projects/${projectId}/edit`);
    await page.locator('[data-connection=saved]').waitFor();
  };

  it('is enough with keys alone: from signing in to a changed film and its file', async () => {
    const window = await openWindow(world.browser, world.service, 'dark');
    const { page } = window;
    await window.open('/');
    await tabTo(page, 'Email');
    await page.keyboard.press('Control+a');
    await page.keyboard.type(world.service.demo.email);
    await tabTo(page, 'Password');
    await page.keyboard.type(world.service.demo.password);
    await page.keyboard.press('Enter');
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    await page.getByRole('link', { name: 'Edit Test film', exact: true }).first().waitFor();
    await tabTo(page, 'Edit Test film');
    await page.keyboard.press('Enter');
    await page.locator('[data-connection=saved]').waitFor();
    const id = /prj_\w+/.exec(page.url())?.[0] ?? '';
    await page.keyboard.press('t');
    await tabTo(page, 'Text');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('With keys alone');
    await page.keyboard.press('Tab');
    await expect
      .poll(async () => (await projectOf(world.service, id)).clips.map(({ text }) => text))
      .toContain('With keys alone');
    // A clip is picked and split by keys, and one is deleted.
    await tabTo(page, /^With keys alone, /);
    await page.keyboard.press('Enter');
    for (let count = 0; count < 20; count += 1) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('s');
    await expect
      .poll(
        async () => (await projectOf(world.service, id)).clips.filter(({ text }) => text === 'With keys alone').length,
      )
      .toBe(2);
    await page.keyboard.press('Delete');
    await expect
      .poll(
        async () => (await projectOf(world.service, id)).clips.filter(({ text }) => text === 'With keys alone').length,
      )
      .toBe(1);
    await tabTo(page, 'Render');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await tabTo(page, 'Quality');
    await page.keyboard.type('dr');
    await tabTo(page, 'Start render');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Download' }).waitFor({ timeout: 100_000 });
    await tabTo(page, 'Download');
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    expect(download.suggestedFilename()).toMatch(/\.mp4$/);
    expect(window.faults).toEqual([]);
    await window.context.close();
  });

  it('does not move for whoever wants less motion', async () => {
    const window = await openWindow(world.browser, world.service, 'light', session);
    const { page } = window;
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openEditor(window);
    const longest = () =>
      page.evaluate(() =>
        Math.max(0, ...document.getAnimations().map((one) => Number(one.effect?.getComputedTiming().duration ?? 0))),
      );
    await page.keyboard.press('Control+k');
    expect(await longest()).toBeLessThan(1);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Render', exact: true }).hover();
    expect(await longest()).toBeLessThan(1);
    await window.context.close();
  });

  it('fits a window at 200 %', { tags: 'full' }, async () => {
    const window = await openWindow(world.browser, world.service, 'light', session);
    const { page } = window;
    // 1280 by 800 at 200 % is 640 by 400 to the page.
    await page.setViewportSize({ width: 640, height: 400 });
    const places = [
      '/',
      `/projects/${projectId}`,
      '/renders',
      '/console/keys',
      '/console/webhooks',
      '/console/destinations',
      '/console/usage',
      '/console/requests',
      '/operators/farm',
      '/operators/accounts',
    ];
    for (const address of places) {
      await window.open(address);
      expect([address, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([address, 640]);
    }
    await page.getByRole('button', { name: 'Open navigation' }).click();
    await page.getByRole('link', { name: 'Projects', exact: true }).click();
    await openEditor(window);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(640);
    // What the work is done with can be scrolled to, and is wide enough to be used.
    for (const [what, least] of [
      ['Preview', 320],
      ['Timeline', 600],
    ] as const) {
      const place = page.getByRole('region', { name: what });
      await place.scrollIntoViewIfNeeded();
      expect((await place.boundingBox())?.width, what).toBeGreaterThanOrEqual(least);
      expect((await place.boundingBox())?.height, what).toBeGreaterThanOrEqual(180);
    }
    await page.getByRole('tab', { name: 'Inspector' }).scrollIntoViewIfNeeded();
    await page.getByRole('tab', { name: 'Inspector' }).click();
    await window.screenshot('editor-200-percent');
    expect(await window.accessibility()).toEqual([]);
    await page.getByRole('button', { name: 'Render', exact: true }).click();
    const start = page.getByRole('button', { name: 'Start render' });
    await start.scrollIntoViewIfNeeded();
    expect((await start.boundingBox())?.y).toBeLessThan(400);
    await window.context.close();
  });
});
