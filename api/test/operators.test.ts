import { forSuite } from '@framemill/testing/for-suite';
import { describe, expect, it } from 'vitest';
import { runAdmin } from './admin-run.ts';
import { answerOfMe, signedInPerson } from './person.ts';
import { sharedApi } from './shared-api.ts';

const api = forSuite(sharedApi);

const person = () => signedInPerson(api);
const me = (key: string) => answerOfMe(api, key);

describe('operators', () => {
  it('suspend an app and switch it on again', async () => {
    const owner = await person();
    await runAdmin(api, 'app', 'suspend', owner.appId, '--reason', 'abuse');
    await runAdmin(api, 'app', 'suspend', owner.appId, '--reason', 'abuse');
    const events = await api.deps.database.client.outboxEvent.findMany({ where: { accountId: owner.accountId } });
    const payload = { id: owner.appId, name: 'Default', status: 'suspended' };
    expect(events).toMatchObject([{ type: 'app.suspended', appId: owner.appId, payload }]);
    const refused = await me(owner.key);
    expect([refused.status, refused.body.error.code]).toEqual([403, 'app_suspended']);
    await runAdmin(api, 'app', 'approve', owner.appId);
    await expect.poll(async () => (await me(owner.key)).status).toBe(200);
  });

  it('reject and approve only what waits for it: a rejection never lifts the kill switch', async () => {
    const owner = await person();
    const verdict = async (word: string, id: string) => {
      try {
        return (await runAdmin(api, 'app', word, id, ...(word === 'reject' ? ['--reason', 'no'] : []))).status;
      } catch (error) {
        return error instanceof Error ? error.message : error;
      }
    };
    expect(await verdict('reject', owner.appId)).toBe(
      'The app is approved, not in review. To block it, run "app suspend".',
    );
    expect(await verdict('suspend', owner.appId)).toBe('suspended');
    expect(await verdict('reject', owner.appId)).toMatch(/^The app is suspended, not in review/);
    expect((await me(owner.key)).body.error.code).toBe('app_suspended');
    const { body } = await owner.ask('POST', '/apps', { name: 'Films', scopes: ['account.read'] });
    for (const state of ['draft', 'rejected']) {
      for (const word of ['approve', 'reject']) {
        expect(await verdict(word, body.app.id)).toBe(
          `The app is ${state}, not in review. Its developer must submit it first.`,
        );
      }
      await owner.ask('POST', `/apps/${body.app.id}/submit`);
      expect(await verdict('reject', body.app.id)).toBe('rejected');
    }
  });

  it('throttle an app to 6 requests a minute, all its keys together', async () => {
    const owner = await person();
    const second = await api.key(owner);
    await runAdmin(api, 'app', 'throttle', owner.appId);
    const statuses: number[] = [];
    for (let index = 0; index < 8; index += 1)
      statuses.push((await me(index % 2 === 0 ? owner.key : second.key)).status);
    expect(statuses).toEqual([...Array(6).fill(200), 429, 429]);
    expect((await me(owner.key)).headers['x-ratelimit-limit']).toBe('6');
    await runAdmin(api, 'app', 'throttle', owner.appId, '--to', 'off');
    await expect.poll(async () => (await me(owner.key)).headers['x-ratelimit-limit']).toBe('600');
  });

  it('suspend an account until a moment, with the restriction in the answer, and lift it', async () => {
    const owner = await person();
    const until = new Date(Date.now() + 3_600_000).toISOString();
    await runAdmin(api, 'account', 'suspend', owner.accountId, '--until', until, '--reason', 'unpaid');
    const refused = await me(owner.key);
    expect([refused.status, refused.body.error.code]).toEqual([403, 'access_suspended']);
    const appeal = 'mailto:appeal@api.test';
    expect(refused.body.error.restriction).toEqual({ what: 'suspended', until, reason: 'unpaid', appeal });
    expect((await owner.ask('GET', '/apps')).body.error.code).toBe('access_suspended');
    await runAdmin(api, 'account', 'lift', owner.accountId);
    expect((await owner.ask('GET', '/apps')).status).toBe(200);
    await expect.poll(async () => (await me(owner.key)).status).toBe(200);
  });

  it('ban an account: sessions end and keys are revoked, and lifting the ban brings neither back', async () => {
    const owner = await person();
    await runAdmin(api, 'account', 'ban', owner.accountId);
    expect((await owner.ask('GET', '/apps')).status).toBe(401);
    expect((await me(owner.key)).status).toBe(401);
    await runAdmin(api, 'account', 'lift', owner.accountId);
    expect((await me(owner.key)).status).toBe(401);
    expect((await owner.ask('GET', '/apps')).status).toBe(401);
    const again = await api.key(owner);
    expect((await me(again.key)).status).toBe(200);
  });

  it.each([
    [['account', 'suspend', 'none', '--until', '2020-01-01'], /--until must be a date in the future/],
    [['account', 'suspend', 'none'], /no account none/],
    [['account', 'ban', 'none'], /no account none/],
    [['account', 'lift', 'none'], /no account none/],
    [['app', 'approve', 'none'], /no app none/],
    [['app', 'approve', 'none', '--scopes', 'all'], /"all" is not a scope/],
    [['app', 'throttle', 'none', '--to', 'maybe'], /--to must be on or off/],
  ])('are told what is wrong with %j', async (words, message) => {
    await expect((async () => runAdmin(api, ...words))()).rejects.toThrow(message);
  });
});
