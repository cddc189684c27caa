import { hasBrowserFor } from '@framemill/testing/browser';
import { forSuite } from '@framemill/testing/for-suite';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { VECTOR_TARGETS, vectorPlace } from '../src/editor/scopes/scope-values.ts';
import { colourBars } from './colour-bars.ts';
import { commandsTo, projectOf } from './editor-project.ts';
import { choosePreview, openExact } from './exact-preview.ts';
import { openWindow, type Window } from './open-studio.ts';
import { sharedWorld } from './world/shared-world.ts';

/** Size of the vectorscope in CSS pixels, and the space around it. */
const VECTOR = { size: 224, edge: 8 };

describe.skipIf(!hasBrowserFor('The Studio is'))('the scopes of the preview', () => {
  const world = forSuite(sharedWorld);
  let window: Window;
  let page: Page;
  let projectId: string;
  beforeAll(async () => {
    window = await openWindow(world.browser, world.service, 'dark', await world.signedIn(world.service.demo));
    page = window.page;
    await page.emulateMedia({ reducedMotion: 'reduce' });
    projectId = await openExact(world.service, page, 'Bars', colourBars(2));
  });

  const panel = () => page.getByRole('region', { name: 'Scopes' });
  const toggle = (name: string) => panel().getByRole('button', { name, exact: true });
  const scope = (name: string) => panel().getByRole('img', { name: new RegExp(`^${name}: `) });
  const tone = async (term: string) =>
    Number.parseFloat(
      (await panel().getByText(term, { exact: true }).locator('xpath=following-sibling::dd').textContent()) ?? '',
    );

  /** Returns the names of the targets of the vectorscope that have a trace. */
  const litTargets = async () => {
    const side = VECTOR.size - 2 * VECTOR.edge;
    const places = VECTOR_TARGETS.map(({ name, cb, cr }) => {
      const [x, y] = vectorPlace(cb, cr, side);
      return { name, x: Math.round(VECTOR.edge + x), y: Math.round(VECTOR.edge + y) };
    });
    return scope('Vectorscope').evaluate((element, targets) => {
      if (!(element instanceof HTMLCanvasElement)) throw new Error('no canvas');
      const context = element.getContext('2d');
      const isLit = (x: number, y: number) => {
        // The frame of a target is four pixels from its middle.
        const data = context?.getImageData(x - 2, y - 2, 5, 5).data ?? [];
        return data.some((level, index) => index % 4 !== 3 && level > 90);
      };
      return targets.filter(({ x, y }) => isLit(x, y)).map(({ name }) => name);
    }, places);
  };

  it('are shown by a key, with the numbers of the frame', async () => {
    expect(await panel().count()).toBe(0);
    await page.keyboard.press('Shift+S');
    await scope('Waveform').waitFor();
    // Half of the bars are at most as bright as magenta, whose luma is 21 %, and one of eight is black.
    await expect.poll(() => tone('Median')).toBeCloseTo(21, -0.5);
    expect(await tone('Clipped black')).toBeCloseTo(12.5, 0);
    expect(await tone('Clipped white')).toBe(0);
    expect(await scope('Waveform').getAttribute('aria-label')).toMatch(
      /^Waveform: median 2\d IRE, 1[23]\.\d% clipped black, 0\.0% clipped white$/,
    );
    await expect.poll(litTargets).toEqual(['R', 'Mg', 'B', 'Cy', 'G', 'Yl']);
  });

  it('follow edits, and moves of the playhead', async () => {
    const { clips } = await projectOf(world.service, projectId);
    const idOf = (color: string) => clips.find(({ name }) => name === color)?.id ?? '';
    await commandsTo(world.service, projectId, [
      { op: 'trimClip', clipId: idOf('#bf0000'), duration: 1 },
      { op: 'setColorGrade', clipId: idOf('#00bf00'), grade: { saturation: -1 } },
    ]);
    await expect.poll(litTargets).toEqual(['R', 'Mg', 'B', 'Cy', 'Yl']);
    await page.keyboard.press('Shift+ArrowRight');
    await expect.poll(litTargets).toEqual(['Mg', 'B', 'Cy', 'Yl']);
    await expect.poll(() => tone('Clipped black')).toBeGreaterThan(20);
    expect(window.faults).toEqual([]);
  });

  it('follow a comparison without the grade', async () => {
    await page.keyboard.press('Home');
    await page.keyboard.down('d');
    await expect.poll(litTargets).toContain('G');
    await page.keyboard.up('d');
    await expect.poll(litTargets).not.toContain('G');
  });

  it('are chosen, and remembered', { tags: 'full' }, async () => {
    await toggle('RGB parade').click();
    await toggle('Histogram').click();
    await scope('Histogram').waitFor();
    expect(await panel().getByRole('img').count()).toBe(4);
    expect(await window.accessibility()).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 1000 });
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await window.screenshot(`editor-scopes-${colorScheme}`);
    }
    expect(await window.contrast()).toEqual([]);
    await toggle('Waveform').press('Enter');
    await page.reload();
    await scope('RGB parade').waitFor();
    expect(await scope('Waveform').count()).toBe(0);
    await expect.poll(litTargets).toEqual(['R', 'Mg', 'B', 'Cy', 'Yl']);
  });

  it('measure the frame of the service where the engine draws none', { tags: 'full' }, async () => {
    await toggle('Waveform').click();
    await choosePreview(page, 'Preview: approximate');
    await page.locator('[data-engine=none]').waitFor({ state: 'attached' });
    await page.reload();
    await expect.poll(litTargets, { timeout: 60_000 }).toEqual(['R', 'Mg', 'B', 'Cy', 'Yl']);
    expect(await page.locator('[data-exact]').count()).toBe(0);
    await choosePreview(page, 'Preview: exact');
  });

  it('are hidden by the command palette and the button', async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Find a command' }).fill('scopes');
    await page.locator('#command-view-scopes').click();
    await panel().waitFor({ state: 'detached' });
    const button = page.getByRole('button', { name: 'Scopes', exact: true });
    expect(await button.getAttribute('aria-pressed')).toBe('false');
    await button.click();
    await panel().waitFor();
    await toggle('Hide scopes').click();
    await panel().waitFor({ state: 'detached' });
    expect(window.faults).toEqual([]);
  });
});
