import { hasBrowserFor } from '@framemill/testing/browser';
import { suiteFolder } from '@framemill/testing/folders';
import { forSuite } from '@framemill/testing/for-suite';
import type { Clip } from '@framemill/timeline';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { commandsTo, projectOf } from './editor-project.ts';
import { expectFrame, framesOf, openExact } from './exact-preview.ts';
import { openWindow, type Window } from './open-studio.ts';
import { enginePixels, imagePixels } from './stage-pixels.ts';
import { sharedWorld } from './world/shared-world.ts';

const star = { kind: 'star', style: { fill: '#a06040', width: 640, height: 640 } };

describe.skipIf(!hasBrowserFor('The Studio is'))('the grade of a clip', () => {
  const world = forSuite(sharedWorld);
  const folder = suiteFolder();
  let window: Window;
  let page: Page;
  let projectId: string;
  /** Frame without a grade. */
  let plainFrame: Buffer | undefined;
  beforeAll(async () => {
    window = await openWindow(world.browser, world.service, 'dark', await world.signedIn(world.service.demo));
    page = window.page;
    await page.emulateMedia({ reducedMotion: 'reduce' });
    projectId = await openExact(world.service, page, 'Grade', [
      { op: 'addBackground', color: '#304860', duration: 0.5 },
      { op: 'addShapeClip', start: 0, duration: 0.5, ...star },
      { op: 'updateClip', clipId: '$1.clipId', patch: { name: 'Star' } },
    ]);
    plainFrame = await frame();
    await page.getByRole('button', { name: /^Star, / }).click();
    await page.getByRole('button', { name: 'Colour', exact: true }).click();
    await wheel('Midtones').waitFor();
  });

  const group = (name: string) => page.getByRole('group', { name, exact: true });
  const wheel = (name: string) => page.getByRole('slider', { name: `${name}: colour wheel` });
  const field = (of: string, name: string) => group(of).getByLabel(name, { exact: true });
  const plot = () => page.locator('[data-curve]').first();
  const point = (place: number) =>
    plot()
      .locator('circle')
      .nth(place - 1);
  const rev = async () => (await projectOf(world.service, projectId)).rev;
  const saved = () => page.locator('[data-connection=saved]').waitFor();
  const grade = async (): Promise<NonNullable<Clip['grade']>> => {
    await saved();
    const { project } = await world.service.call('GET', `/v1/projects/${projectId}?view=document`);
    return project.document.clips.find(({ name }: Clip) => name === 'Star')?.grade ?? {};
  };
  const frame = async () => (await framesOf(world.service, projectId, folder))[0];
  /** Returns the colour in the middle of the canvas, which is that of the star. */
  const middle = async () => {
    const { data } = await enginePixels(page, { width: 64, height: 36 });
    return [...data.subarray(3 * (18 * 64 + 32), 3 * (18 * 64 + 32) + 3)];
  };
  const isFocused = (element: Locator) => element.evaluate((one) => one === document.activeElement);

  it('has wheels that change the preview while they are dragged, which is one step', async () => {
    const [before, plain] = [await rev(), await middle()];
    const held = await dragging(page, wheel('Midtones'), 0, -24);
    await expect.poll(middle).not.toEqual(plain);
    expect(await rev()).toBe(before);
    await held.drop();
    // Up is between red and yellow. The radius of the wheel is about 45 pixels.
    const { wheels } = await grade();
    expect(wheels?.midtones?.hue).toBeCloseTo(347, 0);
    expect(wheels?.midtones?.amount).toBeCloseTo(24 / (await radius(wheel('Midtones'))), 2);
    expect(await rev()).toBe(before + 1);
    expect(await wheel('Midtones').getAttribute('aria-valuetext')).toMatch(/^Hue 347°, amount 5\d%$/);
    await page.keyboard.press('Control+z');
    await expect.poll(async () => (await grade()).wheels).toBeUndefined();
    await expect.poll(middle).toEqual(plain);
    const cancelled = await dragging(page, wheel('Midtones'), 20, 0);
    await page.keyboard.press('Escape');
    await cancelled.drop();
    expect((await grade()).wheels).toBeUndefined();
  });

  it('has wheels that are moved by the arrow keys, and numbers for them', async () => {
    await wheel('Highlights').focus();
    await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    expect((await grade()).wheels).toEqual({ highlights: { hue: 77, amount: 0.12 } });
    expect(await page.getByTestId('timecode').textContent()).toBe('00:00:00:00');
    await field('Highlights', 'Hue').fill('30');
    await field('Highlights', 'Hue').press('Enter');
    await field('Highlights', 'Luma').fill('0.4');
    await field('Highlights', 'Luma').press('Enter');
    await expect.poll(async () => (await grade()).wheels).toEqual({ highlights: { hue: 30, amount: 0.12, luma: 0.4 } });
    await wheel('Highlights').focus();
    await page.keyboard.press('Delete');
    await expect.poll(async () => (await grade()).wheels).toEqual({ highlights: { hue: 0, amount: 0, luma: 0.4 } });
    await page.getByRole('button', { name: /^Star, / }).waitFor();
  });

  it('has wheels that a double click puts back, and sliders for the level', async () => {
    await (await dragging(page, wheel('Shadows'), 15, 0)).drop();
    expect((await grade()).wheels?.shadows?.amount).toBeGreaterThan(0.2);
    await wheel('Shadows').dblclick();
    expect((await grade()).wheels).toEqual({ highlights: { hue: 0, amount: 0, luma: 0.4 } });
    const before = await rev();
    await (await dragging(page, field('Shadows', 'Luma: slider'), 20, 0)).drop();
    expect((await grade()).wheels?.shadows?.luma).toBeGreaterThan(0.1);
    expect(await rev()).toBe(before + 1);
  });

  it('has curves whose points are added by a press, dragged and removed', async () => {
    await group('Curves')
      .getByRole('button', { name: /^Red\b/ })
      .click();
    const [before, plain] = [await rev(), await middle()];
    const held = await pressAt(0.5, 0.5);
    await held.to(0.5, 0.75);
    await expect.poll(middle).not.toEqual(plain);
    expect(await rev()).toBe(before);
    await held.drop();
    expect((await grade()).curves).toEqual({
      red: [
        [0, 0],
        [near(0.5), near(0.75)],
        [1, 1],
      ],
    });
    expect(await rev()).toBe(before + 1);
    expect(await isFocused(point(2))).toBe(true);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+ArrowLeft');
    expect((await grade()).curves).toEqual({
      red: [
        [0, 0],
        [near(0.4), near(0.74)],
        [1, 1],
      ],
    });
    // The end of the diagonal cannot pass its neighbour.
    const first = await pressAt(0, 0);
    await first.to(0.9, 0.2);
    await first.drop();
    const [start, second] = (await grade()).curves?.red ?? [];
    expect(start?.[0]).toBeCloseTo((second?.[0] ?? 0) - 0.01, 3);
    await page.keyboard.press('Control+z');
    await point(2).focus();
    await page.keyboard.press('Delete');
    expect((await grade()).curves).toEqual({
      red: [
        [0, 0],
        [1, 1],
      ],
    });
    // A curve has at least two points, and the clip stays.
    await page.keyboard.press('Delete');
    await saved();
    expect((await grade()).curves?.red).toHaveLength(2);
    await page.getByRole('button', { name: 'Reset Curves: Red' }).click();
    await expect.poll(async () => (await grade()).curves).toEqual({});
  });

  it('has curves of hues, with a button and fields for their points', async () => {
    const hues = group('Hue curves');
    await hues.getByRole('button', { name: 'Hue vs saturation' }).click();
    expect(await hues.locator('circle').count()).toBe(6);
    // The star is orange: between red and yellow.
    const plain = await middle();
    await hues.locator('circle').first().focus();
    await page.keyboard.press('Shift+ArrowDown');
    await expect.poll(middle).not.toEqual(plain);
    await hues.getByRole('button', { name: 'Add point' }).click();
    await hues.getByLabel('Output', { exact: true }).fill('-0.8');
    await hues.getByLabel('Output', { exact: true }).press('Enter');
    await expect.poll(async () => (await grade()).hueCurves?.hueVsSaturation?.length).toBe(7);
    const points = (await grade()).hueCurves?.hueVsSaturation ?? [];
    expect(points[0]).toEqual([0, -0.2]);
    expect(points.filter(([, output]) => output === -0.8)).toHaveLength(1);
    expect(window.faults).toEqual([]);
  });

  it('is drawn as in the render, and hidden while the button or the key is held', async () => {
    await expectFrame(page, await frame());
    const clipId = await starId();
    await commandsTo(world.service, projectId, [
      { op: 'addEffect', clipId, type: 'invert', params: { amount: 0.8 } },
      { op: 'addKeyframe', clipId, prop: 'exposure', time: 0, value: 0.3 },
    ]);
    const graded = await frame();
    await expectFrame(page, graded);
    const button = page.getByRole('button', { name: 'Without grade and effects' });
    const note = page.getByText('Before: without grade and effects');
    await button.hover();
    await page.mouse.down();
    await note.waitFor();
    await expectFrame(page, plainFrame);
    await window.screenshot('editor-grade-before');
    await page.mouse.up();
    await note.waitFor({ state: 'detached' });
    await expectFrame(page, graded);
    await page.keyboard.down('d');
    await expectFrame(page, plainFrame);
    await page.keyboard.up('d');
    await expectFrame(page, graded);
    await page.keyboard.press('Shift+D');
    await expectFrame(page, plainFrame);
    await page.keyboard.press('Shift+D');
    await note.waitFor({ state: 'detached' });
    await button.focus();
    await button.press('Enter');
    await note.waitFor();
    expect(await button.getAttribute('aria-pressed')).toBe('true');
    await button.press('Enter');
    await note.waitFor({ state: 'detached' });
    expect(window.faults).toEqual([]);
  });

  it('is compared at a line, which moves by the mouse and the arrow keys', async () => {
    await page.keyboard.press('h');
    const line = page.getByRole('slider', { name: 'Line between before and after' });
    await page.locator('[data-wipe=shown] canvas').waitFor();
    expect(await line.getAttribute('aria-valuenow')).toBe('50');
    const stage = await page.locator('[data-engine]').boundingBox();
    if (!stage) throw new Error('no stage');
    const shot = async (x: number) => {
      const clip = { x: stage.x + x, y: stage.y + 180, width: 2, height: 2 };
      return [...(await imagePixels(page, await page.screenshot({ clip }), 'png', { width: 1, height: 1 })).data];
    };
    // Both places are in the star, which is even.
    await expect.poll(() => shot(280)).not.toEqual(await shot(360));
    await line.hover();
    await page.mouse.down();
    await page.mouse.move(stage.x + 420, stage.y + 180, { steps: 3 });
    await page.mouse.up();
    expect(Number(await line.getAttribute('aria-valuenow'))).toBeCloseTo((100 * 420) / 640, -0.5);
    await expect.poll(() => shot(280)).toEqual(await shot(360));
    await line.focus();
    await page.keyboard.press('Shift+ArrowLeft');
    expect(Number(await line.getAttribute('aria-valuenow'))).toBeCloseTo((100 * 420) / 640 - 10, -0.5);
    await window.screenshot('editor-grade-wipe');
    await page.getByRole('button', { name: 'Compare before and after' }).click();
    await line.waitFor({ state: 'detached' });
    expect(window.faults).toEqual([]);
  });

  it('has controls that everybody can use', { tags: 'full' }, async () => {
    expect(await window.accessibility()).toEqual([]);
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      for (const name of ['Midtones', 'Curves', 'Hue curves']) {
        await group(name).scrollIntoViewIfNeeded();
        await window.screenshot(`editor-grade-${name.replace(' ', '-').toLowerCase()}-${colorScheme}`);
      }
    }
    expect(await window.contrast()).toEqual([]);
  });

  async function starId(): Promise<string> {
    const { clips } = await projectOf(world.service, projectId);
    return clips.find(({ name }) => name === 'Star')?.id ?? '';
  }

  /** Presses the button of the mouse on the plot of the curves. Coordinates are those of a point. */
  async function pressAt(input: number, output: number) {
    await plot().scrollIntoViewIfNeeded();
    const box = await plot().boundingBox();
    if (!box) throw new Error('no plot');
    // The plot has 256 by 192 units, with 10 around it.
    const move = (x: number, y: number) =>
      page.mouse.move(box.x + ((10 + 256 * x) * box.width) / 276, box.y + ((10 + 192 * (1 - y)) * box.width) / 276, {
        steps: 4,
      });
    await move(input, output);
    await page.mouse.down();
    return { to: move, drop: () => page.mouse.up() };
  }
});

const near = (value: number) => expect.closeTo(value, 1.5);

async function radius(element: Locator): Promise<number> {
  return element.evaluate(({ clientWidth }) => clientWidth / 2);
}

/** Starts to drag an element by an offset in pixels. The returned function releases the button. */
async function dragging(page: Page, element: Locator, dx: number, dy: number): Promise<{ drop(): Promise<void> }> {
  await element.scrollIntoViewIfNeeded();
  const box = await element.boundingBox();
  if (!box) throw new Error('nothing to drag');
  const [x, y] = [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + dx / 2, y + dy / 2, { steps: 3 });
  await page.mouse.move(x + dx, y + dy, { steps: 3 });
  return { drop: () => page.mouse.up() };
}
