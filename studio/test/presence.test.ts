import { hasBrowserFor } from '@framemill/testing/browser';
import { forSuite } from '@framemill/testing/for-suite';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { commandsTo, newProject, projectOf } from './editor-project.ts';
import { openWindow, showPagePreview, type Window } from './open-studio.ts';
import { sharedWorld } from './world/shared-world.ts';

describe.skipIf(!hasBrowserFor('The Studio is'))('others in a project', () => {
  const world = forSuite(sharedWorld);
  let first: Window;
  let second: Window;
  let projectId: string;
  beforeAll(async () => {
    const { service, browser } = world;
    projectId = await newProject(service);
    const session = await world.signedIn(service.demo);
    [first, second] = [
      await openWindow(browser, service, 'dark', session),
      await openWindow(browser, service, 'light', session),
    ];
    for (const { page } of [first, second]) {
      await showPagePreview(page);
      await page.goto(`${service.apiHost}/studio/projects/${projectId}/edit`);
      await page.locator('[data-connection=saved]').waitFor();
    }
  });

  const colorOf = (locator: Locator, property: 'backgroundColor' | 'borderBottomColor') =>
    locator.evaluate((element, property) => getComputedStyle(element)[property], property);
  const here = (page: Page) => page.getByRole('list', { name: 'Also in this project' });

  it('are shown in the top bar of both windows', async () => {
    for (const { page } of [first, second]) {
      await here(page).getByRole('listitem').waitFor();
      expect(await here(page).getByRole('listitem').count()).toBe(1);
      expect(await here(page).textContent()).toContain('another window');
    }
  });

  it('show their playhead on the ruler, and their selection', async () => {
    await first.page.keyboard.press('Home');
    await first.page.keyboard.press('Shift+ArrowRight');
    const playhead = second.page.locator('[data-playhead-of]');
    await expect.poll(() => playhead.textContent()).toContain('at 1.00 s');
    await first.page.getByRole('button', { name: /^Star, / }).click();
    const star = second.page.getByRole('button', { name: /^Star, / });
    await expect.poll(() => star.evaluate((element) => element.style.borderBottomColor)).not.toBe('');
    const color = await here(second.page)
      .locator('[data-window]')
      .evaluate((element) => element.style.background);
    expect(await star.evaluate((element) => element.style.borderBottomColor)).toBe(color);
    await first.page.keyboard.press('Escape');
    await expect.poll(() => star.evaluate((element) => element.style.borderBottomColor)).toBe('');
  });

  it('are named in words when they change something, with programs among them', async () => {
    const { clips } = await projectOf(world.service, projectId);
    const clipId = clips.find(({ name }) => name === 'Star')?.id;
    await commandsTo(world.service, projectId, [{ op: 'setTransform', clipId, x: 40 }]);
    const { entries } = await world.service.call('GET', `/v1/projects/${projectId}/history?limit=1`);
    const program: string = entries[0].author.name;
    // At the same time, because the frame of the clip disappears after some seconds.
    await Promise.all(
      [first, second].map(async ({ page }) => {
        const star = page.getByRole('button', { name: /^Star, / });
        const mark = star.locator('[data-arrival]', { has: page.locator(`[data-name="${program}"]`) });
        await mark.waitFor();
        const color = await colorOf(mark, 'borderBottomColor');
        await page.getByText(`Set transform, ${program} with the API`).waitFor();
        expect(await here(page).getByRole('listitem').count()).toBe(2);
        expect(await colorOf(here(page).locator('[data-program]'), 'backgroundColor')).toBe(color);
        expect(await colorOf(star, 'borderBottomColor')).toBe(color);
      }),
    );
    await first.page.keyboard.press('m');
    await second.page.getByText('Add markers, in another window').waitFor();
    expect(await first.page.getByText('in another window').count()).toBe(0);
    for (const window of [first, second]) {
      await window.screenshot('editor-presence');
      expect(await window.accessibility()).toEqual([]);
    }
  });

  it('go when they close the project', async () => {
    await first.page.getByRole('link', { name: 'Back to project' }).click();
    await here(second.page).locator('[data-window]').waitFor({ state: 'detached' });
    expect(await second.page.locator('[data-playhead-of]').count()).toBe(0);
    expect([...first.faults, ...second.faults]).toEqual([]);
  });
});
