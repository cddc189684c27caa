import { hasBrowserFor } from '@framemill/testing/browser';
import { forSuite } from '@framemill/testing/for-suite';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { projectOf, uploadTone } from './editor-project.ts';
import { openWindow, type Window } from './open-studio.ts';
import { sharedWorld } from './world/shared-world.ts';

describe.skipIf(!hasBrowserFor('The Studio is'))('the context menus of the editor', () => {
  const world = forSuite(sharedWorld);
  let window: Window;
  let page: Page;
  let projectId: string;
  beforeAll(async () => {
    const { service } = world;
    window = await openWindow(world.browser, service, 'dark', await world.signedIn(service.demo));
    page = window.page;
    await uploadTone(service, 2, 'menu.wav');
    const shape = { op: 'addShapeClip', kind: 'circle', duration: 2, trackIndex: 0 };
    const commands = [
      { ...shape, start: 0, style: { fill: '#ff8040', width: 400, height: 400 } },
      { ...shape, start: 4, style: { fill: '#3a6ea5', width: 400, height: 400 } },
      { op: 'updateClip', clipId: '$0.clipId', patch: { name: 'First' } },
      { op: 'updateClip', clipId: '$1.clipId', patch: { name: 'Second' } },
    ];
    const { project } = await service.call('POST', '/v1/projects', { name: 'Menus', commands });
    projectId = project.id;
    await page.goto(`${service.apiHost}/studio/projects/${projectId}/edit`);
    await clip('Second').waitFor();
  });

  const key = (chord: string) => page.keyboard.press(chord);
  const clip = (name: string) => page.locator('[data-track]').getByRole('button', { name: new RegExp(`^${name}, `) });
  const file = () => page.getByRole('button', { name: 'Add menu.wav to the end' }).first();
  const header = () => page.locator('[data-track-header="0"]');
  const menu = (name: string) => page.getByRole('menu', { name, exact: true });
  const item = (name: string) => page.getByRole('menuitem', { name });
  const clips = async () => {
    await page.locator('[data-connection=saved]').waitFor();
    return (await projectOf(world.service, projectId)).clips;
  };
  const startOf = async (name: string) => (await clips()).find((one) => one.name === name)?.start;
  const undo = async (count: number) => {
    await key('Control+z');
    await expect.poll(async () => (await clips()).length).toBe(count);
  };
  const seek = (sec: number) => page.getByTestId('ruler').click({ position: { x: sec * 60, y: 22 } });

  /** Opens the context menu of the focused element by a key. */
  async function openByKey(chord: string, name: string) {
    await key(chord);
    await menu(name).waitFor();
    await page.waitForFunction(() => document.activeElement?.closest('[role=menu]') !== null);
  }

  /** Moves to an item of the open menu with the arrow keys and presses Enter. */
  async function choose(name: string) {
    const names = await page.getByRole('menuitem').allTextContents();
    const place = names.findIndex((one) => one.startsWith(name));
    for (let count = 0; count <= place; count += 1) await key('ArrowDown');
    await page.locator('[role=menuitem][data-highlighted]').filter({ hasText: name }).waitFor();
    await key('Enter');
    await page.getByRole('menu').waitFor({ state: 'detached' });
  }

  it('open by a right click on a clip, a gap, a track, a file and the preview', async () => {
    await clip('Second').click({ button: 'right', position: { x: 60, y: 20 } });
    await menu('Clip').waitFor();
    expect(await clip('Second').getAttribute('aria-pressed')).toBe('true');
    expect(await window.accessibility('[role=menu]')).toEqual([]);
    await window.screenshot('editor-menu-clip');
    await item('Duplicate').click();
    await expect.poll(async () => (await clips()).length).toBe(3);
    await undo(2);
    await page.locator('[data-track="0"]').click({ button: 'right', position: { x: 3 * 60, y: 25 } });
    await menu('Gap').waitFor();
    await window.screenshot('editor-menu-gap');
    await item('Close gap').first().click();
    await expect.poll(() => startOf('Second')).toBe(2);
    await key('Control+z');
    await expect.poll(() => startOf('Second')).toBe(4);
    await header().click({ button: 'right', position: { x: 40, y: 12 } });
    await menu('Track').waitFor();
    await item('Select clips').click();
    await expect.poll(() => page.locator('[data-track] [aria-pressed=true]').count()).toBe(2);
    await file().click({ button: 'right' });
    await menu('File').waitFor();
    await seek(1);
    await menu('File').waitFor({ state: 'detached' });
    await file().click({ button: 'right' });
    await item('Add at the playhead').click();
    await expect.poll(() => startOf('menu.wav')).toBe(1);
    await undo(2);
    await page.getByTestId('stage').click({ button: 'right', position: { x: 6, y: 6 } });
    await menu('Preview').waitFor();
    await window.screenshot('editor-menu-preview');
    await item('Show safe areas').click();
    await page.getByTestId('safe-areas').waitFor();
    await key('Home');
    await page.getByTestId('stage').locator('polygon[data-clip]').first().click({ button: 'right' });
    await menu('Clip').waitFor();
    await key('Escape');
    await menu('Clip').waitFor({ state: 'detached' });
    expect(window.faults).toEqual([]);
  });

  it('open by Shift+F10 and the context-menu key, and give the focus back', async () => {
    await clip('Second').focus();
    await openByKey('ContextMenu', 'Clip');
    await key('Escape');
    await menu('Clip').waitFor({ state: 'detached' });
    expect(await clip('Second').evaluate((element) => element === document.activeElement)).toBe(true);
    await openByKey('Shift+F10', 'Clip');
    // A letter is no shortcut while a menu is open.
    await key('m');
    await choose('Duplicate');
    await expect.poll(async () => (await clips()).length).toBe(3);
    expect(await page.getByRole('button', { name: /^Marker/ }).count()).toBe(0);
    await undo(2);
    await seek(3);
    await header()
      .getByRole('button', { name: /^Lock / })
      .focus();
    await openByKey('Shift+F10', 'Track');
    await choose('Close gap at playhead');
    await expect.poll(() => startOf('Second')).toBe(2);
    await file().focus();
    await openByKey('Shift+F10', 'File');
    await choose('Add to the end');
    await expect.poll(() => startOf('menu.wav')).toBe(0);
    await page.getByRole('button', { name: 'Play', exact: true }).focus();
    await openByKey('Shift+F10', 'Preview');
    await choose('Hide safe areas');
    await page.getByTestId('safe-areas').waitFor({ state: 'detached' });
    expect(
      await page
        .getByRole('button', { name: 'Play', exact: true })
        .evaluate((element) => element === document.activeElement),
    ).toBe(true);
    expect(window.faults).toEqual([]);
  });
});
