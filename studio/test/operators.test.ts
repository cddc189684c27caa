import { hasBrowserFor } from '@framemill/testing/browser';
import { forSuite } from '@framemill/testing/for-suite';
import { describe, expect, it } from 'vitest';
import { openWindow, type Window } from './open-studio.ts';
import { sharedWorld } from './world/shared-world.ts';

describe.skipIf(!hasBrowserFor("The operators' pages are"))("the operators' pages", () => {
  const world = forSuite(sharedWorld);

  async function operators(theme: 'dark' | 'light', width = 1280): Promise<Window> {
    const window = await openWindow(world.browser, world.service, theme, await world.signedIn(world.service.demo));
    await window.page.setViewportSize({ width, height: width < 500 ? 844 : 800 });
    return window;
  }

  /** Returns by how many pixels the page is wider than the window. */
  const overflow = ({ page }: Window) =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

  it.each([
    ['dark', 1280],
    ['light', 390],
  ] as const)('show the health of the installation in the %s theme, %i pixels wide', async (theme, width) => {
    const window = await operators(theme, width);
    const { page } = window;
    await window.open('/operators/health');
    const services = page.getByRole('region', { name: 'Services' });
    await services.getByText('PostgreSQL').waitFor();
    expect(await services.getByText('Reachable').count()).toBe(3);
    const processes = page.getByRole('region', { name: 'Processes' });
    for (const name of [/^API/, /^Scheduler/, 'Leader']) await processes.getByText(name).waitFor();
    await processes.getByRole('link', { name: /^Node / }).waitFor();
    expect(await processes.getByText('Silent').count()).toBe(0);
    await page.getByText('Never', { exact: true }).waitFor();
    expect(await overflow(window)).toBeLessThanOrEqual(0);
    await window.screenshot(`operators-health-${width}`);
    expect(await window.accessibility()).toEqual([]);
    expect(window.faults).toEqual([]);
    await window.context.close();
  });

  it('show a node, and ask before the last one is drained', async () => {
    const window = await operators('light');
    const { page } = window;
    await window.open('/operators/farm');
    await page.getByRole('button', { name: 'Drain' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Drain the last node' });
    await dialog.getByText('0 of 2 slots will take work').waitFor();
    expect(await window.accessibility('[role=dialog]')).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('region', { name: 'Nodes' }).getByRole('link').first().click();
    await page.getByRole('heading', { name: /^Node / }).waitFor();
    await page.getByText('Takes work').waitFor();
    await page.getByRole('region', { name: 'History' }).getByText('Joined').waitFor();
    await page.getByText(/% of \d+ cores in use/).waitFor();
    await window.screenshot('operators-node');
    expect(await window.accessibility()).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await overflow(window)).toBeLessThanOrEqual(0);
    await window.screenshot('operators-node-390');
    expect(window.faults).toEqual([]);
    await window.context.close();
  });
});
