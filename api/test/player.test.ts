import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { hasBrowserFor, launchBrowser } from '@framemill/testing/browser';
import { forSuite } from '@framemill/testing/for-suite';
import { type FileServer, startFileServer } from '@framemill/testing/local-server';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type TestAccount } from './start-api.ts';

it('the driver is a public module for every origin; films and keys stay closed', async () => {
  const api = await startApi();
  const answer = await api.inject({
    method: 'GET',
    url: '/vendor/player.js',
    headers: { origin: 'https://else.where' },
  });
  expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([200, '*']);
  expect(answer.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  });
  expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
  expect(answer.bytes.length).toBeLessThan(10_000);
  expect(answer.bytes.toString()).not.toMatch(/\bfrom\s*["']|\bimport\(|\bfetch\(|eval\(/);
  const etag = String(answer.headers.etag);
  const again = await api.inject({ method: 'GET', url: '/vendor/player.js', headers: { 'if-none-match': etag } });
  expect(again.status).toBe(304);
  const page = await api.inject({
    method: 'GET',
    url: '/v1/projects/x/preview?format=html',
    headers: { origin: 'https://else.where' },
  });
  expect([page.status, page.headers['access-control-allow-origin']]).toEqual([401, undefined]);
  await api.close();
});

describe.skipIf(!hasBrowserFor('The driver /vendor/player.js is'))('the driver in a browser', () => {
  const api = forSuite(() => startApi({ listens: true }));
  let account: TestAccount;
  let browser: Browser;
  let host: FileServer;
  let film = '';
  const folder = fileURLToPath(new URL('../test-output/', import.meta.url));
  beforeAll(async () => {
    await mkdir(folder, { recursive: true });
    account = await api.account();
    browser = await launchBrowser();
    host = await startFileServer((request, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.setHeader('set-cookie', 'secret=of-the-host; Path=/');
      response.end(request.url === '/film' ? film : '<!doctype html><body style="margin:0"><div id="film"></div>');
    });
  });
  afterAll(async () => {
    await browser?.close();
    await host?.close();
  });

  function complaintsOf(page: Page): string[] {
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    return complaints;
  }

  /**
   * Runs `code` in a page of another origin. The code can use `createPlayer`, the HTML of a preview (`html`) and an
   * element to show it in (`element`).
   */
  const use = (page: Page, code: string) =>
    page.evaluate(`(async () => {
      const { createPlayer } = await import('${api.deps.apiHost}/vendor/player.js');
      const html = await (await fetch('/film')).text();
      const element = document.getElementById('film');
      ${code}
    })()`);

  it('shows, seeks, plays and pauses a film in a page of another origin, which the film cannot reach', async () => {
    const square = (fill: string, start: number) => ({
      ...{ op: 'addShapeClip', kind: 'rectangle', start, duration: 1 },
      style: { fill, width: 1920, height: 1080 },
    });
    const spy =
      'let found = ""; try { found = parent.parent.document.cookie } catch { found = "closed" }; ' +
      'document.body.dataset.found = found;try { found = document.cookie } catch { ' +
      'document.body.dataset.cookie = "closed" }';
    const commands = [
      ...[square('#d02020', 0), square('#2040d0', 1)],
      { op: 'addTextClip', text: 'Elsewhere', start: 0, duration: 2, style: { fontSize: 160, color: '#ffffff' } },
      { op: 'addHtmlClip', html: '<b>spy</b>', js: spy, width: 100, height: 100, start: 0, duration: 2 },
    ];
    const made = await api.send(account, 'POST', '/v1/projects', { name: 'Shown', commands });
    expect(made.body.results.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([]);
    const id: string = made.body.project.id;
    film = (await api.send(account, 'GET', `/v1/projects/${id}/preview?format=html`)).bytes.toString();

    const page = await browser.newPage({ viewport: { width: 640, height: 400 } });
    const complaints = complaintsOf(page);
    await page.goto(host.url);
    await use(
      page,
      `const states = (window.states = []);
      window.player = createPlayer(element, { html, onState: (state) => states.push(state) });
      await player.ready;`,
    );
    const state = () => page.evaluate('player.state');
    expect(await state()).toEqual({ timeSec: 0, durationSec: 2, isPlaying: false });
    const frame = page.frameLocator('#film iframe');
    const shown = () =>
      frame
        .locator('.clip')
        .evaluateAll((all: { style: { visibility: string }; dataset: { start?: string } }[]) =>
          all.flatMap(({ style, dataset }) => (style.visibility === 'visible' ? [dataset.start] : [])),
        );
    expect(await shown()).toEqual(['0', '0', '0']);
    await page.screenshot({ path: `${folder}player-first.png` });
    await page.evaluate('player.seek(1.5)');
    await expect.poll(state).toMatchObject({ timeSec: 1.5, isPlaying: false });
    expect((await shown())[0]).toBe('1');
    await page.evaluate('player.seek(99)');
    await expect.poll(state).toMatchObject({ timeSec: 2 });
    await page.evaluate('player.seek(0); player.play()');
    await expect.poll(state).toMatchObject({ isPlaying: true });
    await page.evaluate('player.pause()');
    await expect.poll(state).toMatchObject({ isPlaying: false });
    await page.evaluate('player.play()');
    await expect.poll(state).toEqual({ timeSec: 2, durationSec: 2, isPlaying: false });
    const times = (await page.evaluate('states.map(({ timeSec }) => timeSec)')) as number[];
    expect(times.some((time) => time > 0.2 && time < 1.8)).toBe(true);

    const spied = frame.frameLocator('iframe').locator('body');
    expect(await spied.evaluate((body: { dataset: object }) => ({ ...body.dataset }))).toEqual({
      ...{ found: 'closed', cookie: 'closed' },
    });
    // It is as wide as its place, in every size.
    const widthOf = () => page.evaluate('Math.round(player.frame.getBoundingClientRect().width)');
    await page.setViewportSize({ width: 320, height: 400 });
    await expect.poll(widthOf).toBe(320);
    await page.evaluate('player.close()');
    expect(await page.locator('iframe').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('says what is wrong with what it is given', async () => {
    const page = await browser.newPage();
    await page.goto(host.url);
    const failure = (code: string) => use(page, `try { ${code} } catch (error) { return error.message }`);
    expect(await failure('createPlayer(element, { html: "<html></html>" })')).toMatch(
      /html is not the page of a project/,
    );
    expect(await failure('createPlayer(element, { html }).seek("two")')).toMatch(/number of seconds \(got two\)/);
  });

  it.each(['light', 'dark'] as const)('has a page that shows it, in %s', async (colorScheme) => {
    const page = await browser.newPage({ viewport: { width: 900, height: 1_000 }, colorScheme });
    const complaints = complaintsOf(page);
    await page.goto(`${api.deps.apiHost}/docs/preview-player`);
    await page.locator('#play').isEnabled();
    await page.locator('#clock').filter({ hasText: '2.0 of 8.0 s' }).waitFor();
    const images = page.frameLocator('#film iframe').locator('img, .clip img');
    await expect
      .poll(() => images.evaluateAll((all: { naturalWidth: number }[]) => all.map((one) => one.naturalWidth)))
      .toEqual([640, 640]);
    await page.screenshot({ path: `${folder}docs-preview-player-${colorScheme}.png` });
    await page.locator('#play').click();
    await page.locator('#play').filter({ hasText: 'Pause' }).waitFor();
    await page.locator('#time').fill('6');
    await page.locator('#clock').filter({ hasText: '6.0 of 8.0 s' }).waitFor();
    await page.screenshot({ path: `${folder}docs-preview-player-${colorScheme}-6.png` });
    expect(complaints).toEqual([]);
  });
});
