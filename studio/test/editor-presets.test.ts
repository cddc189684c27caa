import { hasBrowserFor } from '@framemill/testing/browser';
import { forSuite } from '@framemill/testing/for-suite';
import type { Clip } from '@framemill/timeline';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { tabTo } from './keyboard.ts';
import { openWindow, type Window } from './open-studio.ts';
import { sharedWorld } from './world/shared-world.ts';

describe.skipIf(!hasBrowserFor('The Studio is'))('the presets of effects', { tags: 'full' }, () => {
  const world = forSuite(sharedWorld);
  let window: Window;
  let page: Page;
  let projectId: string;
  beforeAll(async () => {
    const { service } = world;
    window = await openWindow(world.browser, service, 'dark', await world.signedIn(service.demo));
    page = window.page;
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const shape = { op: 'addShapeClip', kind: 'star', start: 0, duration: 4 };
    const commands = [
      { op: 'addBackground', color: '#205080', duration: 4 },
      { ...shape, style: { fill: '#d06030', width: 1000, height: 1000 } },
      { op: 'updateClip', clipId: '$1.clipId', patch: { name: 'Star' } },
      { op: 'addTextClip', text: 'Title', start: 0, duration: 4 },
      { op: 'addHtmlClip', html: '<p>Hello</p>', start: 4, duration: 2, width: 200, height: 100 },
      { op: 'updateClip', clipId: '$4.clipId', patch: { name: 'Page' } },
    ];
    const { project } = await service.call('POST', '/v1/projects', { name: 'Presets', commands });
    projectId = project.id;
    await page.goto(`${service.apiHost}/studio/projects/${projectId}/edit`);
    await clip('Star').click();
  });

  const clip = (name: string) => page.locator('[data-track]').getByRole('button', { name: new RegExp(`^${name}, `) });
  const dialog = () => page.getByRole('dialog', { name: 'Add effect' });
  const tile = (name: string) => dialog().getByRole('button', { name, exact: true });
  const stack = () => page.getByRole('region', { name: 'Effects', exact: true });
  const openDialog = async () => {
    await page.getByRole('button', { name: 'Add effect', exact: true }).press('Enter');
    await dialog().waitFor();
  };
  const closed = () => dialog().waitFor({ state: 'detached' });
  const stored = async (): Promise<{ rev: number; clips: Clip[] }> => {
    await page.locator('[data-connection=saved]').waitFor();
    const { project } = await world.service.call('GET', `/v1/projects/${projectId}?view=document`);
    return { rev: project.rev, clips: project.document.clips };
  };
  /** Returns the types of the effects of the star and of the title. */
  const effects = async () => {
    const { clips } = await stored();
    const named = (wanted: string) => clips.find(({ name, textStyle }) => (textStyle?.content ?? name) === wanted);
    return [named('Star'), named('Title')].map((one) => one?.effects?.map(({ type }) => type) ?? []);
  };
  const drawn = (name: string) => tile(name).locator('canvas[data-thumbnail=drawn]');
  /** Returns a thumbnail as a data URL. */
  const image = (name: string) => drawn(name).evaluate((element: HTMLCanvasElement) => element.toDataURL());
  /** Returns the red, green and blue in the middle of a thumbnail. */
  const middle = (name: string) =>
    drawn(name).evaluate((element: HTMLCanvasElement) => {
      const { width, height } = element;
      const data = element.getContext('2d')?.getImageData(width / 2, height / 2, 1, 1).data;
      return { red: data?.[0] ?? 0, green: data?.[1] ?? 0, blue: data?.[2] ?? 0 };
    });

  it('are thumbnails of the clip, which the engine draws', async () => {
    await openDialog();
    const names = await dialog().locator('section li').allTextContents();
    expect(names.length).toBeGreaterThanOrEqual(30);
    expect(names).toEqual(expect.arrayContaining(['VHS', 'Comic dots', 'Camera shake']));
    // The star is orange.
    const poster = await middle('Poster');
    expect(poster.red - poster.blue).toBeGreaterThan(100);
    const negative = await middle('Negative');
    expect(negative.blue - negative.red).toBeGreaterThan(100);
    const grey = Object.values(await middle('Black and white'));
    expect(Math.max(...grey) - Math.min(...grey)).toBeLessThan(4);
    // The last one.
    await drawn('Fade out').waitFor();
    expect(await dialog().locator('canvas[data-thumbnail=none]').count()).toBe(0);
    expect(await window.accessibility('[role=dialog]')).toEqual([]);
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await window.screenshot(`editor-presets-${colorScheme}`);
    }
    expect(await window.contrast('[role=dialog]')).toEqual([]);
  });

  it('move while the pointer is on them, unless the user prefers reduced motion', async () => {
    const still = await image('Glitch');
    await tile('Glitch').hover();
    await tile('Fisheye').hover();
    expect(await image('Glitch')).toBe(still);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await tile('Glitch').hover();
    await expect.poll(() => image('Glitch')).not.toBe(still);
    await tile('Fisheye').hover();
    await expect.poll(() => image('Glitch')).toBe(still);
    await page.emulateMedia({ reducedMotion: 'reduce' });
  });

  it('are found by name, added by keyboard, and undone in one step', async () => {
    const { rev } = await stored();
    await dialog().getByRole('combobox', { name: 'Find an effect' }).fill('night v');
    expect(await dialog().locator('section li:visible').allTextContents()).toEqual(['Night vision']);
    await tabTo(page, 'Night vision');
    await page.keyboard.press('Enter');
    await closed();
    expect((await effects())[0]).toEqual(['duotone', 'scanlines', 'grain', 'vignette']);
    expect((await stored()).rev).toBe(rev + 1);
    await stack().getByLabel('Shadow colour', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Undo: Add effect: Night vision' }).waitFor();
    await page.keyboard.press('Control+z');
    expect((await effects())[0]).toEqual([]);
    expect((await stored()).clips.every(({ grade }) => grade === undefined)).toBe(true);
  });

  it('are added to several clips', async () => {
    await clip('Title').click({ modifiers: ['Shift'] });
    await page.getByRole('heading', { name: '2 clips', exact: true }).waitFor();
    await openDialog();
    await tile('VHS').click();
    await closed();
    expect(await effects()).toEqual([['vhs'], ['vhs']]);
    await page.keyboard.press('Control+z');
    expect(await effects()).toEqual([[], []]);
  });

  it('say why there is no thumbnail', async () => {
    await page.keyboard.press('Escape');
    await clip('Page').click();
    await openDialog();
    const problem = 'HTML clips have no previews of effects.';
    expect(await tile('VHS').textContent()).toBe(`${problem}VHS`);
    expect(await dialog().locator('canvas').count()).toBe(0);
    await page.keyboard.press('Escape');
    await closed();
    expect(window.faults).toEqual([]);
  });
});
