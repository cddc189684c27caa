import { randomBytes } from 'node:crypto';
import { redisKeys } from '@framemill/scheduler/protocol';
import { forSuite } from '@framemill/testing/for-suite';
import { describe, expect, it } from 'vitest';
import { sharedApi } from './shared-api.ts';
import type { TestAccount } from './start-api.ts';

const api = forSuite(sharedApi);

async function newProject(owner: TestAccount): Promise<string> {
  const commands = [{ op: 'addTextClip', text: 'Hi', start: 0, duration: 2, style: { fontSize: 60 } }];
  return (await api.send(owner, 'POST', '/v1/projects', { name: 'r', commands })).body.project.id;
}

describe('renders of a live key', () => {
  it('are queued with the defaults and can be polled', async () => {
    const owner = await api.account();
    const projectId = await newProject(owner);
    const answer = await api.send(owner, 'POST', '/v1/renders', { projectId });
    expect(answer.status).toBe(202);
    const { render, applied, poll } = answer.body;
    expect(render).toMatchObject({
      ...{ projectId, status: 'PENDING', progress: 0, format: 'mp4', quality: 'standard', resolution: 'full' },
      ...{ url: null, error: null },
    });
    expect(applied).toEqual({ resolution: 'full', watermark: false, priority: true });
    const polled = await api.send(owner, 'GET', poll);
    expect(polled.status).toBe(200);
    expect(polled.body.render).toEqual(render);
    expect((await api.send(owner, 'GET', '/v1/me')).body.account.exports.used).toBe(1);
  });

  it('are fifty at once on the plan of the operator, each of a film of its own, and none is refused', async () => {
    const owner = await api.account({ plan: 'self-hosted' });
    const films = Array.from({ length: 50 }, async () => {
      const projectId = await newProject(owner);
      const answer = await api.send(owner, 'POST', '/v1/renders', { projectId });
      return [answer.status, answer.body.applied?.watermark];
    });
    expect(await Promise.all(films)).toEqual(Array(50).fill([202, false]));
    const { account } = (await api.send(owner, 'GET', '/v1/me')).body;
    expect(account).toMatchObject({ exports: { used: 50, limit: null }, limits: { maxConcurrentRenders: null } });
    const weights = await api.deps.database.client.render.findMany({
      where: { accountId: owner.accountId },
      select: { weight: true },
      distinct: ['weight'],
    });
    expect(weights).toEqual([{ weight: 10 }]);
  });

  it('are laid out for the aspect ratio of each output, and say which it is', async () => {
    const owner = await api.account();
    const projectId = await newProject(owner);
    const outputs = [{ format: 'mp4' }, { format: 'mp4', aspect: '9:16' }, { format: 'poster', aspect: '1:1' }];
    const { quote } = (await api.send(owner, 'POST', '/v1/renders', { projectId, outputs, dryRun: true })).body;
    // Two films of another shape share no frame.
    expect(quote.frames).toMatchObject({ total: 60 + 60 + 1, toRender: 60 + 60 + 1 });
    const { render } = (await api.send(owner, 'POST', '/v1/renders', { projectId, outputs })).body;
    expect(render).toMatchObject({ aspect: null, outputs: [{ aspect: null }, { aspect: '9:16' }, { aspect: '1:1' }] });
    const rows = await api.deps.database.client.render.findMany({
      where: { projectId },
      orderBy: { outputIndex: 'asc' },
    });
    expect(rows.map(({ profile }) => profile)).toMatchObject([
      { width: 1920, height: 1080 },
      { width: 1080, height: 1920 },
      { width: 1080, height: 1080 },
    ]);
    const single = await api.send(owner, 'POST', '/v1/renders', { projectId, aspect: '4:5' });
    expect(single.body.render).toMatchObject({ aspect: '4:5', outputs: null });
  });

  it.each([
    ['a ratio that there is not', { aspect: '3:2' }, '3:2'],
    ['sound', { format: 'mp3', aspect: '9:16' }, 'mp3'],
    ['a contact sheet', { outputs: [{ format: 'mp4' }, { format: 'contact-sheet', aspect: '9:16' }] }, 'contact-sheet'],
    ['text', { outputs: [{ format: 'mp4' }, { format: 'srt', aspect: '9:16' }] }, 'srt'],
    ['outputs beside one for all', { outputs: [{ format: 'mp4' }], aspect: '9:16' }, 'aspect'],
  ])('refuse an aspect of %s, and queue nothing', async (_, body, said) => {
    const owner = await api.account();
    const projectId = await newProject(owner);
    const answer = await api.send(owner, 'POST', '/v1/renders', { projectId, ...body });
    expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_request']);
    expect(answer.body.error.message).toContain(said);
    expect((await api.send(owner, 'GET', '/v1/me')).body.account.exports.used).toBe(0);
  });

  it('take any other resolution as half', async () => {
    const owner = await api.account();
    const projectId = await newProject(owner);
    const body = { projectId, resolution: '720p', format: 'webm', quality: 'high' };
    const { render, applied } = (await api.send(owner, 'POST', '/v1/renders', body)).body;
    expect([render.resolution, applied.resolution, render.format, render.quality]).toEqual([
      'half',
      'half',
      'webm',
      'high',
    ]);
    expect(applied.note).toMatch(
      /^The resolution "720p" means half the size: there are full and half\. .*setProjectSettings/,
    );
    const long = await api.send(owner, 'POST', '/v1/renders', { projectId, resolution: 'x'.repeat(5_000) });
    expect([long.status, long.body.applied.resolution]).toEqual([202, 'half']);
    expect(long.body.applied.note.length).toBeLessThan(300);
    const half = await api.send(owner, 'POST', '/v1/renders', { projectId, resolution: 'half' });
    expect(half.body.applied).toEqual({ resolution: 'half', watermark: false, priority: true });
  });

  it('name the fields of a request that had no effect', async () => {
    const owner = await api.account({ environment: 'test' });
    const projectId = await newProject(owner);
    const answer = await api.send(owner, 'POST', '/v1/renders', { projectId, qualty: 'draft', zebra: 1 });
    expect([answer.status, answer.body.render.quality]).toEqual([202, 'standard']);
    expect(answer.body.ignored).toEqual(['qualty (did you mean quality?)', 'zebra']);
    const clean = await api.send(owner, 'POST', '/v1/renders', { projectId, quality: 'draft' });
    expect(clean.body).not.toHaveProperty('ignored');
    const batch = { commands: [{ op: 'addMarkers', markers: [], anything: 1 }], dry_run: true };
    const applied = await api.send(owner, 'POST', `/v1/projects/${projectId}/commands`, batch);
    expect(applied.body.ignored).toEqual(['dry_run (did you mean dryRun?)']);
  });

  it('are polled from the mirror, and from the database when it is gone', async () => {
    const owner = await api.account();
    const { render } = (await api.send(owner, 'POST', '/v1/renders', { projectId: await newProject(owner) })).body;
    const mirrored = { ...render, status: 'PROCESSING', progress: 41 };
    const key = redisKeys.render(render.id);
    const copy = { accountId: owner.accountId, record: mirrored, readMs: Date.now() };
    await api.deps.redis.set(key, JSON.stringify(copy));
    expect((await api.send(owner, 'GET', `/v1/renders/${render.id}`)).body.render).toEqual(mirrored);
    await api.deps.redis.del(key);
    expect((await api.send(owner, 'GET', `/v1/renders/${render.id}`)).body.render.status).toBe('PENDING');
  });

  it('are refused over the concurrent renders of the plan, and nothing is queued', async () => {
    const owner = await api.account({ plan: 'studio' });
    const projectId = await newProject(owner);
    const start = () => api.send(owner, 'POST', '/v1/renders', { projectId });
    const answers = await Promise.all([start(), start(), start(), start(), start(), start(), start()]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([202, 202, 202, 202, 202, 402, 402]);
    expect(answers.find((answer) => answer.status === 402)?.body.error.code).toBe('quota_exceeded');
    expect((await api.send(owner, 'GET', `/v1/renders?projectId=${projectId}`)).body.renders).toHaveLength(5);
  });

  it('are cancelled once; a finished one answers 409', async () => {
    const owner = await api.account({ plan: 'team' });
    const { render } = (await api.send(owner, 'POST', '/v1/renders', { projectId: await newProject(owner) })).body;
    const cancelled = await api.send(owner, 'POST', `/v1/renders/${render.id}/cancel`);
    expect([cancelled.status, cancelled.body.render.status]).toEqual([200, 'CANCELLED']);
    expect((await api.send(owner, 'GET', `/v1/renders/${render.id}`)).body.render.status).toBe('CANCELLED');
    const again = await api.send(owner, 'POST', `/v1/renders/${render.id}/cancel`, {});
    expect([again.status, again.body.error.code]).toEqual([409, 'invalid_request']);
    expect((await api.send(owner, 'GET', '/v1/me')).body.account.exports.used).toBe(0);
    const counted = async () => (await api.deps.metrics.renders.get()).values;
    const labels = { format: 'mp4', plan: 'team', outcome: 'cancelled' };
    await expect.poll(counted).toContainEqual({ value: 1, labels });
  });

  it('of a project without clips answer 400', async () => {
    const owner = await api.account();
    const projectId = (await api.send(owner, 'POST', '/v1/projects', { name: 'empty' })).body.project.id;
    const answer = await api.send(owner, 'POST', '/v1/renders', { projectId });
    expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_request']);
  });

  it('are listed in pages, by project or of the account', async () => {
    const owner = await api.account({ plan: 'enterprise' });
    const [first, second] = [await newProject(owner), await newProject(owner)];
    for (const projectId of [first, first, second]) await api.send(owner, 'POST', '/v1/renders', { projectId });
    expect((await api.send(owner, 'GET', '/v1/renders')).body.renders).toHaveLength(3);
    const page = (await api.send(owner, 'GET', `/v1/renders?projectId=${first}&limit=1`)).body;
    expect(page.renders).toHaveLength(1);
    const next = (await api.send(owner, 'GET', `/v1/renders?projectId=${first}&limit=1&cursor=${page.nextCursor}`))
      .body;
    expect(next.renders).toHaveLength(1);
    expect(next.nextCursor).toBeNull();
  });

  it('outlive their project', async () => {
    const owner = await api.account();
    const projectId = await newProject(owner);
    const { render } = (await api.send(owner, 'POST', '/v1/renders', { projectId })).body;
    await api.send(owner, 'DELETE', `/v1/projects/${projectId}`);
    expect((await api.send(owner, 'GET', `/v1/renders/${render.id}`)).status).toBe(200);
    expect((await api.send(owner, 'GET', `/v1/renders?projectId=${projectId}`)).body.renders).toHaveLength(1);
  });
});

describe('the file of a render', () => {
  async function exported(name: string) {
    const owner = await api.account();
    const projectId = await newProject(owner);
    await api.send(owner, 'PATCH', `/v1/projects/${projectId}`, { name });
    const { render } = (await api.send(owner, 'POST', '/v1/renders', { projectId })).body;
    const exportKey = `exports/${randomBytes(24).toString('hex')}.mp4`;
    await api.deps.store.put(exportKey, Buffer.from('a film'));
    await api.deps.database.client.render.update({ where: { id: render.id }, data: { exportKey } });
    return { owner, projectId, url: `/${exportKey}` };
  }
  const disposition = async (url: string) => (await api.inject({ method: 'GET', url })).headers['content-disposition'];

  it.each([
    ['Second cut', 'inline; filename="Second cut.mp4"'],
    [
      'Über "Wien": 1/2 🎬',
      `inline; filename="?ber -Wien-- 1-2 ??.mp4"; filename*=UTF-8''%C3%9Cber%20-Wien--%201-2%20%F0%9F%8E%AC.mp4`,
    ],
  ])('is saved under the name of its project: %s', async (name, expected) => {
    expect(await disposition((await exported(name)).url)).toBe(expected);
  });

  it('keeps its own name when the project is gone', async () => {
    const { owner, projectId, url } = await exported('Gone');
    await api.send(owner, 'DELETE', `/v1/projects/${projectId}`);
    expect(await disposition(url)).toBe(`inline; filename=${url.split('/').at(-1)}`);
  });
});

describe('renders of a test key', () => {
  it.each([
    ['mp4', 'video/mp4'],
    ['webm', 'video/webm'],
    ['gif', 'image/gif'],
  ])('are a finished sample at once (%s) and cost nothing', async (format, contentType) => {
    const owner = await api.account({ plan: 'hobby', environment: 'test' });
    const answer = await api.send(owner, 'POST', '/v1/renders', { projectId: await newProject(owner), format });
    expect(answer.status).toBe(202);
    const { render } = answer.body;
    expect(render).toMatchObject({
      status: 'COMPLETED',
      progress: 100,
      url: `http://api.test/fixtures/sample.${format}`,
    });
    expect((await api.send(owner, 'GET', `/v1/renders/${render.id}`)).body.render.url).toBe(render.url);
    expect((await api.send(owner, 'GET', '/v1/renders')).body.renders[0].url).toBe(render.url);
    const file = await api.inject({ method: 'GET', url: new URL(render.url).pathname });
    expect([file.status, file.headers['content-type'], file.headers['access-control-allow-origin']]).toEqual([
      200,
      contentType,
      '*',
    ]);
    expect(file.bytes.length).toBeGreaterThan(1_000);
    expect((await api.send(owner, 'GET', '/v1/me')).body.account.exports.used).toBe(0);
  });
});
