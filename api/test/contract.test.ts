import { forSuite } from '@framemill/testing/for-suite';
import { describe, expect, it } from 'vitest';
import { scopeNames } from '../src/auth/scopes.ts';
import { errorCatalog } from '../src/http/error-catalog.ts';
import { routes } from '../src/routes/index.ts';
import { sharedServedApi } from './shared-api.ts';
import type { TestAccount } from './start-api.ts';

const api = forSuite(sharedServedApi);
const account = forSuite(() => api.account({ plan: 'enterprise' }));

const title = { op: 'addTextClip', text: 'Hi', start: 0, duration: 2, style: { fontSize: 60 } };

async function newProject(owner: TestAccount, commands: object[] = [title]): Promise<string> {
  return (await api.send(owner, 'POST', '/v1/projects', { name: 'contract', commands })).body.project.id;
}

describe('what is deliberately absent', () => {
  it.each([
    ['GET', '/v1/webhooks'],
    ['POST', '/v1/webhooks'],
    ['DELETE', '/v1/webhooks/whk_1'],
    ['POST', '/v1/ai/analyze'],
    ['POST', '/v1/uploads'],
    ['POST', '/v1/media/uploads/part'],
    ['POST', '/v1/social/posts'],
    ['POST', '/v1/recordings'],
    ['POST', '/v1/ai/inpaint'],
    ['GET', '/v1/flows'],
    ['POST', '/v1/keys'],
  ])('there is no route %s %s', async (method, url) => {
    const answer = await api.send(account, method, url, method === 'POST' ? {} : undefined);
    expect([answer.status, answer.body.error.code]).toEqual([404, 'not_found']);
  });

  it('an Idempotency-Key does nothing: the same request twice makes two of what it makes', async () => {
    const headers = { 'idempotency-key': 'the-same' };
    const made = [];
    for (let call = 0; call < 2; call += 1) {
      made.push((await api.send(account, 'POST', '/v1/projects', { name: 'twice' }, headers)).body.project.id);
    }
    expect(new Set(made).size).toBe(2);
    const [projectId] = made;
    const url = `/v1/projects/${projectId}/commands`;
    for (let call = 0; call < 2; call += 1) await api.send(account, 'POST', url, { commands: [title] }, headers);
    expect((await api.send(account, 'GET', `/v1/projects/${projectId}`)).body.project.clipCount).toBe(2);
    const renders = [];
    for (let call = 0; call < 2; call += 1) {
      renders.push((await api.send(account, 'POST', '/v1/renders', { projectId }, headers)).body.render.id);
    }
    expect(new Set(renders).size).toBe(2);
    const answer = await api.inject({ method: 'GET', url: '/openapi.json' });
    expect(answer.bytes.toString().toLowerCase()).not.toContain('idempotency');
  });

  it('renders take no document: one that is sent is ignored, and does not stand in for a project', async () => {
    const document = { version: 2, settings: {}, tracks: [], clips: [] };
    const alone = await api.send(account, 'POST', '/v1/renders', { document });
    expect([alone.status, alone.body.error.field]).toEqual([400, 'body.projectId']);
    const projectId = await newProject(account);
    const both = await api.send(account, 'POST', '/v1/renders', { projectId, document });
    expect([both.status, both.body.render.frames.total]).toEqual([202, 60]);
  });

  it('no scope grants social posting, and ai.analyze opens nothing', async () => {
    expect(scopeNames).toHaveLength(18);
    expect(scopeNames.filter((name) => /social|post/.test(name))).toEqual([]);
    expect(routes.filter((route) => route.access === 'ai.analyze' || route.access === 'webhooks.manage')).toEqual([]);
  });
});

describe('headers of every answer', () => {
  const requests: [string, string, string, number][] = [
    ['a success', 'GET', '/v1/me', 200],
    ['an unknown route', 'GET', '/v1/none', 404],
    ['an unknown resource', 'GET', '/v1/projects/none', 404],
    ['a wrong value', 'GET', '/v1/projects?limit=0', 400],
    ['the way to the Studio', 'GET', '/', 303],
    ['the page about the service', 'GET', '/about', 200],
    ['the icon', 'GET', '/favicon.ico', 200],
    ['the documentation', 'GET', '/docs', 200],
    ['a guide', 'GET', '/docs/guides/quick-start', 200],
    ['the search in the documentation', 'GET', '/docs/search?q=render', 200],
    ['the reference page', 'GET', '/docs/reference', 200],
    ['a page about an error', 'GET', '/docs/errors/not_found', 200],
    ['the changelog', 'GET', '/docs/changelog', 200],
    ['the page about webhooks', 'GET', '/docs/webhooks', 200],
    ['the page about destinations', 'GET', '/docs/destinations', 200],
    ['the page about variables', 'GET', '/docs/variables', 200],
    ['the page about providers', 'GET', '/docs/providers', 200],
    ['the page about assistants', 'GET', '/docs/assistants', 200],
    ['the page about bots', 'GET', '/docs/bots', 200],
    ['the page about plugins', 'GET', '/docs/plugins', 200],
    ['a public file', 'GET', '/fixtures/sample.gif', 200],
    ['the OpenAPI document', 'GET', '/openapi.json', 200],
  ];
  it.each(requests)('name the request, the version and refuse framing: %s', async (_what, method, url, status) => {
    const plain = await api.send(account, method, url);
    expect(plain.status).toBe(status);
    expect(plain.headers['service-version']).toBe('2026-08-01');
    expect(plain.headers['x-request-id']).toMatch(/^req_/);
    expect(plain.headers['x-frame-options']).toBe('DENY');
    expect(plain.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    const asked = await api.send(account, method, url, undefined, { 'service-version': '2030-05-05' });
    expect(asked.headers['service-version']).toBe('2030-05-05');
    expect(asked.status).toBe(status);
  });

  it.each([
    ...['/about', '/docs', '/docs/guides/commands', '/docs/search?q=render', '/docs/errors', '/docs/changelog'],
    ...['/docs/webhooks', '/docs/providers', '/docs/assistants'],
  ])('let a page run nothing and load nothing from elsewhere: %s', async (url) => {
    const page = await api.send(null, 'GET', url);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    const policy = page.headers['content-security-policy'];
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'self'; img-src 'self'; media-src 'self'; form-action 'self';/,
    );
    expect(page.bytes.toString()).not.toMatch(/<script|<style|style=|(?:src|href)="(?:https?:)?\/\//);
    for (const [, address = ''] of page.bytes.toString().matchAll(/(?:src|poster|rel="\w+" href)="([^"]+)"/g))
      expect([address, (await api.send(null, 'GET', address)).status]).toEqual([address, 200]);
  });

  it('open the API to no origin, not by a preflight either', async () => {
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
    for (const url of [
      '/v1/me',
      '/v1/projects',
      '/v1/media/uploads',
      '/api/v1/me',
      '/api/developer/webhooks',
      '/docs',
    ]) {
      for (const method of ['OPTIONS', 'GET'] as const) {
        const answer = await api.inject({ method, url, headers });
        const opened = Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'));
        expect([method, url, opened]).toEqual([method, url, []]);
      }
    }
    const file = await api.inject({ method: 'OPTIONS', url: '/fixtures/sample.mp4', headers });
    expect([file.status, file.headers['access-control-allow-origin']]).toEqual([204, '*']);
    expect(file.headers['access-control-allow-credentials']).toBeUndefined();
  });

  it('say how long the window is, not when it ends, on every answer after authentication', async () => {
    for (const url of ['/v1/me', '/v1/projects/none', '/v1/projects?limit=0']) {
      const { headers } = await api.send(account, 'GET', url);
      expect(headers['x-ratelimit-reset']).toBe('60');
      expect(headers['x-ratelimit-limit']).toBe('600');
    }
  });
});

describe('the failure body', () => {
  it('has code, message and a docs_url that is a page of this service, for every code', async () => {
    expect(Object.keys(errorCatalog)).toHaveLength(16);
    const { error } = (await api.send(account, 'GET', '/v1/projects/none')).body;
    expect(Object.keys(error).sort()).toEqual(['code', 'docs_url', 'message']);
    for (const code of Object.keys(errorCatalog)) {
      const { pathname } = new URL(error.docs_url.replace('not_found', code));
      expect((await api.inject({ method: 'GET', url: pathname })).status).toBe(200);
    }
  });
});

describe('renders and the plan', () => {
  it('of Hobby are capped, watermarked and not preferred, and the answer says so', async () => {
    const hobby = await api.account({ plan: 'hobby', environment: 'test' });
    const projectId = await newProject(hobby);
    const answer = await api.send(hobby, 'POST', '/v1/renders', { projectId });
    const { applied, poll, render } = answer.body;
    const limited = { maxHeight: 720, cappedByPlan: true };
    expect(applied).toEqual({ resolution: 'full', watermark: true, priority: false, ...limited });
    expect(poll).toBe(`/v1/renders/${render.id}`);
    const half = await api.send(hobby, 'POST', '/v1/renders', { projectId, resolution: 'half' });
    expect(half.body.applied).toEqual({ resolution: 'half', watermark: true, priority: false });
  });

  it('of Studio have no watermark and are preferred; 1080p is not capped', async () => {
    const studio = await api.account({ plan: 'studio' });
    const answer = await api.send(studio, 'POST', '/v1/renders', { projectId: await newProject(studio) });
    expect(answer.body.applied).toEqual({ resolution: 'full', watermark: false, priority: true });
  });

  it('are refused with 402 when the exports of the month are used up, and nothing is queued', async () => {
    const owner = await api.account({ plan: 'studio' });
    const projectId = await newProject(owner);
    const { client } = api.deps.database;
    await client.account.update({ where: { id: owner.accountId }, data: { exportsUsed: 1_000 } });
    const answer = await api.send(owner, 'POST', '/v1/renders', { projectId });
    expect([answer.status, answer.body.error.code]).toEqual([402, 'quota_exceeded']);
    expect((await api.send(owner, 'GET', '/v1/renders')).body.renders).toEqual([]);
  });

  it('of another account and of none are refused alike, and a render has every field of the record', async () => {
    const projectId = await newProject(account);
    const { render } = (await api.send(account, 'POST', '/v1/renders', { projectId })).body;
    const named = ['id', 'projectId', 'status', 'progress', 'format', 'resolution', 'quality', 'url', 'error'];
    expect(Object.keys(render)).toEqual(expect.arrayContaining([...named, 'createdAt', 'updatedAt']));
    const stranger = await api.account();
    const foreign = await api.send(stranger, 'GET', `/v1/renders/${render.id}`);
    const unknown = await api.send(stranger, 'GET', '/v1/renders/rnd_none');
    expect([foreign.status, foreign.body]).toEqual([404, unknown.body]);
  });
});

describe('test keys', () => {
  it('create and edit real projects, also those that a live key made', async () => {
    const test = await api.key(account, { environment: 'test' });
    const projectId = await newProject(test);
    await api.send(test, 'POST', `/v1/projects/${projectId}/commands`, { commands: [{ ...title, start: 5 }] });
    expect((await api.send(account, 'GET', `/v1/projects/${projectId}`)).body.project.clipCount).toBe(2);
  });
});

describe('batches', () => {
  it('keep what succeeded, say of each what happened, and answer 200', async () => {
    const id = await newProject(account, []);
    const commands = [title, { op: 'addClip', type: 'video', src: 'nowhere' }, { op: 'noSuchOp' }];
    const answer = await api.send(account, 'POST', `/v1/projects/${id}/commands`, { commands });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      projectId: id,
      ok: false,
      dryRun: false,
      timeline: { clipCount: 1, durationSec: 2 },
    });
    expect(answer.body.results).toMatchObject([
      { op: 'addTextClip', ok: true, data: { clipId: expect.stringMatching(/^clip_/) } },
      { op: 'addClip', ok: false, error: expect.any(String) },
      { op: 'noSuchOp', ok: false, error: expect.any(String) },
    ]);
    expect(answer.body.hint.length).toBeGreaterThan(10);
  });

  it('push a clip that overlaps to the next track, and make the track when there is none', async () => {
    const commands = [title, title, title, title, title];
    const id = await newProject(account, commands);
    const { project } = (await api.send(account, 'GET', `/v1/projects/${id}?view=document`)).body;
    expect(project.clips).toHaveLength(5);
    expect(new Set(project.clips.map((clip: { trackIndex: number }) => clip.trackIndex)).size).toBe(5);
    expect(project.tracks.length).toBeGreaterThan(4);
    expect(project.document.clips).toHaveLength(5);
  });
});
