import { hasBrowserFor } from '@framemill/testing/browser';
import { forSuite } from '@framemill/testing/for-suite';
import { sampled } from '@framemill/testing/sampled';
import { describe, expect, it } from 'vitest';
import { openWindow, signIn, type Window } from './open-studio.ts';
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

  const healthViews = [
    ['dark', 1280],
    ['light', 390],
  ] as const;
  for (const { cases, tags } of sampled(healthViews, 2))
    it.each(cases)(
      'show the health of the installation in the %s theme, %i pixels wide',
      { tags },
      async (theme, width) => {
        const window = await operators(theme, width);
        const { page } = window;
        await window.open('/operators/health');
        const services = page.getByRole('region', { name: 'Services' });
        await services.getByText('PostgreSQL').waitFor();
        expect(await services.getByText('Reachable').count()).toBe(3);
        const processes = page.getByRole('region', { name: 'Processes' });
        for (const name of [/^API/, /^Scheduler/, 'Leader']) await processes.getByText(name).waitFor();
        await processes.getByRole('link', { name: /^Node / }).waitFor();
        expect(await processes.getByText('No heartbeat').count()).toBe(0);
        await page.getByText('Never', { exact: true }).waitFor();
        expect(await overflow(window)).toBeLessThanOrEqual(0);
        await window.screenshot(`operators-health-${width}`);
        expect(await window.accessibility()).toEqual([]);
        expect(window.faults).toEqual([]);
        await window.context.close();
      },
    );

  it('show a node, and ask before the last one is drained', async () => {
    const window = await operators('light');
    const { page } = window;
    await window.open('/operators/farm');
    await page.getByRole('button', { name: 'Drain' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Drain the last node?' });
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

  it('create an account, change it, suspend and resume it, and erase it by its name', async () => {
    const { service, browser } = world;
    const window = await operators('light');
    const { page } = window;
    const email = 'made@operators.example';
    const dialog = page.getByRole('dialog');
    const choose = async (item: string) => {
      await page.getByRole('button', { name: 'More actions for Made Here' }).click();
      await page.getByRole('menuitem', { name: item }).click();
      await page.getByRole('menuitem', { name: item }).waitFor({ state: 'detached' });
    };
    const toast = (text: string) => page.getByText(text, { exact: true }).first().waitFor();

    await window.open('/operators/accounts');
    await page.getByRole('button', { name: 'New account' }).click();
    await dialog.getByLabel('Email').fill(email);
    await dialog.getByLabel('Name').fill('Made Here');
    await dialog.getByLabel('Plan').selectOption('studio');
    expect(await window.accessibility('[role=dialog]')).toEqual([]);
    await dialog.getByRole('button', { name: 'Create account' }).click();
    await dialog.getByRole('heading', { name: 'Account created' }).waitFor();
    const [password = '', key = ''] = await dialog.locator('code').allTextContents();
    const statusOfKey = async () =>
      (await fetch(`${service.apiHost}/v1/me`, { headers: { authorization: `Bearer ${key}` } })).status;
    expect(await statusOfKey()).toBe(200);
    await window.screenshot('operators-account-created');
    expect(await window.accessibility('[role=dialog]')).toEqual([]);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await window.secrets()).toEqual([]);
    expect(await page.content()).not.toContain(password);
    const member = await openWindow(browser, service, 'light');
    await member.open('/');
    await signIn(member.page, { email, password });

    await choose('Edit');
    await dialog.getByLabel('Plan', { exact: true }).selectOption('team');
    await dialog.getByLabel('Renders at the same time', { exact: true }).selectOption('custom');
    await dialog.getByLabel('Renders at the same time, custom').fill('50');
    await dialog.getByLabel('Renders per month', { exact: true }).selectOption('unlimited');
    await window.screenshot('operators-account-edit');
    expect(await window.accessibility('[role=dialog]')).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await toast('Account saved');
    const row = page.getByRole('row', { name: /Made Here/ });
    await row.getByText('Team').waitFor();
    await row.getByText('Custom limits').waitFor();

    await choose('Suspend');
    await dialog.getByLabel('Reason').fill('The invoice is unpaid');
    await window.screenshot('operators-account-suspend');
    await dialog.getByRole('button', { name: 'Suspend' }).click();
    await row.getByText('Suspended').waitFor();
    await expect.poll(statusOfKey).toBe(403);
    await member.page.reload();
    await member.page.getByRole('heading', { name: 'Account suspended' }).waitFor();
    await member.page.getByText('The invoice is unpaid').waitFor();
    await member.screenshot('suspended');
    expect(await member.accessibility()).toEqual([]);

    await choose('Audit log');
    await page.getByRole('heading', { name: 'Audit log', level: 1 }).waitFor();
    const entry = page.getByRole('row', { name: /Account suspended/ });
    await entry.getByText('The invoice is unpaid').waitFor();
    await entry.getByText(service.demo.email).waitFor();
    await page.getByRole('row', { name: /Plan changed.*Studio to Team/ }).waitFor();
    await page.getByRole('row', { name: /Limits changed.*Renders at the same time: 50/ }).waitFor();
    await window.screenshot('operators-audit');
    await page.getByLabel('Action').selectOption({ label: 'Account created' });
    await entry.waitFor({ state: 'detached' });
    expect(await page.getByRole('row').count()).toBe(2);
    expect(await window.accessibility()).toEqual([]);

    await window.open('/operators/accounts');
    await choose('Resume');
    await row.getByText('Active').waitFor();
    await member.page.reload();
    await member.page.getByRole('heading', { name: 'Projects', level: 1 }).waitFor();
    expect(member.faults).toEqual([]);
    await member.context.close();

    await choose('Erase');
    const erase = dialog.getByRole('button', { name: 'Erase account' });
    await dialog.getByLabel('to confirm').fill('made here');
    expect(await erase.isDisabled()).toBe(true);
    await dialog.getByLabel('to confirm').fill('Made Here');
    await window.screenshot('operators-account-erase');
    await erase.click();
    await toast('Account erased');
    await row.waitFor({ state: 'detached' });
    expect(await statusOfKey()).toBe(401);
    expect(window.faults).toEqual([]);
    expect(window.refusals).toEqual([]);
    await window.context.close();
  });

  it('let operators neither suspend nor erase their own account', { tags: 'full' }, async () => {
    const { service, browser } = world;
    const { session } = await world.newAccount('own@operators.example', { name: 'Own Account', isAdmin: true });
    const window = await openWindow(browser, service, 'dark', session);
    const { page } = window;
    await window.open('/operators/accounts');
    await page.getByRole('button', { name: 'More actions for Own Account' }).click();
    for (const name of ['Suspend', 'Erase']) {
      expect(await page.getByRole('menuitem', { name }).getAttribute('aria-disabled')).toBe('true');
    }
    await window.context.close();
  });

  const auditViews = [
    ['light', 1280],
    ['dark', 390],
  ] as const;
  for (const { cases, tags } of sampled(auditViews, 2))
    it.each(cases)(
      'show the audit log and the queues in words, in the %s theme, %i pixels wide',
      { tags },
      async (theme, width) => {
        const window = await operators(theme, width);
        const { page } = window;
        await window.open('/operators/audit');
        const log = page.getByRole('region', { name: 'Audit log' });
        await log.getByText('Account created').first().waitFor();
        expect(await overflow(window)).toBeLessThanOrEqual(0);
        // All columns of the table fit the wide window.
        if (width === 1280) expect(await log.evaluate((table) => table.scrollWidth - table.clientWidth)).toBe(0);
        await window.screenshot(`operators-audit-${width}`);
        expect(await window.accessibility()).toEqual([]);
        await window.open('/operators/queues');
        const queues = page.getByRole('region', { name: 'Queues' });
        for (const name of ['Previews', 'Upload checks', 'Segments for CPUs', 'Audio mixes', 'Final files']) {
          await queues.getByText(name, { exact: true }).waitFor();
        }
        expect(await overflow(window)).toBeLessThanOrEqual(0);
        await window.screenshot(`operators-queues-${width}`);
        expect(await window.accessibility()).toEqual([]);
        expect(window.faults).toEqual([]);
        await window.context.close();
      },
    );
});
