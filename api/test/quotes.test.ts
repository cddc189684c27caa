import { forSuite } from '@framemill/testing/for-suite';
import { beforeAll, expect, it } from 'vitest';
import { sharedServedApi } from './shared-api.ts';

const api = forSuite(sharedServedApi);
let projectId: string;
const account = forSuite(() => api.account());
beforeAll(async () => {
  const limits = { where: { id: account.accountId }, data: { limits: { concurrentRenders: 1 } } };
  await api.deps.database.client.account.update(limits);
  const title = { op: 'addTextClip', text: 'Hello {{name}}', start: 0, duration: 2 };
  const created = await api.send(account, 'POST', '/v1/projects', { name: 'quoted', commands: [title] });
  projectId = created.body.project.id;
});

const quote = (more: object = {}) => api.send(account, 'POST', '/v1/renders', { projectId, dryRun: true, ...more });
const renders = () => api.deps.database.client.render.count({ where: { accountId: account.accountId } });

it('a dry run answers 200 with a quote, and creates and charges nothing', async () => {
  const { status, body } = await quote({ resolution: 'tiny' });
  expect(status).toBe(200);
  expect(body.quote).toMatchObject({
    ...{ renders: 1, durationSec: 2, frames: { total: 60 }, pool: 'cpu' },
    allowance: {
      exports: { needed: 1, used: 0, limit: 1_000 },
      ...{ concurrentRenders: { used: 0, limit: 1 }, refusedBy: null },
    },
    credits: { charged: 0, remaining: 6_000 },
  });
  expect(body.applied).toMatchObject({ resolution: 'half', watermark: false, note: expect.stringContaining('tiny') });
  expect(await renders()).toBe(0);
  const { body: me } = await api.send(account, 'GET', '/v1/me');
  expect(me.account.exports.used).toBe(0);
});

it('a dry run is refused as the render would be, and names a full plan instead of a 402', async () => {
  expect((await quote({ projectId: 'prj_none' })).status).toBe(404);
  expect((await quote({ format: 'avi' })).status).toBe(400);
  expect((await quote({ variables: { nane: 'Ana' } })).body.error).toMatchObject({ unknown: ['nane'] });
  expect((await quote({ dryRun: 'yes' })).status).toBe(400);
  expect((await api.send(account, 'POST', '/v1/renders', { projectId, dryRun: false })).status).toBe(202);
  expect((await api.send(account, 'POST', '/v1/renders', { projectId })).status).toBe(402);
  const full = await quote({ variables: { name: 'Ana' } });
  expect([full.status, full.body.quote.allowance.refusedBy]).toEqual([200, 'concurrentRenders']);
  expect(await renders()).toBe(1);
});
