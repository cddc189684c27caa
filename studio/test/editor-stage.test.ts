import { hasBrowserFor } from '@framemill/testing/browser';
import { forSuite } from '@framemill/testing/for-suite';
import type { Service } from '@framemill/testing/service';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { commandsTo } from './editor-project.ts';
import { openWindow, showPagePreview, type Window } from './open-studio.ts';
import { sharedWorld } from './world/shared-world.ts';

describe.skipIf(!hasBrowserFor('The Studio is'))('the canvas of the editor', () => {
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
    const { project } = await service.call('POST', '/v1/projects', { name: 'Stage film', commands: film });
    projectId = project.id;
    await page.goto(`${service.apiHost}/studio/projects/${projectId}/edit`);
    await page.getByRole('button', { name: /^Box, / }).click();
    await handle('Rotate').waitFor();
  });

  const handle = (title: string) => page.locator(`[data-handle="${title}"]`).first();
  const tool = (name: string) =>
    page.getByRole('group', { name: 'Canvas tools' }).getByRole('button', { name, exact: true }).click();
  const exact = async (name: string) => {
    await page.getByRole('button', { name: 'Exact frame, as rendered' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  const box = async () => {
    await page.locator('[data-connection=saved]').waitFor();
    const { project } = await service.call('GET', `/v1/projects/${projectId}?view=document`);
    return project.document.clips.find(({ name }: { name: string }) => name === 'Box');
  };

  it('lays out anew what an edit changes, and nothing else', async () => {
    const stage = page.frames().find((frame) => frame.url().endsWith('/vendor/stage.html'));
    if (!stage) throw new Error('no stage');
    const definitions = () => stage.locator('#root > .defs > defs').count();
    const groups = () =>
      stage.evaluate(() => [...document.querySelectorAll<HTMLElement>('.group')].map(({ dataset }) => dataset.seen));
    await stage.evaluate(() => {
      for (const [index, group] of document.querySelectorAll<HTMLElement>('.group').entries())
        group.dataset.seen = `${index}`;
    });
    const before = await definitions();
    await commandsTo(service, projectId, [{ op: 'trimClip', clipId: (await box()).id, duration: 7 }]);
    await stage.locator('.clip[data-duration="7"]').waitFor();
    expect(await groups()).toEqual(['0', undefined, '2']);
    expect(await definitions()).toBe(before);
  });

  it('snaps a moved clip to the middle, with a guide', async () => {
    const held = await dragging(page, handle('Rotate').locator('..').locator('polygon'), 4, 40);
    await page.locator('[data-guide=x]').waitFor({ state: 'attached' });
    await window.screenshot('stage-snap');
    await held.drop();
    const moved = await box();
    expect(moved.x).toBe(0);
    expect(moved.y).toBeGreaterThan(50);
    expect(await page.locator('[data-guide]').count()).toBe(0);
  });

  it('crops, and moves the anchor without the picture', async () => {
    await tool('Crop');
    await (await dragging(page, handle('Crop left'), 20, 0)).drop();
    expect((await box()).cropL).toBeGreaterThan(0.03);
    await tool('Anchor');
    const before = await box();
    const corners = await page.locator('[data-clip]').last().getAttribute('points');
    await (await dragging(page, handle('Anchor point'), -30, -20)).drop();
    const after = await box();
    expect(after.anchorX).toBeLessThan(0.45);
    expect(after.x).not.toBe(before.x);
    const places = (text: string | null) => (text ?? '').split(/[ ,]/).map((place) => Math.round(Number(place) / 2));
    await expect
      .poll(async () => places(await page.locator('[data-clip]').last().getAttribute('points')))
      .toEqual(places(corners));
  });

  it('gives a clip a mask, and edits its size, its corners and its outline', async () => {
    await tool('Mask');
    await page.getByRole('button', { name: 'Ellipse', exact: true }).click();
    await (await dragging(page, handle('Resize mask right'), -20, 0)).drop();
    expect((await box()).mask).toMatchObject({ shape: 'ellipse', height: 300 });
    expect((await box()).mask.width).toBeLessThan(440);
    await window.screenshot('stage-mask');
    await page.getByRole('button', { name: 'Polygon', exact: true }).click();
    await (await dragging(page, handle('Add point after 1'), 20, 0)).drop();
    expect((await box()).mask.points).toHaveLength(4);
    await page.keyboard.down('Alt');
    await handle('Mask point 2').click();
    await page.keyboard.up('Alt');
    await expect.poll(async () => (await box()).mask.points.length).toBe(3);
    await page.getByRole('button', { name: 'Path', exact: true }).click();
    await (await dragging(page, handle('Handle 2 of the outline'), 0, -10)).drop();
    expect((await box()).mask.d).not.toContain('Q0 -300');
    await page.getByRole('button', { name: 'Remove mask' }).click();
    expect((await box()).mask).toBeUndefined();
    expect(await window.accessibility()).toEqual([]);
  });

  it('shows values of variables, in the preview and in what a render begins with', async () => {
    await tool('Transform');
    await page.getByRole('tab', { name: 'Variables' }).click();
    await page.getByRole('region', { name: 'Values' }).getByPlaceholder('Ana').fill('Bob');
    const stage = page.frameLocator('iframe[title=Preview]');
    await stage.locator('svg[aria-label*="Hello Bob"]').or(stage.getByText('Hello Bob')).first().waitFor();
    await window.screenshot('editor-variables');
    expect(await window.accessibility()).toEqual([]);
    await page.getByRole('button', { name: 'Render', exact: true }).click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByPlaceholder('Ana').inputValue()).toBe('Bob');
    await dialog.getByRole('region', { name: 'Estimate' }).getByText('to render of').waitFor();
    await window.screenshot('render-variables');
    await page.keyboard.press('Escape');
  });

  it('shows the exact frame beside the preview, as a difference, and alone where the preview lacks something', async () => {
    await page.getByRole('button', { name: 'Safe areas' }).click();
    await page.getByTestId('safe-areas').waitFor();
    await exact('Next to the preview');
    await page.locator('[data-exact=side]').waitFor();
    await window.screenshot('stage-side');
    await exact('Difference');
    await page.locator('[data-exact=difference]').waitFor();
    await window.screenshot('stage-difference');
    await exact('Only where the preview differs');
    expect(await page.locator('[data-exact]').count()).toBe(0);
    await commandsTo(service, projectId, [{ op: 'addEffect', clipId: (await box()).id, type: 'pixelate' }]);
    await page.locator('[data-exact=auto]').waitFor();
    await page.getByText('the preview does not show effect “Pixelate” exactly').waitFor();
    await window.screenshot('stage-auto');
  });

  it('is zoomed about the pointer, moved by the wheel, and fits again', async () => {
    const frame = page.locator('iframe[title=Preview]');
    const widthOf = async () => (await frame.boundingBox())?.width ?? 0;
    const before = await widthOf();
    await page.getByTestId('stage').hover();
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -300);
    await page.keyboard.up('Control');
    await expect.poll(widthOf).toBeGreaterThan(before * 2);
    const left = (await frame.boundingBox())?.x ?? 0;
    await page.mouse.wheel(100, 0);
    await expect.poll(async () => (await frame.boundingBox())?.x ?? 0).toBeLessThan(left - 50);
    await page.getByRole('button', { name: 'Preview zoom' }).click();
    await page.getByRole('menuitem', { name: 'Fit' }).click();
    await expect.poll(widthOf).toBeCloseTo(before, 0);
  });

  it('is a program, in each way that there is', async () => {
    await page.getByRole('tab', { name: 'Code' }).click();
    await page.getByLabel('Whole project').check();
    await page.getByText('"op": "addShapeClip"').waitFor();
    await page.getByRole('button', { name: 'MCP' }).click();
    const text = (await page.locator('pre').textContent()) ?? '';
    const { params } = JSON.parse(text);
    const { commands } = params.arguments;
    const { project, results } = await service.call('POST', '/v1/projects', { ...params.arguments, name: 'Again' });
    expect(results.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([]);
    expect([project.clipCount, results.length]).toEqual([3, commands.length]);
    await window.screenshot('editor-program');
    expect(window.faults).toEqual([]);
  });
});

/** Presses the mouse button on an element and moves the pointer. The returned `drop` releases the button. */
async function dragging(page: Page, what: Locator, dx: number, dy: number) {
  const bounds = await what.boundingBox();
  if (!bounds) throw new Error('nothing to drag');
  const [x, y] = [bounds.x + bounds.width / 2, bounds.y + bounds.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + dx / 2, y + dy / 2, { steps: 3 });
  await page.mouse.move(x + dx, y + dy, { steps: 3 });
  return { drop: () => page.mouse.up() };
}

const film = [
  {
    op: 'addShapeClip',
    kind: 'rectangle',
    start: 0,
    duration: 8,
    style: { fill: '#3a6ea5', width: 1920, height: 1080 },
  },
  { op: 'addShapeClip', kind: 'rectangle', start: 0, duration: 8, style: { fill: '#ff8040', width: 600, height: 400 } },
  { op: 'updateClip', clipId: '$1.clipId', patch: { name: 'Box', rotation: 20, scale: 1.2 } },
  { op: 'addTextClip', text: 'Hello {{name|Ana}}', start: 0, duration: 8, style: { fontSize: 140 } },
  { op: 'setTransform', clipId: '$3.clipId', y: -330 },
];
