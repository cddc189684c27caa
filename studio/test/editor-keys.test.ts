import { hasBrowserFor } from '@framemill/testing/browser';
import { forSuite } from '@framemill/testing/for-suite';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { projectOf } from './editor-project.ts';
import { openWindow, type Window } from './open-studio.ts';
import { sharedWorld } from './world/shared-world.ts';

describe.skipIf(!hasBrowserFor('The Studio is'))('the keys of the editor', () => {
  const world = forSuite(sharedWorld);
  let window: Window;
  let page: Page;
  let projectId: string;
  beforeAll(async () => {
    const { service } = world;
    window = await openWindow(world.browser, service, 'dark', await world.signedIn(service.demo));
    page = window.page;
    // Long enough that no playback of a test comes to its end.
    const commands = [{ op: 'addTextClip', text: 'Opening', start: 0, duration: 3_000 }];
    const { project } = await service.call('POST', '/v1/projects', { name: 'Keys', commands });
    projectId = project.id;
    await page.goto(`${service.apiHost}/studio/projects/${projectId}/edit`);
    await page.getByRole('button', { name: /^Opening, / }).waitFor();
  });

  const key = (chord: string) => page.keyboard.press(chord);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const markers = () => page.getByRole('button', { name: /^Marker/ }).count();
  const zoom = () => page.getByLabel('Timeline zoom').inputValue();
  const timecode = () => page.getByTestId('timecode').textContent();

  it('play and pause with Space, whatever the mouse pressed before', async () => {
    await button('Add marker').click();
    await expect.poll(markers).toBe(1);
    await key('Space');
    await button('Pause').waitFor();
    await key('Space');
    await button('Play').waitFor();
    expect(await markers()).toBe(1);
    // A dialog gives the focus back to its button.
    await button('Render').click();
    await page.getByRole('dialog').waitFor();
    await key('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await button('Render').evaluate((element) => element === document.activeElement)).toBe(true);
    await key('Space');
    await button('Pause').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await button('Pause').click();
    await button('Play').waitFor();
    expect(window.faults).toEqual([]);
  });

  it('move the playhead, and not the slider that the mouse pressed before', async () => {
    await page.getByLabel('Timeline zoom').click();
    const before = await zoom();
    await key('Home');
    await key('ArrowRight');
    await expect.poll(timecode).toBe('00:00:00:01');
    expect(await zoom()).toBe(before);
  });

  it('move the edge of a panel that Tab has reached, and the playhead after a drag of it', async () => {
    const edge = page.getByRole('separator', { name: 'Width of the left panel' });
    const size = async () => Number(await edge.getAttribute('aria-valuenow'));
    const usual = await size();
    const { x = 0, y = 0, height = 0 } = (await edge.boundingBox()) ?? {};
    await page.mouse.move(x + 4, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + 44, y + height / 2, { steps: 4 });
    await page.mouse.up();
    await expect.poll(size).toBe(usual + 40);
    await key('Home');
    await key('ArrowRight');
    await expect.poll(timecode).toBe('00:00:00:01');
    expect(await size()).toBe(usual + 40);
    // A reload keeps the size.
    await page.reload();
    await page.getByRole('button', { name: /^Opening, / }).waitFor();
    expect(await size()).toBe(usual + 40);
    await edge.focus();
    await key('ArrowLeft');
    await expect.poll(size).toBe(usual + 24);
    await edge.dblclick();
    await expect.poll(size).toBe(usual);
    await key('Home');
    await key('ArrowRight');
    await expect.poll(timecode).toBe('00:00:00:01');
  });

  it('press the button and move the slider that Tab has reached', async () => {
    // The mouse has pressed it before.
    await button('Add shape').focus();
    await key('Tab');
    await key('Space');
    await expect.poll(markers).toBe(2);
    expect(await button('Play').count()).toBe(1);
    await button('Zoom out').focus();
    await key('Tab');
    const before = Number(await zoom());
    await key('ArrowRight');
    await expect.poll(async () => Number(await zoom())).toBeGreaterThan(before);
    expect(await timecode()).toBe('00:00:00:01');
  });

  it('are letters in a text, which Escape leaves', async () => {
    await page.getByRole('button', { name: /^Opening, / }).click({ position: { x: 100, y: 20 } });
    const text = page.getByLabel('Text', { exact: true });
    await text.click();
    await key('Control+a');
    await page.keyboard.type('s t m');
    expect(await text.inputValue()).toBe('s t m');
    expect([await markers(), await button('Play').count()]).toEqual([2, 1]);
    await key('Escape');
    await page.locator('[data-connection=saved]').waitFor();
    const { clips } = await projectOf(world.service, projectId);
    expect(clips.map((clip) => clip.text)).toEqual(['s t m']);
    await key('ArrowRight');
    await key('m');
    await expect.poll(markers).toBe(3);
    await key('Space');
    await button('Pause').waitFor();
    await key('Space');
    await button('Play').waitFor();
    expect(window.faults).toEqual([]);
  });

  it('work while a message is shown', async () => {
    await page.evaluate(() => Object.defineProperty(document, 'fullscreenEnabled', { value: false }));
    await key('f');
    await page.getByText('The browser does not allow full screen.').first().waitFor();
    await key('Space');
    await button('Pause').waitFor();
    await page.getByText('The browser does not allow full screen.').first().waitFor();
    await key('Space');
    await button('Play').waitFor();
  });
});
