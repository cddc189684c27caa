import { hasBrowserFor } from '@framemill/testing/browser';
import { forSuite } from '@framemill/testing/for-suite';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { openWindow, type Window } from './open-studio.ts';
import { fillWithPayloads, type HostileAccount } from './security/hostile-account.ts';
import { injected } from './security/injected.ts';
import { PAYLOADS, packed } from './security/payloads.ts';
import { sharedWorld } from './world/shared-world.ts';

describe.skipIf(!hasBrowserFor('The Studio is'))(`${PAYLOADS.length} scripts as names and texts`, () => {
  const world = forSuite(sharedWorld);
  let window: Window;
  let page: Page;
  let hostile: HostileAccount;
  beforeAll(async () => {
    const { service, browser } = world;
    const member = await world.newAccount('hostile@example.com', { name: packed(200)[0] ?? '', isAdmin: true });
    window = await openWindow(browser, service, 'dark', member.session);
    page = window.page;
    page.on('dialog', (dialog) => {
      window.faults.push(`a dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    hostile = await fillWithPayloads(window.context.request, service.apiHost);
  });

  /**
   * Returns the faults of the page except two expected ones: thumbnails of projects with HTML clips, which the test
   * farm cannot render (HTML_CLIPS=off), and a project that does not exist.
   */
  const faults = () => window.faults.filter((fault) => !/^50[23] .*\/poster|no such project/.test(fault));

  const addresses: [string, () => string][] = [
    ['/', () => '/'],
    ['a project', () => `/projects/${hostile.projectId}`],
    ['renders', () => '/renders'],
    ['a render', () => `/renders/${hostile.renderId}`],
    ...['apps', 'keys', 'oauth', 'webhooks', 'usage', 'requests', 'bots', 'plugins', 'organisations'].map(
      (name): [string, () => string] => [name, () => `/console/${name}`],
    ),
    ['a webhook', () => `/console/webhooks/${hostile.webhookId}`],
    ...['farm', 'queues', 'accounts', 'audit', 'plans', 'quarantine'].map((name): [string, () => string] => [
      name,
      () => `/operators/${name}`,
    ]),
    ['no page', () => `/projects/${encodeURIComponent(PAYLOADS[9] ?? '')}`],
    [
      'a page with a query',
      () => `/?q=${encodeURIComponent(PAYLOADS.join(''))}#${encodeURIComponent(PAYLOADS[9] ?? '')}`,
    ],
  ];
  for (const [name, address] of addresses)
    it(`are text on ${name}`, { tags: ['/', 'a project'].includes(name) ? [] : 'full' }, async () => {
      await window.open(address());
      expect(await injected(page)).toEqual([]);
      expect(faults()).toEqual([]);
    });

  it('are text in every part of the editor', { tags: 'full' }, async () => {
    await openEditor(hostile.projectId);
    const check = async () => {
      expect(await injected(page)).toEqual([]);
      expect(faults()).toEqual([]);
    };
    await check();
    await page.keyboard.press('t');
    for (const payload of PAYLOADS.slice(0, 3)) {
      await page.getByLabel('Text', { exact: true }).fill(payload);
      await page.getByLabel('Text', { exact: true }).blur();
    }
    await page.locator('[data-connection=saved]').waitFor();
    for (const name of ['History', 'Code', 'Inspector', 'Transcript', 'Assistant', 'Media']) {
      await page.getByRole('tab', { name, exact: true }).click();
      await check();
    }
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Find a command' }).fill('addKeyframe');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Apply' }).waitFor();
    await check();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Apply' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Render', exact: true }).click();
    await page.getByRole('dialog').waitFor();
    await check();
    await window.screenshot('hostile-editor');
  });

  it('run as HTML in frames without an origin, and nowhere else', async () => {
    await openEditor(hostile.htmlProjectId);
    await page.frameLocator('iframe[title=Preview]').locator('iframe').first().waitFor({ state: 'attached' });
    await page.keyboard.press('ArrowRight');
    expect(await injected(page)).toEqual([]);
    // The browser tells of what it stopped there; a dialog would be seen by the person.
    const tried = window.faults.filter((fault) => fault.includes("Ignored call to 'alert()'"));
    expect(tried.length).toBeGreaterThan(0);
    expect(window.faults.filter((fault) => fault.startsWith('a dialog'))).toEqual([]);
  });

  async function openEditor(projectId: string): Promise<void> {
    await page.goto(`${world.service.apiHost}/studio/projects/${projectId}/edit`);
    await page.locator('[data-connection=saved]').waitFor();
    await page.frameLocator('iframe[title=Preview]').locator('.clip').first().waitFor({ state: 'attached' });
  }
});
