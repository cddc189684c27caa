import { hasBrowserFor } from '@framemill/testing/browser';
import { forSuite } from '@framemill/testing/for-suite';
import type { Clip } from '@framemill/timeline';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { openWindow, type Window } from './open-studio.ts';
import { sharedWorld } from './world/shared-world.ts';

describe.skipIf(!hasBrowserFor('The Studio is'))('several selected clips', () => {
  const world = forSuite(sharedWorld);
  let window: Window;
  let page: Page;
  let projectId: string;
  beforeAll(async () => {
    const { service } = world;
    window = await openWindow(world.browser, service, 'dark', await world.signedIn(service.demo));
    page = window.page;
    const shape = { op: 'addShapeClip', kind: 'rectangle', duration: 2, trackIndex: 0 };
    const commands = [
      { ...shape, start: 0, style: { fill: '#ff8040', width: 400, height: 400 } },
      { ...shape, start: 2, style: { fill: '#3a6ea5', width: 400, height: 400 } },
      { op: 'updateClip', clipId: '$0.clipId', patch: { name: 'First', scale: 0.5, flipH: true } },
      { op: 'updateClip', clipId: '$1.clipId', patch: { name: 'Second' } },
      { op: 'addTextClip', text: 'One', start: 0, duration: 2 },
      { op: 'addTextClip', text: 'Two', start: 2, duration: 2 },
    ];
    const { project } = await service.call('POST', '/v1/projects', { name: 'Several', commands });
    projectId = project.id;
    await page.goto(`${service.apiHost}/studio/projects/${projectId}/edit`);
    await clip('Second').waitFor();
  });

  const key = (chord: string) => page.keyboard.press(chord);
  const clip = (name: string) => page.locator('[data-track]').getByRole('button', { name: new RegExp(`^${name}, `) });
  const field = (label: string) => page.getByLabel(label, { exact: true });
  const count = (text: string) => page.getByRole('heading', { name: text, exact: true });
  const stored = async (): Promise<{ rev: number; clips: Clip[] }> => {
    await page.locator('[data-connection=saved]').waitFor();
    const { project } = await world.service.call('GET', `/v1/projects/${projectId}?view=document`);
    return { rev: project.rev, clips: project.document.clips };
  };
  /** Returns the values of a field of all clips, in the order of the project. */
  const values = async (read: (clip: Clip) => unknown) => (await stored()).clips.map(read);

  it('show "Mixed" where they differ, and take a value from the mouse in one step', async () => {
    await clip('First').click();
    await clip('Second').click({ modifiers: ['Shift'] });
    await count('2 clips').waitFor();
    expect([await field('Scale').inputValue(), await field('Scale').getAttribute('placeholder')]).toEqual([
      '',
      'Mixed',
    ]);
    expect(await field('Flip horizontal').evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true);
    expect([await field('Rotation').inputValue(), await field('Start').count()]).toEqual(['0', 0]);
    await window.screenshot('editor-several');
    expect(await window.accessibility()).toEqual([]);
    const { rev } = await stored();
    const box = await field('Rotation').boundingBox();
    if (!box) throw new Error('no field');
    await page.mouse.move(box.x + 20, box.y + 10);
    await page.mouse.down();
    await page.mouse.move(box.x + 50, box.y + 10, { steps: 5 });
    expect(await field('Rotation').inputValue()).toBe('30');
    await page.mouse.up();
    expect(await values(({ rotation }) => rotation)).toEqual([30, 30, 0, 0]);
    expect((await stored()).rev).toBe(rev + 1);
    await key('Control+z');
    expect(await values(({ rotation }) => rotation)).toEqual([0, 0, 0, 0]);
    await field('Flip horizontal').click();
    expect(await values(({ flipH }) => flipH === true)).toEqual([true, true, false, false]);
    expect(window.faults).toEqual([]);
  });

  it('take values from the keyboard, each for all of them', async () => {
    await field('Scale').focus();
    await page.keyboard.type('2');
    await key('Enter');
    await expect.poll(() => values(({ scale }) => scale)).toEqual([2, 2, 1, 1]);
    await key('Escape');
    await key('Control+z');
    await expect.poll(() => values(({ scale }) => scale)).toEqual([0.5, 1, 1, 1]);
    await key('Control+a');
    await count('4 clips').waitFor();
    await page.getByRole('button', { name: 'Blending', exact: true }).press('Enter');
    await field('Blend mode').focus();
    await page.keyboard.type('Mul');
    await expect.poll(() => values(({ blendMode }) => blendMode)).toEqual(Array(4).fill('multiply'));
    await field('Position X').focus();
    await key('ArrowUp');
    await expect.poll(() => values(({ x }) => x)).toEqual([1, 1, 1, 1]);
    expect(window.faults).toEqual([]);
  });

  it('that are texts take the same text, also when another clip is selected while it is typed', async () => {
    // The first press leaves the field, the second deselects.
    await key('Escape');
    await key('Escape');
    await clip('One').click();
    await clip('Two').click({ modifiers: ['Shift'] });
    const text = field('Text');
    expect([await text.inputValue(), await text.getAttribute('placeholder')]).toEqual(['', 'Mixed']);
    await text.click();
    await page.keyboard.type('Both');
    await clip('First').click();
    await expect
      .poll(() => values(({ textStyle }) => textStyle?.content))
      .toEqual([...[undefined, undefined, 'Both', 'Both']]);
    await page.getByRole('heading', { name: 'First', exact: true }).waitFor();
    expect(window.faults).toEqual([]);
  });
});
