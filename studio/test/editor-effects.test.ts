import { hasBrowserFor } from '@framemill/testing/browser';
import { forSuite } from '@framemill/testing/for-suite';
import type { Service } from '@framemill/testing/service';
import type { Clip } from '@framemill/timeline';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { newProject, projectOf } from './editor-project.ts';
import { openWindow, showPagePreview, type Window } from './open-studio.ts';
import { sharedWorld } from './world/shared-world.ts';

describe.skipIf(!hasBrowserFor('The Studio is'))('the effects of a clip', () => {
  const world = forSuite(sharedWorld);
  let service: Service;
  let window: Window;
  let page: Page;
  let projectId: string;
  beforeAll(async () => {
    service = world.service;
    window = await openWindow(world.browser, service, 'dark', await world.signedIn(service.demo));
    page = window.page;
    // Its elements show what an edit changes.
    await showPagePreview(page);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    projectId = await newProject(service);
    await page.goto(`${service.apiHost}/studio/projects/${projectId}/edit`);
    await clip('Star').click();
    await stack().waitFor();
  });

  const clip = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}, `) });
  const stack = () => page.getByRole('region', { name: 'Effects', exact: true });
  const field = (label: string) => stack().getByLabel(label, { exact: true });
  const rowTitles = () =>
    stack()
      .locator('li')
      .evaluateAll((rows) => rows.map((row) => row.textContent));
  const rev = async () => (await projectOf(service, projectId)).rev;
  const saved = () => page.locator('[data-connection=saved]').waitFor();
  const clipNamed = async (wanted: string): Promise<Clip> => {
    await saved();
    const { project } = await service.call('GET', `/v1/projects/${projectId}?view=document`);
    return project.document.clips.find(({ name, textStyle }: Clip) => (textStyle?.content ?? name) === wanted);
  };
  const effects = async () => (await clipNamed('Star')).effects ?? [];
  const add = async (name: string, noun = 'effect') => {
    await page.getByRole('button', { name: `Add ${noun}`, exact: true }).press('Enter');
    await page.getByRole('combobox', { name: `Find an ${noun}` }).fill(name);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };

  it('are added by keyboard, with the controls of their parameters', async () => {
    await add('blur');
    expect(await effects()).toMatchObject([{ type: 'blur', enabled: true, params: { radius: 12 } }]);
    expect(await field('Radius').inputValue()).toBe('12');
    expect(await clip('Star').getAttribute('aria-label')).toMatch(/, 1 effect$/);
  });

  it('change on the canvas while a number is dragged, which is one step', async () => {
    const before = await rev();
    const canvas = page.frameLocator('iframe[title=Preview]').locator('#root');
    const still = await canvas.innerHTML();
    const held = await dragging(page, field('Radius'), 40);
    expect(await field('Radius').inputValue()).toBe('52');
    await expect.poll(() => canvas.innerHTML()).not.toBe(still);
    expect(await rev()).toBe(before);
    await held.drop();
    expect(await effects()).toMatchObject([{ params: { radius: 52 } }]);
    expect(await rev()).toBe(before + 1);
    await page.keyboard.press('Control+z');
    expect(await effects()).toMatchObject([{ params: { radius: 12 } }]);
  });

  it('take coarse and fine drags, and Escape restores', async () => {
    await page.keyboard.down('Shift');
    await (await dragging(page, field('Radius'), 10)).drop();
    await page.keyboard.up('Shift');
    expect(await effects()).toMatchObject([{ params: { radius: 112 } }]);
    await page.keyboard.down('Alt');
    await (await dragging(page, field('Radius'), -15)).drop();
    await page.keyboard.up('Alt');
    expect(await effects()).toMatchObject([{ params: { radius: 110.5 } }]);
    const before = await rev();
    const held = await dragging(page, field('Radius'), -30);
    expect(await field('Radius').inputValue()).toBe('81');
    await page.keyboard.press('Escape');
    expect(await field('Radius').inputValue()).toBe('110.5');
    await held.drop();
    await saved();
    expect(await rev()).toBe(before);
  });

  it('are set by a click and typing, by the arrow keys, and by the slider', async () => {
    await field('Radius').click();
    await page.keyboard.type('30');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await effects())[0]?.params).toEqual({ radius: 30 });
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Shift+ArrowDown');
    await expect.poll(async () => (await effects())[0]?.params).toEqual({ radius: 21 });
    await page.keyboard.type('7');
    await page.keyboard.press('Escape');
    expect(await field('Radius').inputValue()).toBe('21');
    const before = await rev();
    await (await dragging(page, field('Radius: slider'), 15)).drop();
    await expect.poll(rev).toBe(before + 1);
    expect(Number((await effects())[0]?.params.radius)).toBeGreaterThan(60);
  });

  it('change places by dragging and by keyboard', async () => {
    await add('vignette');
    const types = async () => (await effects()).map(({ type }) => type);
    expect(await types()).toEqual(['blur', 'vignette']);
    const grip = (name: string) => stack().getByRole('button', { name: new RegExp(`^Move ${name}: `) });
    const to = await grip('Blur').boundingBox();
    const from = await grip('Vignette').boundingBox();
    const held = await dragging(page, grip('Vignette'), 0, (to?.y ?? 0) - (from?.y ?? 0) - 12);
    expect((await rowTitles())[0]).toContain('Vignette');
    await held.drop();
    expect(await types()).toEqual(['vignette', 'blur']);
    await grip('Vignette').press('ArrowDown');
    expect(await types()).toEqual(['blur', 'vignette']);
    expect(await grip('Vignette').evaluate((element) => element === document.activeElement)).toBe(true);
    const cancelled = await dragging(page, grip('Vignette'), 0, (to?.y ?? 0) - (from?.y ?? 0) - 12);
    await page.keyboard.press('Escape');
    await cancelled.drop();
    expect(await types()).toEqual(['blur', 'vignette']);
    expect(window.faults).toEqual([]);
  });

  it('are switched off and removed', async () => {
    await stack().getByRole('switch', { name: 'Blur: on' }).press('Space');
    expect((await effects()).map(({ enabled }) => enabled)).toEqual([false, true]);
    expect(await clip('Star').getAttribute('aria-label')).toMatch(/, 1 effect$/);
    await stack().getByRole('switch', { name: 'Blur: on' }).click();
    expect((await effects()).map(({ enabled }) => enabled)).toEqual([true, true]);
    await stack().getByRole('button', { name: 'Remove Blur' }).click();
    expect((await effects()).map(({ type }) => type)).toEqual(['vignette']);
  });

  it('have points that are dragged, or set by their coordinates', async () => {
    await add('corner pin');
    const pad = await stack().locator('[data-pad]').boundingBox();
    if (!pad) throw new Error('no pad');
    const at = (x: number, y: number) =>
      [pad.x + (pad.width * (x + 0.25)) / 1.5, pad.y + (pad.height * (y + 0.25)) / 1.5] as const;
    const before = await rev();
    await page.mouse.move(...at(0.98, 0.03));
    await page.mouse.down();
    await page.mouse.move(...at(0.8, 0.2), { steps: 4 });
    await page.mouse.up();
    const pinned = async () => (await effects()).find(({ type }) => type === 'corner-pin')?.params;
    const { trX, trY, ...others } = (await pinned()) ?? {};
    expect([Number(trX), Number(trY)]).toEqual([expect.closeTo(0.8, 1), expect.closeTo(0.2, 1)]);
    expect(others).toEqual({ tlX: 0, tlY: 0, brX: 1, brY: 1, blX: 0, blY: 1 });
    expect(await rev()).toBe(before + 1);
    await field('Top left X').fill('0.1');
    await field('Top left X').blur();
    expect(await pinned()).toMatchObject({ tlX: 0.1 });
    await window.screenshot('editor-effects-points');
  });

  it('are also filters, masks, text animations and motion presets', { tags: 'full' }, async () => {
    await clip('Opening').click();
    for (const name of ['filter noir', 'mask circle', 'text animation rise', 'motion preset fade in', 'chroma'])
      await add(name);
    const opening = await clipNamed('Opening');
    expect(opening.effects?.map(({ type }) => type)).toEqual(['chroma-key', 'vignette']);
    expect(opening).toMatchObject({ mask: { shape: 'circle' }, textStyle: { animation: { in: { name: 'rise' } } } });
    expect(opening.kfOpacity).toHaveLength(2);
    await field('Shape').selectOption('polygon');
    expect((await clipNamed('Opening')).mask?.points).toHaveLength(3);
    await field('Colour').fill('#00ff00');
    await field('Colour').blur();
    expect((await clipNamed('Opening')).effects?.[0]?.params).toMatchObject({ color: '#00ff00' });
    expect(await window.accessibility()).toEqual([]);
    for (const [width, height] of [
      [1280, 720],
      [1920, 1080],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await window.screenshot(`editor-effects-${width}-${colorScheme}`);
      }
    }
    expect(await window.contrast()).toEqual([]);
    expect(window.faults).toEqual([]);
  });
});

/** Starts to drag an element by an offset in pixels. The returned function releases the button. */
async function dragging(page: Page, element: Locator, dx: number, dy = 0): Promise<{ drop(): Promise<void> }> {
  await element.scrollIntoViewIfNeeded();
  const box = await element.boundingBox();
  if (!box) throw new Error('nothing to drag');
  const [x, y] = [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + Math.round(dx / 2), y + dy / 2, { steps: 3 });
  await page.mouse.move(x + dx, y + dy, { steps: 3 });
  return { drop: () => page.mouse.up() };
}
