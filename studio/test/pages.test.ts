import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, launchBrowser, openWindow, signIn, type Window } from './open-studio.ts';
import { type Service, startService } from './service.ts';

const themes = ['dark', 'light'] as const;

describe.skipIf(!hasBrowser())('the Studio', () => {
  let service: Service;
  let browser: Browser;
  beforeAll(async () => {
    [service, browser] = await Promise.all([startService(), launchBrowser()]);
  }, 150_000);
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  describe.each(themes)('in the %s theme', (theme) => {
    let window: Window;
    beforeAll(async () => {
      window = await openWindow(browser, service, theme);
    });
    afterAll(() => window.context.close());

    it('asks to sign in, with the address of the demo account filled in', async () => {
      await window.open('/');
      expect(await window.page.getByLabel('E-mail').inputValue()).toBe(service.demo.email);
      await window.picture('sign-in');
      expect(await window.accessibility()).toEqual([]);
      await window.page.getByLabel('Password').fill('wrong');
      await window.page.getByRole('button', { name: 'Sign in' }).click();
      await window.page.getByRole('alert').waitFor();
      await signIn(window.page, service.demo);
      expect(window.faults).toEqual([]);
    });

    const pages = [
      ['projects', '/', 'Projects'],
      ['renders', '/renders', 'Renders'],
      ['apps', '/console/apps', 'Apps'],
    ];
    it.each(pages)('shows %s', async (name = '', address = '', title) => {
      await window.open(address);
      expect(await window.page.getByRole('heading', { level: 1 }).textContent()).toBe(title);
      await window.picture(name);
      expect(await window.accessibility()).toEqual([]);
      expect(window.faults).toEqual([]);
    });
  });
});
