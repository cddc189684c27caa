import { hasBrowserFor } from '@framemill/testing/browser';
import { forSuite } from '@framemill/testing/for-suite';
import { describe, expect, it } from 'vitest';
import { openWindow } from './open-studio.ts';
import { sharedWorld } from './world/shared-world.ts';

describe.skipIf(!hasBrowserFor('The Studio is'))('the request log', () => {
  const world = forSuite(sharedWorld);

  it('shows a refused request with its error, found by text and status, and a command that repeats it', async () => {
    const { service, browser } = world;
    const headers = { authorization: `Bearer ${service.demo.liveKey}` };
    const path = '/v1/projects/prj_of_this_test';
    expect((await fetch(`${service.apiHost}${path}?token=5ecret`, { headers })).status).toBe(404);
    for (const theme of ['light', 'dark'] as const) {
      const window = await openWindow(browser, service, theme, await world.signedIn(service.demo));
      const { page } = window;
      await window.context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await window.open('/console/requests');
      await page.getByLabel('Search').fill('PRJ_OF_THIS_TEST');
      const row = page.getByRole('row').filter({ hasText: path });
      await row.getByText(/^There is no /).waitFor();
      await expect.poll(() => page.getByRole('row').count()).toBe(2);
      await window.screenshot('requests-found');
      await row.getByRole('cell').last().click();
      const dialog = page.getByRole('dialog', { name: 'Request details' });
      await dialog.getByText(`GET ${path}?token=…`).waitFor();
      await dialog.getByRole('link', { name: 'not_found' }).waitFor();
      await window.screenshot('request-details');
      expect(await window.accessibility()).toEqual([]);
      await dialog.getByRole('button', { name: 'Copy as curl' }).click();
      await page.getByText('Command copied').waitFor();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
        `curl '${service.apiHost}${path}?token=…' \\\n  -H 'Authorization: Bearer YOUR_KEY'`,
      );
      await dialog.getByRole('button', { name: 'Close' }).click();
      await page.getByLabel('Status').selectOption('Succeeded');
      await page.getByText('No matching requests.').waitFor();
      await page.getByLabel('Status').selectOption('Client errors (4xx)');
      await row.getByRole('button').press('Enter');
      await dialog.waitFor();
      expect(await window.secrets()).toEqual([]);
      expect(window.faults).toEqual([]);
      await window.context.close();
    }
  });
});
