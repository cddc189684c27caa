import { objectKeys } from '@framemill/scheduler/protocol';
import { hasBrowserFor, launchBrowser } from '@framemill/testing/browser';
import { forSuite } from '@framemill/testing/for-suite';
import { startFileServer } from '@framemill/testing/local-server';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixtureFolder } from '../src/files/publish-fixtures.ts';
import { openOauthWorld, password } from './oauth-world.ts';

describe.skipIf(!hasBrowserFor('The OAuth pages are'))('the pages of OAuth in a browser', () => {
  const world = forSuite(openOauthWorld);
  let browser: Browser;
  /** Web server of the app that requests access. It listens on another port than the service. */
  let back: string;
  const app = forSuite(() => startFileServer((_request, reply) => reply.end('<!doctype html><title>back</title>')));
  beforeAll(async () => {
    back = `${app.url}/back`;
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
  });

  function authorizeUrl(clientId: string, scope: string): string {
    const query = new URLSearchParams({
      ...{ response_type: 'code', client_id: clientId, redirect_uri: back, scope, state: 'of-the-app' },
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    });
    return `${world.base}/oauth/authorize?${query}`;
  }

  /** Opens a page and collects the browser's warnings and errors, above all about blocked forms, styles and scripts. */
  async function openPage() {
    const page = await browser.newPage({ viewport: { width: 900, height: 760 } });
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.setDefaultTimeout(60_000);
    return { page, complaints };
  }

  /**
   * Checks what every page needs for assistive technology: title, main region, one heading, language, labels and button
   * texts.
   */
  async function isAccessible(page: Page, heading: string): Promise<void> {
    expect(await page.title()).toBe(`${heading} - Framemill`);
    expect(await page.getByRole('main').count()).toBe(1);
    expect(await page.getByRole('heading', { level: 1 }).allTextContents()).toEqual([heading]);
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
    for (const input of await page.locator('input:not([type=hidden])').all()) {
      const id = await input.getAttribute('id');
      expect(await page.locator(`label[for="${id}"]`).count()).toBe(1);
    }
    for (const button of await page.getByRole('button').all())
      expect((await button.textContent())?.trim()).not.toBe('');
    expect(await page.locator('script').count()).toBe(0);
    // The stylesheet arrived: the policy allows it.
    expect(await page.evaluate("getComputedStyle(document.querySelector('main')).borderTopWidth")).toBe('1px');
  }

  it('lead from sign-in over consent back to the app with the keyboard alone', async () => {
    const { clientId } = await world.newApp({ redirectUris: [back] });
    const { email } = await world.newUser();
    const { page, complaints } = await openPage();
    await page.goto(authorizeUrl(clientId, 'account.read projects.read render.write'));
    await isAccessible(page, 'Sign in to Framemill');
    await page.keyboard.press('Tab');
    await page.keyboard.type(email);
    await page.keyboard.press('Tab');
    await page.keyboard.type('a wrong one');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').textContent()).toBe('The email address or the password is wrong. Check both.');
    expect(await page.getByLabel('E-mail address').inputValue()).toBe(email);
    // The browser reports the 401 of the page itself.
    expect(complaints.splice(0)).toEqual([expect.stringContaining('401')]);
    await page.getByLabel('Password').focus();
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Allow', exact: true }).waitFor();
    await isAccessible(page, 'Connect Holiday films?');
    expect(await page.getByRole('listitem').count()).toBe(3);
    if (process.env.OAUTH_SCREENSHOTS) await page.screenshot({ path: `${process.env.OAUTH_SCREENSHOTS}/consent.png` });
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${back}?**`);
    const url = new URL(page.url());
    expect(url.searchParams.get('code')).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect([url.searchParams.get('state'), url.searchParams.get('iss')]).toEqual(['of-the-app', world.base]);
    expect(complaints).toEqual([]);
    await page.close();
  });

  /** Collects the origins that a page sends requests to, including blocked requests. */
  function hostsOf(page: Page): Set<string> {
    const hosts = new Set<string>();
    page.on('request', (request) => {
      if (!request.url().startsWith('data:')) hosts.add(new URL(request.url()).origin);
    });
    return hosts;
  }

  it('send an operator who is signed out to sign in and back to the queues, and ask no other host', async () => {
    const { accountId, email } = await world.newUser();
    await world.api.deps.database.client.account.update({ where: { id: accountId }, data: { role: 'admin' } });
    const { page, complaints } = await openPage();
    const hosts = hostsOf(page);
    await page.goto(`${world.base}/admin/queues`);
    await isAccessible(page, 'Sign in to Framemill');
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${world.base}/admin/queues`);
    await page.getByText('ingest-picture').first().waitFor();
    if (process.env.OAUTH_SCREENSHOTS) await page.screenshot({ path: `${process.env.OAUTH_SCREENSHOTS}/queues.png` });
    expect([...hosts]).toEqual([world.base]);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it.each(['light', 'dark'] as const)('have one about the service that plays the film, in %s', async (colorScheme) => {
    const { page, complaints } = await openPage();
    await page.emulateMedia({ colorScheme });
    const hosts = hostsOf(page);
    await world.api.deps.store.putFile(objectKeys.fixture('film.mp4'), `${fixtureFolder}/sample.mp4`);
    await page.goto(`${world.base}/about`);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Framemill');
    const playing = "document.querySelector('video').play().then(() => document.querySelector('video').duration)";
    expect(await page.evaluate(playing)).toBeCloseTo(2, 1);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('Password').waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Webhooks' }).click();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Webhooks');
    // The stylesheet arrived, and knows both schemes.
    const paper = await page.evaluate('getComputedStyle(document.body).backgroundColor');
    expect(paper).toBe(colorScheme === 'dark' ? 'rgb(14, 16, 19)' : 'rgb(246, 246, 244)');
    expect([...hosts]).toEqual([world.base]);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('show a connected app and cut it off', async () => {
    const { clientId } = await world.newApp({ redirectUris: [back] });
    const { email } = await world.newUser();
    const { page, complaints } = await openPage();
    await page.goto(authorizeUrl(clientId, 'stock.read'));
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Do not allow' }).click();
    await page.waitForURL(`${back}?**`);
    expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied');
    // Signed in by now, so that consent is all that is asked for.
    await page.goto(authorizeUrl(clientId, 'stock.read'));
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await page.waitForURL(`${back}?**`);
    await page.goto(`${world.base}/oauth/connected`);
    await isAccessible(page, 'Connected apps');
    expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual(['Holiday films']);
    if (process.env.OAUTH_SCREENSHOTS)
      await page.screenshot({ path: `${process.env.OAUTH_SCREENSHOTS}/connected.png` });
    await page.getByRole('button', { name: 'Disconnect Holiday films' }).click();
    expect(await page.getByRole('status').textContent()).toBe('Holiday films is disconnected.');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Password').waitFor();
    await page.goto(`${world.base}/oauth/connected`);
    await isAccessible(page, 'Sign in to Framemill');
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('cannot be framed by another site', async () => {
    const { page } = await openPage();
    await page.goto(back);
    await page.setContent(`<iframe src="${world.base}/oauth/sign-in"></iframe>`, { waitUntil: 'commit' });
    const frame = page.frames().at(-1);
    await expect.poll(() => page.frames().at(-1)?.url()).toMatch(/^chrome-error:/);
    expect(await frame?.locator('input').count()).toBe(0);
    await page.close();
  });
});
