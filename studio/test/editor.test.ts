import { hasBrowserFor } from '@framemill/testing/browser';
import { forSuite } from '@framemill/testing/for-suite';
import type { Service } from '@framemill/testing/service';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { commandsTo, newProject, projectOf } from './editor-project.ts';
import { openWindow, type Window } from './open-studio.ts';
import { sharedWorld } from './world/shared-world.ts';

describe.skipIf(!hasBrowserFor('The Studio is'))('the editor', () => {
  const world = forSuite(sharedWorld);
  let service: Service;
  let window: Window;
  let page: Page;
  let projectId: string;
  beforeAll(async () => {
    service = world.service;
    window = await openWindow(world.browser, service, 'dark', await world.signedIn(service.demo));
    page = window.page;
    projectId = await newProject(service);
  });

  const clip = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}, `) });
  const saved = () => page.locator('[data-connection=saved]').waitFor();
  const read = () => projectOf(service, projectId);

  it('opens a project with its clips and a preview', async () => {
    await page.goto(`${service.apiHost}/studio/projects/${projectId}/edit`);
    await clip('Opening').waitFor();
    const stage = page.frameLocator('iframe[title=Preview]');
    await stage.locator('svg[role=img]').first().waitFor({ state: 'attached' });
    await page.waitForTimeout(600);
    await window.screenshot('editor');
    expect(await window.accessibility()).toEqual([]);
    expect(window.faults).toEqual([]);
  });

  it('moves a clip by dragging it, and shows where while it is dragged', async () => {
    await drag(page, clip('Star'), 120, 0);
    await saved();
    const { start } = await clipOf('Star');
    expect(start).toBeCloseTo(2, 1);
    expect(window.faults).toEqual([]);
  });

  it('trims a clip by its end, splits it at the playhead and changes a caption', async () => {
    await page.keyboard.press('Escape');
    const box = await clip('Opening').boundingBox();
    if (!box) throw new Error('no clip');
    await page.mouse.move(box.x + box.width - 3, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 33, box.y + 20, { steps: 4 });
    await page.mouse.move(box.x + box.width - 63, box.y + 20, { steps: 4 });
    await page.mouse.up();
    await saved();
    expect((await clipOf('Opening')).duration).toBeCloseTo(3, 1);
    await page.getByTestId('ruler').click({ position: { x: 60, y: 12 } });
    await page.keyboard.press('s');
    await saved();
    const texts = (await read()).clips.filter(({ text }) => text === 'Opening');
    expect(texts).toHaveLength(2);
    await clip('Opening').first().click();
    await page.getByLabel('Text', { exact: true }).fill('Another opening');
    await page.getByLabel('Text', { exact: true }).blur();
    await saved();
    expect((await read()).clips.map(({ text }) => text)).toContain('Another opening');
    await page.waitForTimeout(300);
    await window.screenshot('editor-text');
  });

  it('undoes and does again', async () => {
    const before = (await read()).rev;
    await page.keyboard.press('Control+z');
    await saved();
    const undone = await read();
    expect(undone.rev).toBe(before + 1);
    expect(undone.clips.filter(({ text }) => text === 'Opening')).toHaveLength(2);
    await page.keyboard.press('Control+y');
    await saved();
    expect((await read()).clips.map(({ text }) => text)).toContain('Another opening');
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByText('Undid version').first().waitFor();
    await window.screenshot('editor-history');
    expect(window.faults).toEqual([]);
  });

  it('shows an edit of somebody else at once', async () => {
    await commandsTo(service, projectId, [{ op: 'addTextClip', text: 'From the API', start: 6, duration: 2 }]);
    await clip('From the API').waitFor({ timeout: 100_000 });
  });

  it('lists every command and makes one by its form', async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Find a command' }).fill('background');
    await window.screenshot('editor-palette');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByLabel('Colour', { exact: true }).fill('#204060');
    await window.screenshot('editor-command');
    await page.getByRole('button', { name: 'Apply' }).click();
    await saved();
    expect((await read()).clips.some(({ type }) => type === 'shape')).toBe(true);
    expect(window.faults).toEqual([]);
  });

  it('plans what is said, and applies it as one step', async () => {
    await page.getByRole('tab', { name: 'Assistant' }).click();
    await page.getByLabel('Describe the edit').fill('add a title "The end" at 5 seconds for 2 seconds');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Apply', exact: true }).click();
    await saved();
    expect((await read()).clips.map(({ text }) => text)).toContain('The end');
    await page.getByRole('tab', { name: 'Code' }).click();
    await page.getByText('"op": "addTextClip"').first().waitFor();
    await window.screenshot('editor-assistant');
    expect(await window.accessibility()).toEqual([]);
    await page.getByRole('tab', { name: 'Transcript' }).click();
    await page.getByText('Add a video or audio clip').waitFor();
    await page.getByRole('tab', { name: 'Media' }).click();
    await page.getByRole('tab', { name: 'Inspector' }).click();
    expect(window.faults).toEqual([]);
  });

  it('renders and gives the film', async () => {
    await page.getByRole('button', { name: 'Render', exact: true }).click();
    await page.getByLabel('Quality').selectOption('draft');
    await page.getByLabel('Resolution', { exact: true }).selectOption('half');
    await window.screenshot('editor-render');
    await page.getByRole('button', { name: 'Start render' }).click();
    const link = page.getByRole('link', { name: 'Download' });
    await link.waitFor({ timeout: 100_000 });
    await window.screenshot('editor-rendered');
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    const bytes = Buffer.concat(await (await download.createReadStream()).toArray());
    expect(bytes.subarray(4, 8).toString()).toBe('ftyp');
    expect(window.faults).toEqual([]);
  });

  async function clipOf(text: string) {
    const { clips } = await read();
    const found = clips.find((one) => one.text === text || one.name === text);
    if (!found) throw new Error(`no clip ${text}`);
    return found;
  }
});

async function drag(page: Page, what: ReturnType<Page['getByRole']>, dx: number, dy: number): Promise<void> {
  const box = await what.boundingBox();
  if (!box) throw new Error('nothing to drag');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + dx / 2, y + dy / 2, { steps: 4 });
  await page.mouse.move(x + dx, y + dy, { steps: 4 });
  await page.mouse.up();
}
