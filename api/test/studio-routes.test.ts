import { redisChannels } from '@framemill/scheduler/protocol';
import { forSuite } from '@framemill/testing/for-suite';
import { describe, expect, it } from 'vitest';
import { studioRoutes } from '../src/studio/routes/index.ts';
import { sharedApi } from './shared-api.ts';
import type { TestAccount } from './start-api.ts';

const api = forSuite(sharedApi);

/** Returns a function that sends Studio requests as a signed-in user. */
async function signedIn(account: TestAccount) {
  const login = await api.signIn(account);
  return (method: string, url: string, body?: unknown) => api.send(null, method, `/api/studio${url}`, body, login);
}

async function admin() {
  const account = await api.account();
  await api.deps.database.client.account.update({ where: { id: account.accountId }, data: { role: 'admin' } });
  return account;
}

describe("the Studio's own routes", () => {
  it('have an address each that no other route has', () => {
    const places = studioRoutes.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(places).size).toBe(places.length);
    for (const { path } of studioRoutes) expect(path).toMatch(/^\/api\/studio\//);
  });

  it('answer 401 to whoever is not signed in, and those of operators 404 to whoever is no admin', async () => {
    const ask = await signedIn(await api.account());
    for (const { method, path, access, examples, takesBody } of studioRoutes) {
      const url = path.replace(/:\w+/g, 'unknown');
      const body = takesBody ? examples[0]?.body : undefined;
      if (access !== 'anyone') {
        const anonymous = await api.send(null, method, url, body, { origin: api.deps.apiHost });
        expect([method, path, anonymous.status]).toEqual([method, path, 401]);
      }
      if (access !== 'admin') continue;
      const answer = await ask(method, url.replace('/api/studio', ''), body);
      expect([method, path, answer.status, answer.body.error.code]).toEqual([method, path, 404, 'not_found']);
    }
  });

  it('have a limit of their own, above what a person with many pages open asks for', async () => {
    const ask = await signedIn(await api.account());
    const statuses: number[] = [];
    for (let round = 0; round < 61; round++) {
      const answers = await Promise.all(Array.from({ length: 10 }, () => ask('GET', '/session')));
      statuses.push(...answers.map(({ status }) => status));
    }
    expect(statuses.slice(0, 600).filter((status) => status !== 200)).toEqual([]);
    expect(statuses.slice(600)).toContain(429);
  });

  it('tell what a render was ordered with, to order it again, but for addresses that were signed for it', async () => {
    const owner = await api.account();
    const own = await signedIn(owner);
    const commands = [{ op: 'addTextClip', text: 'Dear {{who}}', start: 0, duration: 1 }];
    const projectId = (await api.send(owner, 'POST', '/v1/projects', { name: 'Card', commands })).body.project.id;
    const asked = {
      ...{ projectId, variables: { who: 'Ana' }, qc: { maxBlackSec: 2 }, smart: false },
      outputs: [
        { format: 'mp4', captions: 'embedded', chapters: true },
        { format: 'poster', atSec: 0.5 },
      ],
    };
    const destination = { url: 'https://127.0.0.1/films/{fileName}?signature=secret' };
    const { render } = (await api.send(owner, 'POST', '/v1/renders', { ...asked, destination })).body;
    expect((await own('GET', `/renders/${render.id}/order`)).body).toEqual({ order: asked });
    const stranger = await signedIn(await api.account());
    expect((await stranger('GET', `/renders/${render.id}/order`)).status).toBe(404);
    const { order } = (await own('GET', `/renders/${render.id}/order`)).body;
    expect((await api.send(owner, 'POST', '/v1/renders', order)).status).toBe(202);
    // That of an item stands with its batch.
    const { outputs, qc } = asked;
    const items = [{ variables: { who: 'Bo' }, reference: 'r1' }];
    const { batch } = (await api.send(owner, 'POST', '/v1/batches', { projectId, items, outputs, qc })).body;
    const { client } = api.deps.database;
    await client.renderOrder.delete({ where: { renderId: render.id } });
    expect((await own('GET', `/renders/${render.id}/order`)).body).toEqual({ order: null });
    await client.batchItem.updateMany({ where: { batchId: batch.id }, data: { renderId: render.id } });
    const full = { quality: 'standard', compression: 'fast', resolution: 'full' };
    expect((await own('GET', `/renders/${render.id}/order`)).body.order).toEqual({
      ...{ projectId, variables: { who: 'Bo' }, qc },
      outputs: outputs.map((output) => ({ ...output, ...full })),
    });
  });

  it("hide other people's projects and renders", async () => {
    const owner = await api.account();
    const commands = [{ op: 'addShapeClip', kind: 'circle', start: 0, duration: 1 }];
    const { body } = await api.send(owner, 'POST', '/v1/projects', { name: 'Mine', commands });
    const started = await api.send(owner, 'POST', '/v1/renders', { projectId: body.project.id });
    const ask = await signedIn(await api.account());
    expect((await ask('GET', `/projects/${body.project.id}/poster?rev=1`)).status).toBe(404);
    expect((await ask('POST', `/projects/${body.project.id}/duplicate`)).status).toBe(404);
    expect((await ask('GET', `/renders/${started.body.render.id}/map`)).status).toBe(404);
    const own = await signedIn(owner);
    expect((await own('GET', `/renders/${started.body.render.id}/map`)).body).toEqual({ segments: [], failures: [] });
  });
});

describe('a copy of a project', () => {
  it('has the same document under a name of its own, at rev 1, whatever its size', async () => {
    const account = await api.account();
    const { body } = await api.send(account, 'POST', '/v1/projects', { name: 'Film' });
    for (let from = 0; from < 300; from += 50) {
      const commands = Array.from({ length: 50 }, (_, index) => {
        return { op: 'addShapeClip', kind: 'circle', start: from + index, duration: 1 };
      });
      await api.send(account, 'POST', `/v1/projects/${body.project.id}/commands`, { commands });
    }
    const ask = await signedIn(account);
    const copy = await ask('POST', `/projects/${body.project.id}/duplicate`);
    expect([copy.status, copy.body.project.name]).toEqual([201, 'Film copy']);
    const read = async (id: string) =>
      (await api.send(account, 'GET', `/v1/projects/${id}?view=document`)).body.project;
    const [old, made] = [await read(body.project.id), await read(copy.body.project.id)];
    expect([made.rev, made.clipCount, made.durationSec, made.document.settings.name]).toEqual([
      1,
      300,
      300,
      'Film copy',
    ]);
    expect(made.document.clips).toEqual(old.document.clips);
  });

  it('counts against the projects of the plan', async () => {
    const account = await api.account({ plan: 'hobby' });
    const ask = await signedIn(account);
    const { plans } = api.deps;
    const most = plans.find('hobby').maxProjects ?? 0;
    const ids: string[] = [];
    for (let made = 0; made < most; made += 1) {
      ids.push((await ask('POST', '/projects', { name: `Film ${made}` })).body.project.id);
    }
    const { status, body } = await ask('POST', `/projects/${ids[0] ?? ''}/duplicate`);
    expect([status, body.error.code]).toEqual([402, 'quota_exceeded']);
  });
});

describe('the ledger', () => {
  it('lists what was added and taken, newest first, page by page, of the account alone', async () => {
    const account = await api.account();
    await api.send(account, 'GET', '/v1/me');
    const data = [-3, -2].map((delta, index) => {
      const createdAt = new Date(Date.now() + index * 1_000);
      return { id: `led_${index}`, accountId: account.accountId, delta, kind: 'charge', reason: 'planner', createdAt };
    });
    await api.deps.database.client.ledgerEntry.createMany({ data });
    const ask = await signedIn(account);
    const first = await ask('GET', '/ledger?limit=2');
    expect(first.body.entries.map(({ delta }: { delta: number }) => delta)).toEqual([-2, -3]);
    const second = await ask('GET', `/ledger?limit=2&cursor=${first.body.nextCursor}`);
    expect(second.body.entries).toMatchObject([{ kind: 'grant' }]);
    expect(second.body.nextCursor).toBeNull();
  });
});

describe('a frame', () => {
  it('is 503 with the reason and what to do where no node is connected', async () => {
    const account = await api.account();
    const commands = [{ op: 'addShapeClip', kind: 'circle', start: 0, duration: 1 }];
    const { project } = (await api.send(account, 'POST', '/v1/projects', { name: 'Film', commands })).body;
    const ask = await signedIn(account);
    const answers = await Promise.all([
      ask('GET', `/projects/${project.id}/frame?rev=1&at=0`),
      ask('GET', `/projects/${project.id}/poster?rev=1`),
      api.send(account, 'GET', `/v1/projects/${project.id}/preview?format=image`),
    ]);
    for (const { status, body, headers } of answers) {
      expect([status, body.error.code, headers['retry-after']]).toEqual([503, 'unavailable', '30']);
      expect(body.error.message).toMatch(/was not rendered: no render node is connected\. Try again later\./);
    }
  });
});

describe("an operator's pages", () => {
  it('show accounts, and find them by address, name and id', async () => {
    const [account, other] = [await admin(), await api.account()];
    const ask = await signedIn(account);
    const { body } = await ask('GET', `/operators/accounts?search=${other.accountId}`);
    expect(body.accounts).toMatchObject([{ id: other.accountId, plan: 'studio', role: 'user', projects: 0 }]);
    expect(JSON.stringify(body)).not.toMatch(/passwordHash|argon2/);
    const page = await ask('GET', '/operators/accounts?limit=1');
    expect(page.body.accounts).toHaveLength(1);
    expect(page.body.nextCursor).not.toBeNull();
  });

  it('show plans with what their limits mean, queues, an empty farm and an empty quarantine', async () => {
    const ask = await signedIn(await admin());
    const { body } = await ask('GET', '/operators/plans');
    expect(body.plans.map(({ id }: { id: string }) => id)).toContain('self-hosted');
    expect(body.limits.map(({ name }: { name: string }) => name)).toContain('creditsPerMonth');
    expect((await ask('GET', '/operators/farm')).body).toMatchObject({ nodes: [] });
    const { queues } = (await ask('GET', '/operators/queues')).body;
    expect(queues).toContainEqual(expect.objectContaining({ queue: 'preview', kind: 'preview', engine: null }));
    expect((await ask('GET', '/operators/quarantine')).body).toEqual({ media: [] });
    const which = { accountId: 'acc_1', mediaSha256: 'none' };
    expect((await ask('POST', '/operators/quarantine/release', which)).status).toBe(404);
    expect((await ask('POST', '/operators/nodes/none/order', { order: 'drain' })).status).toBe(404);
  });
});

it('a change of a project comes to the channel of its account', () => {
  expect(redisChannels.projectEvents('prj_1')).toBe('fm:events:project:prj_1');
});
