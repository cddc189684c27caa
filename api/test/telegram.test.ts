import { forSuite } from '@framemill/testing/for-suite';
import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../src/ids.ts';
import { sharedApi } from './shared-api.ts';
import type { TestAccount } from './start-api.ts';

const api = forSuite(sharedApi);
const mine = forSuite(() => api.account());
beforeAll(async () => {
  for (const userId of ['1001', '1002', '1003']) await addUser(mine, userId);
  await addUser(await api.account(), '1001');
});

async function addUser({ accountId, appId }: TestAccount, userId: string): Promise<void> {
  const data = { id: newId('tgu'), appId, accountId, userId, username: `u${userId}`, firstName: 'Ann' };
  await api.deps.database.client.telegramUser.create({
    data: { ...data, usedToday: 4, usedDay: new Date('2020-01-01') },
  });
}
const patch = (who: TestAccount, user: string, body: object) =>
  api.send(who, 'PATCH', `/v1/telegram/users/${user}`, body);

describe('end users of a bot', () => {
  it("are listed page by page, an app's own alone", async () => {
    const first = await api.send(mine, 'GET', '/v1/telegram/users?limit=2');
    expect([first.status, first.body.users.length]).toEqual([200, 2]);
    const last = await api.send(mine, 'GET', `/v1/telegram/users?limit=2&cursor=${first.body.nextCursor}`);
    const users = [...first.body.users, ...last.body.users].map(({ user }: { user: string }) => user);
    expect([users.sort(), last.body.nextCursor]).toEqual([['1001', '1002', '1003'], null]);
  });

  it('are shown with what they used today, not on another day', async () => {
    const { body } = await api.send(mine, 'GET', '/v1/telegram/users/1001');
    expect(body.user).toMatchObject({ user: '1001', username: 'u1001', blocked: false, dailyLimit: 5, usedToday: 0 });
    const none = await api.send(mine, 'GET', '/v1/telegram/users/9');
    expect([none.status, none.body.error.code]).toEqual([404, 'not_found']);
  });

  it('are blocked once, which is told of, and limited', async () => {
    const changed = await patch(mine, '1002', { blocked: true, dailyLimit: 0 });
    expect(changed.body.user).toMatchObject({ user: '1002', blocked: true, dailyLimit: 0 });
    await patch(mine, '1002', { blocked: true });
    const where = { accountId: mine.accountId, type: 'telegram.end_user.blocked' };
    const events = await api.deps.database.client.outboxEvent.findMany({ where });
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({ appId: mine.appId, payload: { user: '1002', blocked: true } });
  });

  it('are changed with live keys only', async () => {
    const answer = await patch(await api.key(mine, { environment: 'test' }), '1003', { blocked: true });
    expect([answer.status, answer.body.error.code]).toEqual([403, 'insufficient_scope']);
    expect(answer.body.error.scope).toBe('telegram.users.write');
    // Refused before the limiter, as for every scope.
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('x-ratelimit'))).toEqual([]);
  });

  it('are changed 120 times a minute for an app, whatever its keys', async () => {
    const app = await api.account({ plan: 'enterprise' });
    await addUser(app, '7');
    const keys = [app, await api.key(app)];
    const statuses: number[] = [];
    for (let index = 0; index < 122; index += 1) {
      statuses.push((await patch(keys[index % 2] ?? app, '7', { dailyLimit: index })).status);
    }
    expect(statuses.slice(0, 120)).toEqual(Array(120).fill(200));
    expect(statuses.slice(120)).toEqual([429, 429]);
  });
});
