import { hasBrowserFor } from '@framemill/testing/browser';
import { forSuite } from '@framemill/testing/for-suite';
import { sampled } from '@framemill/testing/sampled';
import { describe, expect, it } from 'vitest';
import { openWindow } from './open-studio.ts';
import { sharedWorld } from './world/shared-world.ts';

describe.skipIf(!hasBrowserFor('The Studio is'))('the editor on a phone', () => {
  const world = forSuite(sharedWorld);

  for (const { cases, tags } of sampled(['light', 'dark'] as const, 2))
    it.each(cases)('plays, comments, corrects captions and renders, in the %s theme', { tags }, async (theme) => {
      const { service } = world;
      const window = await openWindow(world.browser, service, theme, await world.signedIn(service.demo));
      const { page } = window;
      await page.setViewportSize({ width: 390, height: 844 });
      const words = ['Framemil', 'renders'].map((text, index) => ({ text, start: index, end: index + 1 }));
      const commands = [
        { op: 'addBackground', color: '#203040', duration: 60 },
        { op: 'addCaptions', words },
      ];
      const { project } = await service.call('POST', '/v1/projects', { name: 'Pocket video', commands });
      await page.goto(`${service.apiHost}/studio/projects/${project.id}`);
      await page.getByRole('link', { name: 'Watch' }).waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
      await window.screenshot('project-phone');
      await page.getByRole('link', { name: 'Watch' }).click();
      await page.getByText('Editing the timeline needs a wider window').waitFor();
      const button = (name: string) => page.getByRole('button', { name, exact: true });
      await button('Play').click();
      await expect.poll(() => page.getByLabel('Playhead').inputValue()).not.toBe('0');
      await button('Pause').click();
      await page.getByRole('button', { name: /^Add comment/ }).click();
      await page.getByLabel(/^Comment at /).fill('Larger, please');
      await button('Add').click();
      await page.getByText('Larger, please').waitFor();
      expect(await window.accessibility()).toEqual([]);
      await window.screenshot('editor-phone');
      await page.getByRole('tab', { name: 'Captions' }).click();
      await page.getByRole('button', { name: /Framemil renders/ }).click();
      await page.getByLabel(/^Caption at /).fill('Framemill renders');
      await button('Save').click();
      await page.getByRole('button', { name: /Framemill renders/ }).waitFor();
      const text = async () => {
        const { project: now } = await service.call('GET', `/v1/projects/${project.id}?view=document`);
        return now.document.clips.find(({ isCaption }: { isCaption?: boolean }) => isCaption)?.textStyle.content;
      };
      await expect.poll(text).toBe('Framemill renders');
      expect(await window.accessibility()).toEqual([]);
      await window.screenshot('editor-phone-captions');
      await button('Render').click();
      await page.getByRole('dialog').getByLabel('Quality').waitFor();
      await window.screenshot('editor-phone-render');
      await page.keyboard.press('Escape');
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
      await button('Edit anyway').click();
      await page.getByTestId('timeline').waitFor();
      expect(window.faults).toEqual([]);
      await window.context.close();
    });
});
