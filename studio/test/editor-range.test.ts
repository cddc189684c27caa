import { hasBrowserFor } from '@framemill/testing/browser';
import { forSuite } from '@framemill/testing/for-suite';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { openWindow, type Window } from './open-studio.ts';
import { sharedWorld } from './world/shared-world.ts';

describe.skipIf(!hasBrowserFor('The Studio is'))('the playback of the editor', () => {
  const world = forSuite(sharedWorld);
  let window: Window;
  let page: Page;
  beforeAll(async () => {
    const { service } = world;
    window = await openWindow(world.browser, service, 'dark', await world.signedIn(service.demo));
    page = window.page;
    const commands = [{ op: 'addTextClip', text: 'Opening', start: 0, duration: 8, style: { fontSize: 140 } }];
    const { project } = await service.call('POST', '/v1/projects', { name: 'Range', commands });
    await page.goto(`${service.apiHost}/studio/projects/${project.id}/edit`);
    await page.getByRole('button', { name: /^Opening, / }).waitFor();
  });

  const key = (chord: string) => page.keyboard.press(chord);
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const seek = (sec: number) => page.getByTestId('ruler').click({ position: { x: sec * 60, y: 22 } });
  const timeline = () => page.getByRole('region', { name: 'Timeline' });
  const stageWidth = async () => (await page.getByTestId('stage').boundingBox())?.width ?? 0;

  /** Returns the timecodes of the playback until it has gone back twice. */
  function timesOfTwoLaps(): Promise<string[]> {
    return page.evaluate(async () => {
      const read = () => document.querySelector('[data-testid=timecode]')?.textContent ?? '';
      const times = [read()];
      for (let laps = 0; laps < 2; ) {
        await new Promise(requestAnimationFrame);
        const [now, before] = [read(), times.at(-1) ?? ''];
        if (now < before) laps += 1;
        if (now !== before) times.push(now);
      }
      return times;
    });
  }

  it('repeats a range that the mouse has set on the ruler, and is stopped', async () => {
    await seek(2);
    await button('Set in point').click();
    await seek(2.5);
    await button('Set out point').click();
    expect((await page.getByTestId('range').boundingBox())?.width).toBeCloseTo(30, 0);
    const point = await button('Out point at 2.50 s').boundingBox();
    if (!point) throw new Error('no out point');
    await page.mouse.move(point.x + 4, point.y + 8);
    await page.mouse.down();
    await page.mouse.move(point.x + 4 + 18, point.y + 8, { steps: 3 });
    await page.mouse.up();
    await button('Out point at 2.80 s').waitFor();
    await button('Loop').click();
    await window.screenshot('editor-range');
    expect(await window.accessibility()).toEqual([]);
    await button('Play').click();
    const times = await timesOfTwoLaps();
    await button('Pause').click();
    expect([times.toSorted()[0], (times.toSorted().at(-1) ?? '') <= '00:00:02:24']).toEqual(['00:00:02:00', true]);
    await button('Clear in and out points').click();
    expect(await page.getByTestId('range').count()).toBe(0);
    await button('Loop').click();
    expect(window.faults).toEqual([]);
  });

  it('repeats a range that keys have set, at double speed too, until keys clear it', async () => {
    await key('Home');
    await key('Shift+ArrowRight');
    await key('i');
    await key('Shift+ArrowRight');
    await key('o');
    await button('In point at 1.00 s').focus();
    await key('ArrowRight');
    await button('In point at 1.03 s').waitFor();
    await key('Home');
    await key('Shift+L');
    expect(await button('Loop').getAttribute('aria-pressed')).toBe('true');
    await key('l');
    await key('l');
    const times = await timesOfTwoLaps();
    await key('k');
    // The key was pressed at the start, which is not in the range.
    const [, ...after] = times;
    expect(after.every((time) => time >= '00:00:01:01' && time <= '00:00:02:00')).toBe(true);
    await key('Shift+I');
    expect(await button(/^In point/).count()).toBe(0);
    await key('Shift+O');
    expect(await button(/^Out point/).count()).toBe(0);
    await key('i');
    await key('x');
    expect(await page.getByTestId('range').count()).toBe(0);
    await key('Shift+L');
    // Without a loop, playback ends with the video.
    await key('End');
    await key('Shift+ArrowLeft');
    await key('Space');
    await button('Play').waitFor();
    const timecode = () => page.getByTestId('timecode').textContent();
    await expect.poll(timecode).toBe('00:00:08:00');
    await key('j');
    await expect.poll(timecode).toMatch(/^00:00:07/);
    await key('k');
    expect(window.faults).toEqual([]);
  });

  it('fills the screen by the button and by a key', async () => {
    const before = await stageWidth();
    await button('Full screen').click();
    await timeline().waitFor({ state: 'hidden' });
    await expect.poll(stageWidth).toBeGreaterThan(before + 200);
    await window.screenshot('editor-full-screen');
    expect(await window.accessibility()).toEqual([]);
    // Menus are shown there too.
    await page.getByTestId('stage').click({ button: 'right', position: { x: 300, y: 200 } });
    await page.getByRole('menuitem', { name: 'Turn full screen on or off' }).click();
    await timeline().waitFor();
    await expect.poll(stageWidth).toBe(before);
    await key('f');
    await timeline().waitFor({ state: 'hidden' });
    await key('f');
    await timeline().waitFor();
    expect(window.faults).toEqual([]);
  });
});
