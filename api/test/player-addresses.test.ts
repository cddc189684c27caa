import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { hasBrowserFor, launchBrowser } from '@framemill/testing/browser';
import { forSuite } from '@framemill/testing/for-suite';
import { type FileServer, startFileServer } from '@framemill/testing/local-server';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { suspendAccount } from '../src/operators/restrict-account.ts';
import { signPlayerAddress } from '../src/player/player-addresses.ts';
import { pngBytes } from './multipart-form.ts';
import { startServedApi } from './shared-api.ts';
import type { TestAccount } from './start-api.ts';

const api = forSuite(() => startServedApi({ listens: true }));
const account = forSuite(() => api.account());
const open = (url: string) => api.inject({ method: 'GET', url, headers: { origin: 'https://else.where' } });
const withVariables = (url: string, values: unknown) =>
  `${url}?variables=${encodeURIComponent(JSON.stringify(values))}`;

const title = { op: 'addTextClip', text: '{{greeting}} {{name|World}}', start: 0, duration: 2 };

/** Creates a project with an image of its own. Returns its id and that of the image. */
async function projectOf(owner: TestAccount, commands: object[] = [title]) {
  const { body: upload } = await api.upload(owner, { name: 'a.png', data: pngBytes(`player ${owner.accountId}`) });
  const image = { op: 'addClip', type: 'image', src: upload.media.id, start: 0, duration: 2, trackIndex: 0 };
  const all = [image, ...commands];
  const { body } = await api.send(owner, 'POST', '/v1/projects', { name: 'Played', commands: all });
  return { id: body.project.id as string, mediaId: upload.media.id as string };
}

async function addressOf(owner: TestAccount, id: string, fields: object = {}): Promise<string> {
  const { status, body } = await api.send(owner, 'POST', `/v1/projects/${id}/player-addresses`, fields);
  expect(status).toBe(200);
  return body.url.slice(api.deps.apiHost.length);
}

it('an address opens a project with its media for pages of any origin, without a credential', async () => {
  const { id, mediaId } = await projectOf(account);
  const { status, body } = await api.send(account, 'POST', `/v1/projects/${id}/player-addresses`, {
    expiresInSec: 600,
  });
  expect([status, body.scriptUrl]).toEqual([200, `${api.deps.apiHost}/vendor/framemill-player.js`]);
  expect(Math.abs(Date.parse(body.expiresAt) - Date.now() - 600_000)).toBeLessThan(10_000);
  const url: string = body.url.slice(api.deps.apiHost.length);
  const film = await open(withVariables(url, { greeting: 'Hello' }));
  expect([film.status, film.headers['access-control-allow-origin']]).toEqual([200, '*']);
  expect(film.headers).not.toHaveProperty('access-control-allow-credentials');
  const { document, media } = film.body;
  expect(document.clips.map(({ textStyle }: { textStyle?: { content: string } }) => textStyle?.content)).toEqual(
    expect.arrayContaining(['Hello World']),
  );
  expect(Object.keys(media)).toEqual([mediaId]);
  expect(media[mediaId].facts).toMatchObject({ kind: 'image', mimeType: 'image/png' });
  const file = await open(media[mediaId].url);
  expect([file.status, file.headers['access-control-allow-origin']]).toEqual([200, '*']);
});

it('pages cannot set fixed variables, unknown ones, and those that name media', async () => {
  const { id, mediaId } = await projectOf(account);
  const photo = { op: 'addClip', type: 'image', src: `{{photo|${mediaId}}}`, start: 0, duration: 1, trackIndex: 1 };
  const { body } = await api.send(account, 'POST', `/v1/projects/${id}/commands`, { commands: [photo] });
  expect(body.results.map(({ ok }: { ok: boolean }) => ok)).toEqual([true]);
  const url = await addressOf(account, id, { variables: { greeting: 'Hi' } });
  expect((await open(url)).status).toBe(200);
  const problem = async (values: unknown) => {
    const answer = await open(withVariables(url, values));
    return [answer.status, answer.headers['access-control-allow-origin'], answer.body.error.message];
  };
  expect(await problem({ greeting: 'Ho' })).toEqual([400, '*', expect.stringMatching(/"greeting" has a value/)]);
  expect(await problem({ photo: mediaId })).toEqual([400, '*', expect.stringMatching(/"photo" names a media file/)]);
  expect(await problem({ other: 1 })).toEqual([400, '*', expect.stringMatching(/no variables other/)]);
  expect(await problem(['a'])).toEqual([400, '*', expect.stringMatching(/JSON object like/)]);
  const many = Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`v${at}`, at]));
  expect(await problem(many)).toEqual([400, '*', expect.stringMatching(/at most 50 numbers and strings/)]);
  expect(await problem({ name: 'x'.repeat(8_000) })).toEqual([400, '*', expect.stringMatching(/8000 characters/)]);
  const missing = await open(await addressOf(account, id));
  expect([missing.status, missing.body.error.message]).toEqual([400, expect.stringMatching(/greeting/)]);
});

it('values that are fixed must be those of the project, and fit into an address', async () => {
  const { id } = await projectOf(account);
  const send = (variables: object) => api.send(account, 'POST', `/v1/projects/${id}/player-addresses`, { variables });
  expect((await send({ nobody: 'x' })).body.error.message).toMatch(/no variables nobody/);
  expect((await send({ name: 'x'.repeat(1_000) })).body.error.message).toMatch(/too long for an address: \d+ bytes/);
  expect((await send({ name: 'x'.repeat(900) })).status).toBe(200);
  const longest = await addressOf(account, id, { variables: { name: 'x'.repeat(965), greeting: '' }, aspect: '9:16' });
  const { status, body } = await open(longest);
  expect([status, body.document.settings.height > body.document.settings.width]).toEqual([200, true]);
});

it.each([
  ['of another project', (url: string) => `${url.slice(0, 30)}AAAA${url.slice(34)}`],
  ['that is forged', (url: string) => url.replace(/\.[\w-]{6}/, '.AAAAAA')],
  ['without a signature', (url: string) => url.replace(/\.[\w-]{43}/, '')],
  ['with an empty signature', (url: string) => url.replace(/\.[\w-]{43}/, '.')],
])('an address %s opens nothing', async (_what, change) => {
  const { id } = await projectOf(account);
  const { status, body, headers } = await open(change(await addressOf(account, id)));
  expect([status, body.error.code]).toEqual([401, 'unauthorized']);
  expect(headers['access-control-allow-origin']).toBe('*');
});

it('an address ends at its time, with its project, and while the account is suspended', async () => {
  const owner = await api.account();
  const { id } = await projectOf(owner, []);
  const at = (expiresSec: number) => signPlayerAddress(api.deps, { projectId: id, expiresSec, variables: {} });
  const now = Math.floor(Date.now() / 1_000);
  expect((await open(await at(now + 60))).status).toBe(200);
  const expired = await open(await at(now - 1));
  expect([expired.status, expired.body.error.message]).toEqual([401, expect.stringMatching(/has expired/)]);
  expect(expired.headers['cache-control']).toBeUndefined();
  const url = await addressOf(owner, id);
  const account = { id: owner.accountId, actor: 'operator:test' };
  await suspendAccount(api.deps.database, account, { until: null, reason: 'a private reason' });
  const suspended = await open(url);
  expect([suspended.status, suspended.bytes.toString()]).toEqual([403, expect.not.stringMatching(/private reason/)]);
  await api.deps.database.client.project.deleteMany({ where: { id } });
  expect((await open(url)).status).toBe(404);
});

it('the projects and media of other accounts have no address', async () => {
  const other = await api.account();
  const { id, mediaId } = await projectOf(other);
  const { status } = await api.send(account, 'POST', `/v1/projects/${id}/player-addresses`, {});
  expect(status).toBe(404);
  const own = await projectOf(account);
  const photo = { op: 'addClip', type: 'image', src: `{{photo|${own.mediaId}}}`, start: 0, duration: 1, trackIndex: 1 };
  await api.send(account, 'POST', `/v1/projects/${own.id}/commands`, { commands: [photo] });
  const url = await addressOf(account, own.id, { variables: { photo: mediaId, greeting: 'Hi' } });
  const film = await open(url);
  expect([film.status, Object.keys(film.body.media)]).toEqual([200, [own.mediaId]]);
});

it('a project that is too large for the main thread is read on a worker thread', async () => {
  const long = { ...title, text: 'x'.repeat(10_000) };
  const { id } = await projectOf(
    account,
    Array.from({ length: 12 }, () => long),
  );
  const film = await open(await addressOf(account, id));
  expect([film.status, film.body.document.clips.length]).toEqual([200, 13]);
  expect(film.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'access-control-allow-origin': '*',
    'cache-control': 'private, max-age=60',
  });
  const refused = await open(withVariables(await addressOf(account, id), { other: 1 }));
  expect([refused.status, refused.body.error.code]).toEqual([400, 'invalid_request']);
});

it('the player and its engine are the same for every origin, compressed, and without secrets', async () => {
  const script = await open('/vendor/framemill-player.js');
  expect([script.status, script.headers['access-control-allow-origin']]).toEqual([200, '*']);
  const folder = /engine-[\w-]{10}/.exec(script.bytes.toString())?.[0];
  for (const [file, type] of [
    ['engine.js', 'text/javascript; charset=utf-8'],
    ['kernels.wasm', 'application/wasm'],
    ['harfbuzz.wasm', 'application/wasm'],
    ['fonts/Inter_400Regular.ttf', 'font/ttf'],
  ]) {
    const answer = await open(`/vendor/${folder}/${file}`);
    expect([file, answer.status, answer.headers['content-type']]).toEqual([file, 200, type]);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=31536000, immutable',
    });
  }
  const headers = { 'accept-encoding': 'gzip' };
  const packed = await api.inject({ method: 'GET', url: `/vendor/${folder}/engine.js`, headers });
  expect([packed.headers['content-encoding'], packed.bytes.length < 250_000]).toEqual(['gzip', true]);
  for (const url of ['/vendor/engine-0000000000/engine.js', `/vendor/${folder}/other.js`, '/vendor/x/fonts/y.ttf']) {
    expect((await open(url)).status).toBe(404);
  }
});

describe.skipIf(!hasBrowserFor('The player is'))('the player in a browser', () => {
  let browser: Browser;
  let host: FileServer;
  let body = '';
  const folder = fileURLToPath(new URL('../test-output/', import.meta.url));
  beforeAll(async () => {
    await mkdir(folder, { recursive: true });
    browser = await launchBrowser();
    host = await startFileServer((_request, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(`<!doctype html><body style="margin:0">${body}`);
    });
  });
  afterAll(async () => {
    await browser?.close();
    await host?.close();
  });

  /** Returns the share of pixels of the player's canvas that have nearly the given colour. */
  const shareOf = (rgb: readonly number[]) => `(() => {
    const canvas = document.querySelector('framemill-player').shadowRoot.querySelector('canvas');
    if (!canvas) return 0;
    const context = new OffscreenCanvas(64, 36).getContext('2d');
    context.drawImage(canvas, 0, 0, 64, 36);
    const { data } = context.getImageData(0, 0, 64, 36);
    let count = 0;
    for (let at = 0; at < data.length; at += 4) {
      if (${JSON.stringify(rgb)}.every((value, index) => Math.abs(data[at + index] - value) < 12)) count += 1;
    }
    return count / (64 * 36);
  })()`;

  it('plays a project on a page of another origin, with values of the page', async () => {
    const square = { op: 'addShapeClip', kind: 'rectangle', start: 0, duration: 2 };
    const style = { fill: '#d02020', width: 1920, height: 1080 };
    const bound = { op: 'updateClip', clipId: '$0.clipId', patch: { variables: { 'shape.fill': '{{fill}}' } } };
    const commands = [{ ...square, style }, bound];
    const { body: made } = await api.send(account, 'POST', '/v1/projects', { name: 'Square', commands });
    expect(made.results.map(({ ok }: { ok: boolean }) => ok)).toEqual([true, true]);
    const { id } = made.project;
    const url = `${api.deps.apiHost}${await addressOf(account, id)}`;
    body =
      `<script type="module" src="${api.deps.apiHost}/vendor/framemill-player.js"></script>` +
      `<framemill-player controls style="width:640px" src="${url}"></framemill-player>`;
    const page = await browser.newPage({ viewport: { width: 640, height: 400 } });
    await page.goto(host.url);
    await expect.poll(() => page.evaluate(shareOf([208, 32, 32]))).toBeGreaterThan(0.8);
    await page.evaluate("document.querySelector('framemill-player').variables = { fill: '#2040d0' }");
    await expect.poll(() => page.evaluate(shareOf([32, 64, 208]))).toBeGreaterThan(0.8);
    await page.screenshot({ path: `${folder}player-element.png` });
    await page.close();
  });

  it.each(['light', 'dark'] as const)('has a page that shows it, in %s', async (colorScheme) => {
    const page = await browser.newPage({ viewport: { width: 900, height: 1_000 }, colorScheme });
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.goto(`${api.deps.apiHost}/docs/player`);
    const player = (property: string) => page.evaluate(`document.getElementById('video').${property}`);
    await expect.poll(() => player('duration')).toBe(8);
    await page.locator('#color').fill('#20d040');
    await page.locator('#title').fill('Below the sea');
    await page.locator('#title').press('Tab');
    await expect.poll(() => player('variables')).toEqual({ title: 'Below the sea', color: '#20d040' });
    await page.evaluate(`new Promise((done) => {
      video.addEventListener('seeked', done, { once: true });
      video.currentTime = 2;
    })`);
    await page.screenshot({ path: `${folder}docs-player-${colorScheme}.png` });
    await page.screenshot({ path: `${folder}docs-player-${colorScheme}-whole.png`, fullPage: true });
    expect(await player('error')).toBeNull();
    expect(complaints).toEqual([]);
    await page.close();
  });
});
