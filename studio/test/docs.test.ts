import { hasBrowserFor } from '@framemill/testing/browser';
import { forSuite } from '@framemill/testing/for-suite';
import { sampled } from '@framemill/testing/sampled';
import { describe, expect, it } from 'vitest';
import { openWindow } from './open-studio.ts';
import { sharedWorld } from './world/shared-world.ts';

describe.skipIf(!hasBrowserFor('The documentation is'))('the documentation', () => {
  const world = forSuite(sharedWorld);

  for (const { cases, tags } of sampled(['light', 'dark'] as const, 2))
    it.each(cases)('is searched from each page, in the %s theme', { tags }, async (theme) => {
      const window = await openWindow(world.browser, world.service, theme);
      const { page } = window;
      const open = (path: string) => page.goto(`${world.service.apiHost}${path}`);
      const looked = async (name: string) => {
        await window.screenshot(name);
        expect([name, await window.accessibility()]).toEqual([name, []]);
      };
      await open('/docs');
      await looked('docs-home');
      await page
        .getByRole('main')
        .getByRole('link', { name: /^Commands/ })
        .click();
      await page.getByRole('heading', { level: 1, name: 'Commands' }).waitFor();
      await page.getByRole('img', { name: 'Duotone' }).waitFor();
      await looked('docs-guide');
      await page.getByRole('searchbox').fill('check the signature');
      await page.getByRole('searchbox').press('Enter');
      await page.getByRole('main').getByRole('link', { name: 'Check the signature' }).waitFor();
      expect(await page.getByRole('searchbox').inputValue()).toBe('check the signature');
      await looked('docs-search');
      await page.getByRole('main').getByRole('link', { name: 'Check the signature' }).click();
      await page.waitForURL(/\/docs\/guides\/webhooks#check-the-signature$/);
      await open('/docs/player');
      await page.getByRole('searchbox').fill('volume');
      await page.getByRole('searchbox').press('Enter');
      await page.waitForURL(/\/docs\/search\?q=volume$/);
      await open('/docs/reference');
      await page.getByText('Who calls, and what was used').waitFor();
      await window.screenshot('docs-reference');
      await page.setViewportSize({ width: 390, height: 800 });
      for (const path of ['/docs', '/docs/guides/limits', '/docs/search?q=render']) {
        await open(path);
        expect([path, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([path, 390]);
      }
      await window.screenshot('docs-phone');
      expect(window.faults).toEqual([]);
      await window.context.close();
    });
});
