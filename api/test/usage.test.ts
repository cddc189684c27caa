import { forSuite } from '@framemill/testing/for-suite';
import { describe, expect, it } from 'vitest';
import { chargeIn, refundIn } from '../src/credits/ledger.ts';
import { createRequestCounter } from '../src/usage/request-counter.ts';
import { usageRecord } from '../src/usage/usage-record.ts';
import { mp4Bytes } from './multipart-form.ts';
import { startServedApi } from './shared-api.ts';
import type { TestAccount } from './start-api.ts';

const api = forSuite(startServedApi);
let account: TestAccount;

const usageOf = async (owner: TestAccount) => (await api.send(owner, 'GET', '/v1/usage')).body;

describe('usage', () => {
  it('counts requests, renders, credits and storage of the month, and by day', async () => {
    account = await api.account();
    const commands = [{ op: 'addTextClip', text: 'Hi', start: 0, duration: 2 }];
    const { project } = (await api.send(account, 'POST', '/v1/projects', { name: 'u', commands })).body;
    const first = await api.send(account, 'POST', '/v1/renders', { projectId: project.id });
    await api.send(account, 'POST', '/v1/renders', { projectId: project.id });
    await api.send(account, 'POST', `/v1/renders/${first.body.render.id}/cancel`);
    await api.upload(account, { name: 'a.mp4', data: mp4Bytes('usage', 5_000) });
    const { accountId } = account;
    await chargeIn(api.deps.database.client, api.deps.plans, { accountId, credits: 30, reason: 'a' });
    const { chargeId } = await chargeIn(api.deps.database.client, api.deps.plans, {
      accountId,
      credits: 12,
      reason: 'b',
    });
    await refundIn(api.deps.database.client, chargeId, 'b failed');
    const answer = await usageOf(account);
    expect(answer).toMatchObject({
      requests: 6,
      renders: { used: 1, limit: 1_000 },
      credits: { used: 30, remaining: 5_970, perMonth: 6_000 },
      storage: { usedBytes: 5_000, limitBytes: 200_000_000_000 },
    });
    expect(Date.parse(answer.period.end) - Date.parse(answer.period.start)).toBeGreaterThan(27 * 86_400_000);
    expect(answer.daily).toEqual([
      { date: new Date().toISOString().slice(0, 10), requests: 6, renders: 1, credits: 30 },
    ]);
  });

  it('does not count what the limiter refused, nor what had no key', async () => {
    const hobby = await api.account({ plan: 'hobby', environment: 'test' });
    for (let call = 0; call < 25; call += 1) await api.send(hobby, 'GET', '/v1/me');
    await api.send(null, 'GET', '/v1/me');
    expect((await usageRecord(api.deps, hobby.accountId)).requests).toBeLessThanOrEqual(20);
    const studio = await api.key(hobby, { environment: 'test' });
    expect((await usageOf(studio)).requests).toBe(21);
  });

  it('shows every day of the period, those of before not', async () => {
    const owner = await api.account();
    const { client } = api.deps.database;
    const createdAt = new Date('2026-01-15T10:00:00Z');
    await client.account.update({ where: { id: owner.accountId }, data: { createdAt } });
    const days = ['2026-03-10', '2026-03-20', '2026-03-21', '2026-04-01'];
    await client.requestDay.createMany({
      data: days.map((day, index) => ({ accountId: owner.accountId, day: new Date(day), requests: index + 1 })),
    });
    const usage = await usageRecord(api.deps, owner.accountId, new Date('2026-04-02T23:59:00Z'));
    expect(usage.period).toEqual({ start: '2026-03-15T10:00:00.000Z', end: '2026-04-15T10:00:00.000Z' });
    expect(usage.daily).toHaveLength(19);
    expect([usage.daily[0]?.date, usage.daily.at(-1)?.date]).toEqual(['2026-03-15', '2026-04-02']);
    expect(usage.requests).toBe(9);
    expect(usage.daily.find(({ date }) => date === '2026-03-21')?.requests).toBe(3);
  });

  it('divides the first day of the period at its time, and shows 0 without a history', async () => {
    const owner = await api.account();
    const { client } = api.deps.database;
    const { accountId } = owner;
    await client.account.update({ where: { id: accountId }, data: { createdAt: new Date('2026-01-15T10:00:00Z') } });
    const empty = await usageRecord(api.deps, accountId, new Date('2026-03-15T12:00:00Z'));
    expect(empty).toMatchObject({ credits: { used: 0 }, storage: { usedBytes: 0 } });
    expect(empty.daily).toEqual([{ date: '2026-03-15', requests: 0, renders: 0, credits: 0 }]);
    for (const [index, time] of ['2026-03-15T09:59:59.999Z', '2026-03-15T10:00:00Z'].entries()) {
      const createdAt = new Date(time);
      const render = { format: 'mp4', quality: 'high', resolution: 'full', profile: {}, projectId: 'prj_usage' };
      await client.render.create({ data: { ...render, id: `rnd_usage_${index}`, accountId, createdAt } });
      const entry = { kind: 'charge', delta: -3 - index, reason: 'a' };
      await client.ledgerEntry.create({ data: { ...entry, id: `led_usage_${index}`, accountId, createdAt } });
    }
    const { credits, daily } = await usageRecord(api.deps, accountId, new Date('2026-03-15T12:00:00Z'));
    expect(credits.used).toBe(4);
    expect(daily).toEqual([{ date: '2026-03-15', requests: 0, renders: 1, credits: 7 }]);
  });
});

it('counts of several processes and days add up, and accounts that are gone do no harm', async () => {
  const { accountId } = await api.account();
  const { database, log } = api.deps;
  let day = '2026-05-01T23:59:59Z';
  const [one, two] = [1, 2].map(() => createRequestCounter(database, log, () => Date.parse(day)));
  one?.count(accountId);
  two?.count(accountId);
  await one?.flush();
  day = '2026-05-02T00:00:00Z';
  one?.count(accountId);
  one?.count('acc_gone');
  await Promise.all([one?.close(), two?.close()]);
  const rows = await database.client.requestDay.findMany({ where: { accountId }, orderBy: { day: 'asc' } });
  expect(rows.map(({ requests }) => requests)).toEqual([2, 1]);
});
