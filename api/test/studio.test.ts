import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { forSuite } from '@framemill/testing/for-suite';
import { describe, expect, it } from 'vitest';
import { scopeNames } from '../src/auth/scopes.ts';
import { routes } from '../src/routes/index.ts';
import { readBuild } from '../src/studio/install-studio.ts';
import { sharedApi } from './shared-api.ts';

const api = forSuite(sharedApi);

describe("the API's routes behind the session", () => {
  it('are all there, and answer as with a key', async () => {
    const account = await api.account();
    const login = await api.signIn(account);
    const { body } = await api.send(null, 'POST', '/api/studio/projects', { name: 'Mine' }, login);
    const path = `projects/${body.project.id}?view=document`;
    const [bySession, byKey] = await Promise.all([
      api.send(null, 'GET', `/api/studio/${path}`, undefined, login),
      api.send(account, 'GET', `/v1/${path}`),
    ]);
    expect(bySession.body).toEqual(byKey.body);
    for (const { method, path: below } of routes) {
      const url = `/api/studio${below.replace(/:\w+/g, 'unknown')}`;
      const answer = await api.send(null, method, url, undefined, { origin: login.origin });
      expect([method, below, answer.status, answer.body.error.code]).toEqual([method, below, 401, 'unauthorized']);
    }
  });

  it('open to no key, and not to requests of other sites', async () => {
    const account = await api.account();
    const login = await api.signIn(account);
    expect((await api.send(account, 'GET', '/api/studio/me')).status).toBe(401);
    const send = (headers: Record<string, string>) =>
      api.send(null, 'POST', '/api/studio/projects', { name: 'Theirs' }, headers);
    expect((await send({ ...login, origin: 'https://evil.example' })).status).toBe(401);
    expect((await send({ cookie: login.cookie })).status).toBe(401);
    expect((await send(login)).status).toBe(201);
    expect((await api.send(null, 'GET', '/v1/me', undefined, login)).status).toBe(401);
  });

  it("say that a session called, with all scopes, and count a person's calls apart from their keys", async () => {
    const account = await api.account({ plan: 'hobby' });
    const login = await api.signIn(account);
    const answer = await api.send(null, 'GET', '/api/studio/me', undefined, login);
    expect(answer.body.credential).toEqual({
      ...{ type: 'session', keyId: null, appId: null, environment: 'live', scopes: scopeNames },
    });
    const limit = Number(answer.headers['x-ratelimit-limit']);
    expect(limit).toBeGreaterThan(0);
    expect(answer.headers['x-ratelimit-remaining']).toBe(String(limit - 1));
    const again = await api.send(null, 'GET', '/api/studio/me', undefined, login);
    expect(again.headers['x-ratelimit-remaining']).toBe(String(limit - 2));
  });

  it("end with the session, and hide other people's projects", async () => {
    const owner = await api.account();
    const { body } = await api.send(owner, 'POST', '/v1/projects', { name: 'Mine' });
    const login = await api.signIn(await api.account());
    const url = `/api/studio/projects/${body.project.id}`;
    expect((await api.send(null, 'GET', url, undefined, login)).status).toBe(404);
    await api.send(null, 'POST', '/api/auth/sign-out', undefined, login);
    expect((await api.send(null, 'GET', '/api/studio/me', undefined, login)).status).toBe(401);
  });
});

describe('who is signed in', () => {
  it('is told without a token or a hash of one', async () => {
    const account = await api.account();
    const login = await api.signIn(account);
    const { body, status } = await api.send(null, 'GET', '/api/studio/session', undefined, login);
    expect([status, body.account.id, body.account.role]).toEqual([200, account.accountId, 'user']);
    expect(JSON.stringify(body)).not.toContain(login.cookie.split('=')[1]);
    expect((await api.send(null, 'GET', '/api/studio/session')).status).toBe(401);
  });

  it('is offered the demo account that npm start made, and no account that only looks like it', async () => {
    const { client } = api.deps.database;
    const demoEmail = async () => (await api.send(null, 'GET', '/api/studio/welcome')).body.demoEmail;
    expect(await demoEmail()).toBeNull();
    const row = { name: 'Demo', plan: 'hobby' };
    await client.account.create({ data: { ...row, id: 'acc_like', email: 'demo-like@framemill.local' } });
    expect(await demoEmail()).toBeNull();
    const plan = 'self-hosted';
    await client.account.create({ data: { ...row, plan, id: 'acc_demo', email: 'demo-1@framemill.local' } });
    expect(await demoEmail()).toBe('demo-1@framemill.local');
  });
});

describe("the Studio's files", () => {
  it('come with a content policy without exceptions, the page under each of its addresses', async () => {
    for (const url of ['/studio', '/studio/', '/studio/projects/prj_1/edit', '/studio/index.html']) {
      const { status, headers } = await api.send(null, 'GET', url);
      expect([url, status, headers['content-type']]).toEqual([url, 200, 'text/html; charset=utf-8']);
      expect(headers['cache-control']).toBe('no-cache');
      const policy = headers['content-security-policy'] ?? '';
      expect(policy).toContain("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self';");
      expect(policy).toContain("worker-src 'self'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy.replace("'wasm-unsafe-eval'", '')).not.toMatch(/unsafe|\*|https:/);
    }
  });

  it('have no script and no style within the page, and are kept for a year', async () => {
    const { bytes } = await api.send(null, 'GET', '/studio');
    const page = bytes.toString();
    expect(page).not.toMatch(/<style|<script(?![^>]* src=)|\son\w+=|style="/);
    const [asset = ''] = page.match(/\/studio\/assets\/[\w.-]+\.js/) ?? [];
    const plain = await api.send(null, 'GET', asset);
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const packed = await api.send(null, 'GET', asset, undefined, { 'accept-encoding': 'gzip, br' });
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
    expect(gunzipSync(packed.bytes).equals(plain.bytes)).toBe(true);
    expect((await api.send(null, 'GET', '/studio/assets/index-gone.js')).status).toBe(404);
  });

  it('include the browser engine, whose worker loads only its own files and files of signed addresses', async () => {
    const names = [...readBuild(path.resolve(import.meta.dirname, '../../studio/build')).keys()];
    const [script = ''] = names.filter((name) => /^assets\/engine-[\w-]{10}\/engine\.js$/.test(name));
    const folder = `/studio/${path.dirname(script)}`;
    const host = 'studio.example:8443';
    const { headers, status } = await api.send(null, 'GET', `/studio/${script}`, undefined, { host });
    expect([status, headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8']);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const reached = [`${folder}/`, '/signed/'].map((place) => `http://${host}${place}`);
    const scripts = ['graphics.js', 'packed-fonts.js', 'animations.js'].map(
      (name) => `http://${host}${folder}/${name}`,
    );
    const loaded = `'wasm-unsafe-eval' ${scripts.join(' ')}`;
    const policy = `default-src 'none'; script-src ${loaded}; connect-src ${reached.join(' ')}; worker-src blob:`;
    expect(headers['content-security-policy']).toBe(policy);
    const exporting = await api.send(null, 'GET', `${folder}/export.js`, undefined, { host });
    expect(exporting.headers['content-security-policy']).toBe(policy);
    const forged = await api.send(null, 'GET', `/studio/${script}`, undefined, { host: "x; script-src 'unsafe-eval'" });
    expect(forged.headers['content-security-policy'] ?? '').not.toContain("'unsafe-eval'");
    const wasm = 'application/wasm';
    const types = { 'kernels.wasm': wasm, 'harfbuzz.wasm': wasm, 'graphics.js': 'text/javascript; charset=utf-8' };
    for (const [name, type] of Object.entries({ ...types, 'fonts/Inter_400Regular.ttf': 'font/ttf' })) {
      const answer = await api.send(null, 'GET', `${folder}/${name}`);
      expect([name, answer.status, answer.headers['content-type']]).toEqual([name, 200, type]);
      expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    }
    for (const gone of [`${folder}/fonts/Unknown.ttf`, '/studio/assets/engine-0123456789/fonts/Inter_400Regular.ttf']) {
      const { status, headers: answered } = await api.send(null, 'GET', gone);
      expect([gone, status, answered['cache-control']]).toEqual([gone, 404, undefined]);
    }
    // No page loads it before the editor wants it.
    const page = (await api.send(null, 'GET', '/studio')).bytes.toString();
    expect(page).not.toContain('engine-');
  });

  it('are those of the build folder and no others; none when there is no build', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'framemill-studio-'));
    await mkdir(path.join(folder, 'assets'));
    await writeFile(path.join(folder, 'index.html'), '<p>');
    await writeFile(path.join(folder, 'assets/font.woff2'), 'x');
    const build = readBuild(folder);
    expect([...build.keys()].sort()).toEqual(['assets/font.woff2', 'index.html']);
    expect(build.get('assets/font.woff2')).toMatchObject({ type: 'font/woff2', gzipped: null });
    await rm(folder, { recursive: true });
    expect(readBuild(folder).size).toBe(0);
    const { status } = await api.send(null, 'GET', '/studio/assets/..%2f..%2fpackage.json');
    expect(status).toBe(404);
  });
});
