import path from 'node:path';
import { hasBrowserFor } from '@framemill/testing/browser';
import { forSuite } from '@framemill/testing/for-suite';
import type { Service } from '@framemill/testing/service';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { newProject } from './editor-project.ts';
import { openWindow, type Window } from './open-studio.ts';
import { sharedWorld } from './world/shared-world.ts';

const images = path.resolve(import.meta.dirname, '../test-output');

describe.skipIf(!hasBrowserFor('The Studio is'))('comments and review', () => {
  const world = forSuite(sharedWorld);
  let service: Service;
  let window: Window;
  let editor: Page;
  let projectId: string;
  let url: string;
  beforeAll(async () => {
    service = world.service;
    window = await openWindow(world.browser, service, 'dark', await world.signedIn(service.demo));
    editor = window.page;
    projectId = await newProject(service);
    await window.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await editor.goto(`${service.apiHost}/studio/projects/${projectId}/edit`);
    await editor.getByRole('button', { name: /^Opening, / }).waitFor();
  });

  const comments = async () => (await service.call('GET', `/v1/projects/${projectId}/comments`)).comments;

  /** Opens the review page in a browser without cookies. */
  async function openReview(theme: 'dark' | 'light', width: number): Promise<{ page: Page; faults: string[] }> {
    const context = await world.browser.newContext({ viewport: { width, height: 800 }, colorScheme: theme });
    context.setDefaultTimeout(100_000);
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    page.on('pageerror', (error) => faults.push(String(error)));
    await page.goto(url);
    return { page, faults };
  }

  it('adds a comment at the playhead with a place in the image, and shows it on the ruler and the stage', async () => {
    await editor.getByTestId('ruler').click({ position: { x: 90, y: 12 } });
    await editor.keyboard.press('Shift+C');
    await editor.getByRole('textbox', { name: 'Comment at 0:01' }).fill('The star is too small.');
    await editor.getByText('Pin to a place in the image').click();
    const box = await editor.getByTestId('place-comment').boundingBox();
    if (!box) throw new Error('The preview takes no place.');
    await editor.mouse.click(box.x + box.width / 4, box.y + box.height / 2);
    await editor.getByTestId('new-pin').waitFor();
    await editor.locator('form').getByRole('button', { name: 'Add', exact: true }).click();
    await editor.getByRole('button', { name: /^Comment at 0:01: The star/ }).waitFor();
    await editor.getByRole('button', { name: /^Comment by .*: The star/ }).waitFor();
    const [comment] = await comments();
    expect(comment).toMatchObject({ timeSec: expect.closeTo(1.5, 1), text: 'The star is too small.', endSec: null });
    expect([comment.point.x, comment.point.y]).toEqual([expect.closeTo(0.25, 2), expect.closeTo(0.5, 2)]);
    await window.screenshot('editor-comments');
    expect(await window.accessibility()).toEqual([]);
    expect(window.faults).toEqual([]);
  });

  it('comments on a range, from the in to the out point', async () => {
    for (const [x, key] of [
      [60, 'i'],
      [150, 'o'],
    ] as const) {
      await editor.getByTestId('ruler').click({ position: { x, y: 22 } });
      await editor.keyboard.press(key);
    }
    await editor.keyboard.press('Shift+C');
    await editor.getByRole('textbox', { name: 'Comment at 0:01 - 0:02' }).fill('Too fast here.');
    expect((await editor.getByTestId('new-range').boundingBox())?.width).toBeCloseTo(90, 0);
    await editor.keyboard.press('Control+Enter');
    await editor.getByRole('button', { name: /^Comment at 0:01 - 0:02: Too fast/ }).waitFor();
    const [comment] = await comments();
    expect([comment.timeSec, comment.endSec]).toEqual([1, 2.5]);
    await window.screenshot('editor-comment-range');
  });

  it('copies a review link', async () => {
    await editor.getByRole('button', { name: 'Share for review' }).click();
    const dialog = editor.getByRole('dialog', { name: 'Share for review' });
    await dialog.getByLabel('Recipient (optional)').fill('Grace');
    await dialog.getByRole('button', { name: 'Create and copy link' }).click();
    await dialog.getByText('Grace').waitFor();
    url = await dialog.getByLabel('Review link', { exact: true }).inputValue();
    expect(url).toMatch(/\/review#rvt_[\w-]{43}$/);
    expect(await editor.evaluate(() => navigator.clipboard.readText())).toBe(url);
    await window.screenshot('editor-share');
    expect(await window.accessibility('[role=dialog]')).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).click();
  });

  it('plays for a guest, who comments on a phone; the open editor shows the comment at once', async () => {
    const { page, faults } = await openReview('dark', 390);
    const player = page.locator('framemill-player');
    await player.waitFor();
    await page.waitForFunction(isLoaded);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.getByRole('button', { name: /^Comment at 0:01: The star/ }).click();
    await page.waitForFunction(() => {
      const player = document.querySelector('framemill-player');
      return player && Math.abs(Reflect.get(player, 'currentTime') - 1.5) < 0.1;
    });
    await page.getByRole('slider', { name: 'Time' }).fill('1');
    await page.getByRole('button', { name: 'Add comment' }).click();
    expect(await page.getByLabel('Your name').inputValue()).toBe('Grace');
    await page.getByRole('textbox', { name: 'Comment at 0:01' }).fill('Could this be blue?');
    await page.getByLabel('Pin to a place in the image').check();
    await page.getByTestId('place-comment').click({ position: { x: 40, y: 40 } });
    await page.getByRole('slider', { name: 'Time' }).fill('2');
    await page.getByRole('button', { name: 'End at playhead' }).click();
    await page.getByRole('textbox', { name: 'Comment at 0:01 - 0:02' }).waitFor();
    await page.getByText('Also here: Owner').waitFor();
    const others = editor.getByRole('list', { name: 'Also in this project' });
    await others.getByText('Grace, guest').waitFor();
    await editor.getByText('Playhead of Grace at 2.00 s').waitFor({ state: 'attached' });
    await page.screenshot({ path: path.join(images, 'review-phone-dark.png') });
    const sentAt = Date.now();
    await page.getByRole('button', { name: 'Send' }).click();
    await editor.getByText('Could this be blue?').first().waitFor();
    expect(Date.now() - sentAt).toBeLessThan(10_000);
    await page.getByRole('button', { name: /^Comment at 0:01 - 0:02: Could this/ }).waitFor();
    const [newest] = await comments();
    expect(newest).toMatchObject({ author: { via: 'review', name: 'Grace' }, timeSec: 1, endSec: 2 });
    expect(await page.context().cookies()).toEqual([]);
    expect(faults).toEqual([]);
    await window.screenshot('editor-guest');
    await page.close({ runBeforeUnload: true });
    await others.getByText('Grace, guest').waitFor({ state: 'detached' });
    await page.context().close();
  });

  it('answers and resolves it in the editor, and goes to its time', async () => {
    const thread = editor.locator('li[data-comment]', { hasText: 'Could this be blue?' });
    await thread.getByRole('button', { name: 'Go to 0:01' }).click();
    expect(await editor.getByTestId('timecode').textContent()).toMatch(/^00:00:01/);
    await thread.getByRole('button', { name: 'Reply' }).click();
    await thread.getByRole('textbox', { name: 'Reply' }).fill('Blue now.');
    await editor.keyboard.press('Control+Enter');
    await thread.getByText('Blue now.').waitFor();
    await thread.getByRole('button', { name: 'Resolve' }).click();
    await thread.waitFor({ state: 'detached' });
    await editor.getByLabel('Unresolved only').uncheck();
    await thread.getByText('Resolved').waitFor();
    expect(await editor.getByRole('button', { name: /^Comment at 0:01 - 0:02: Could/ }).count()).toBe(0);
    const [resolved] = await comments();
    expect([resolved.resolvedAt, resolved.answers.length]).toEqual([expect.any(String), 1]);
    expect(window.faults).toEqual([]);
  });

  it('is shown in the light theme, and no longer once the link is revoked', async () => {
    const { page, faults } = await openReview('light', 1280);
    await page.waitForFunction(isLoaded);
    await page.getByText('Blue now.').waitFor();
    await page.waitForTimeout(600);
    await page.screenshot({ path: path.join(images, 'review-light.png') });
    expect(faults).toEqual([]);
    await editor.getByRole('button', { name: 'Share for review' }).click();
    const dialog = editor.getByRole('dialog', { name: 'Share for review' });
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await dialog.getByRole('button', { name: 'Revoke' }).waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('heading', { name: 'Link not valid' }).waitFor();
    await page.context().close();
  });
});

/** Whether the player of the page has loaded its project. Runs in the page. */
function isLoaded(): boolean {
  const player = document.querySelector('framemill-player');
  return player !== null && Reflect.get(player, 'duration') > 0;
}
