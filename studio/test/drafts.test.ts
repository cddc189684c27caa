import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { probeMedia } from '@framemill/compositor';
import { hasBrowserFor } from '@framemill/testing/browser';
import { suiteFolder } from '@framemill/testing/folders';
import { forSuite } from '@framemill/testing/for-suite';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { uploadTone } from './editor-project.ts';
import { openWindow, type Window } from './open-studio.ts';
import { sharedWorld } from './world/shared-world.ts';

describe.skipIf(!hasBrowserFor('The Studio is'))('a draft in the browser', () => {
  const world = forSuite(sharedWorld);
  const folder = suiteFolder();
  let window: Window;
  let page: Page;
  beforeAll(async () => {
    window = await openWindow(world.browser, world.service, 'dark', await world.signedIn(world.service.demo));
    page = window.page;
    // Without it the browser downloads drafts, which a test can read.
    await page.addInitScript('delete globalThis.showSaveFilePicker');
  });

  const button = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true });

  /** Opens a project of 640 by 360 and its render dialog. */
  async function openDialog(name: string, commands: object[]): Promise<void> {
    const { service } = world;
    const { project } = await service.call('POST', '/v1/projects', { name, commands });
    const settings = { op: 'setProjectSettings', width: 640, height: 360 };
    await service.call('POST', `/v1/projects/${project.id}/commands`, { commands: [settings] });
    await page.goto(`${service.apiHost}/studio/projects/${project.id}/edit`);
    await page.locator('[data-connection=saved]').waitFor();
    await page.getByRole('button', { name: 'Render', exact: true }).click();
  }

  it('is exported with its variables and its audio, without a render, and downloaded', async () => {
    const tone = await uploadTone(world.service, 2);
    await openDialog('Drafted', [
      { op: 'addBackground', color: '#204060', duration: 2 },
      { op: 'addTextClip', text: 'Dear {{guest}}', start: 0, duration: 2, style: { fontSize: 60 } },
      { op: 'addClip', type: 'audio', src: tone, start: 0, duration: 2 },
    ]);
    expect(await button('Export draft').isDisabled()).toBe(true);
    await page.getByRole('dialog').getByLabel('guest').fill('Ana');
    await window.screenshot('draft-form');
    await button('Export draft').click();
    await page.getByRole('heading', { name: 'Draft exported' }).waitFor({ timeout: 100_000 });
    await window.screenshot('draft-exported');
    expect(await window.accessibility('[role=dialog]')).toEqual([]);
    const link = page.getByRole('dialog').getByRole('link', { name: 'Download' });
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    expect(download.suggestedFilename()).toBe('draft.mp4');
    const file = path.join(folder, 'draft.mp4');
    writeFileSync(file, Buffer.concat(await (await download.createReadStream()).toArray()));
    const facts = await probeMedia(file);
    expect(facts).toMatchObject({ kind: 'video', width: 640, height: 360, hasAudio: true });
    expect(Math.abs((facts.durationSec ?? 0) - 2)).toBeLessThan(0.05);
    expect(window.faults).toEqual([]);
  });

  it('is cancelled, and the form is shown again', async () => {
    await button('New render').click();
    await page.getByRole('dialog').getByLabel('guest').fill('Ana');
    await page.getByLabel('Format', { exact: true }).selectOption('webm');
    await button('Export draft').click();
    await button('Cancel draft').click();
    await button('Export draft').waitFor();
    expect(window.faults).toEqual([]);
  });

  it('says why there can be none', async () => {
    const dialog = page.getByRole('dialog');
    await page.getByLabel('Format', { exact: true }).selectOption('gif');
    await dialog.getByText('No draft: a browser can export MP4 (H.264) and WebM (VP9) only.').waitFor();
    expect(await button('Export draft').isDisabled()).toBe(true);
    await openDialog('With a page', [{ op: 'addHtmlClip', html: '<b>Bold</b>', start: 0, duration: 1 }]);
    await dialog.getByText('No draft: a browser cannot export HTML clips.').waitFor();
    expect(await button('Export draft').isDisabled()).toBe(true);
    expect(window.faults).toEqual([]);
  });
});
