import type { Prisma } from '@framemill/infra';
import { defaultPlans } from '@framemill/scheduler';
import { forSuite } from '@framemill/testing/for-suite';
import { describe, expect, it } from 'vitest';
import { createAccount } from '../src/account/create-account.ts';
import { addCredits, chargeIn, creditBalance, readAccountNow, refundIn } from '../src/credits/ledger.ts';
import { grantMonthlyCredits } from '../src/credits/monthly-credits.ts';
import { runAdmin } from './admin-run.ts';
import { startApi } from './start-api.ts';
import { waitingForLocks } from './waiting-for-locks.ts';

const api = forSuite(startApi);

let serial = 0;
async function newAccount() {
  const account = await createAccount(api.deps, {
    ...{ email: `credits-${serial++}@test.example`, name: 'C', plan: defaultPlans.find('hobby'), password: null },
  });
  const { database } = api.deps;
  const inMonth = (month: number) => new Date(account.createdAt.getTime() + month * 31 * 86_400_000 + 60_000);
  return {
    id: account.id,
    balance: () => creditBalance(database.client, account.id),
    charge: (credits: number, month = 0) =>
      database.client.$transaction((tx) =>
        chargeIn(tx, defaultPlans, { accountId: account.id, credits, reason: 'test' }, inMonth(month)),
      ),
    grant: (month: number, tx: Prisma.TransactionClient = database.client) =>
      grantMonthlyCredits(tx, defaultPlans, account, inMonth(month)),
  };
}

describe('the credits ledger', () => {
  it('is read with its account in one statement, and brings the credits of a new month', async () => {
    const { id, charge } = await newAccount();
    await charge(8);
    const asked: (string | symbol)[] = [];
    const client = new Proxy(api.deps.database.client, {
      get(target, name) {
        asked.push(name);
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const deps = { ...api.deps, database: { ...api.deps.database, client } };
    const [now, later] = [new Date(), new Date(Date.now() + 32 * 86_400_000)];
    expect(await readAccountNow(deps, id, now)).toMatchObject({ id, balance: 42, exportsUsed: 0, plan: 'hobby' });
    expect(asked).toEqual(['$queryRaw']);
    expect(await readAccountNow(deps, id, later)).toMatchObject({ balance: 50, createdAt: expect.any(Date) });
    asked.length = 0;
    expect((await readAccountNow(deps, id, later))?.balance).toBe(50);
    expect(asked).toEqual(['$queryRaw']);
    expect(await readAccountNow(deps, 'acc_nobody', now)).toBeNull();
  });

  it('begins with the credits of the plan, once a month whoever asks how often', async () => {
    const account = await newAccount();
    expect(await account.balance()).toBe(50);
    await account.grant(0);
    expect(await account.balance()).toBe(50);
    const grants = Array.from({ length: 5 }, () =>
      api.deps.database.client.$transaction((tx) =>
        tx.account
          .findUniqueOrThrow({ where: { id: account.id } })
          .then((row) =>
            grantMonthlyCredits(tx, defaultPlans, row, new Date(row.createdAt.getTime() + 32 * 86_400_000)),
          ),
      ),
    );
    await Promise.all(grants);
    expect(await account.balance()).toBe(50);
    const kinds = await api.deps.database.client.ledgerEntry.groupBy({
      by: ['kind'],
      where: { accountId: account.id },
      _count: true,
      orderBy: { kind: 'asc' },
    });
    expect(kinds.map(({ kind, _count }) => [kind, _count])).toEqual([
      ['expiry', 1],
      ['grant', 2],
    ]);
  });

  it('grants the whole new month when it is read several times at once and the old month was used up', async () => {
    const account = await newAccount();
    await account.charge(50);
    const { client } = api.deps.database;
    const look = () => client.$transaction((tx) => account.grant(1, tx));
    const looks = await client.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM "Account" WHERE id = ${account.id} FOR UPDATE`;
      const begun = [look(), look(), look()];
      // All three have seen that the month has no credits yet.
      await expect.poll(() => waitingForLocks(client)).toBe(3);
      return { begun };
    });
    await Promise.all(looks.begun);
    expect(await account.balance()).toBe(50);
  });

  it('charges what is there and refuses more, with the balance', async () => {
    const account = await newAccount();
    expect(await account.charge(30)).toMatchObject({ remaining: 20 });
    await expect(account.charge(21)).rejects.toMatchObject({
      code: 'insufficient_credits',
      details: { remaining: 20 },
    });
    expect(await account.balance()).toBe(20);
  });

  it('never charges more than there is when many charges come at once', async () => {
    const account = await newAccount();
    const results = await Promise.allSettled(Array.from({ length: 15 }, () => account.charge(5)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    expect(await account.balance()).toBe(0);
  });

  it('gives a charge back once', async () => {
    const account = await newAccount();
    const { chargeId } = await account.charge(40);
    await Promise.all([1, 2, 3].map(() => refundIn(api.deps.database.client, chargeId, 'provider failed')));
    expect(await account.balance()).toBe(50);
    await expect(refundIn(api.deps.database.client, 'led_none', 'x')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('lets what is left of a month go, but not what was added, which is spent last', async () => {
    const account = await newAccount();
    await addCredits(api.deps.database.client, { accountId: account.id, credits: 100, reason: 'top-up' });
    await account.charge(20);
    // 30 of the month's 50 go, the 100 stay.
    await account.grant(1);
    expect(await account.balance()).toBe(150);
    await account.charge(70, 1);
    // All 50 of the month and 20 of the added ones are spent.
    await account.grant(2);
    expect(await account.balance()).toBe(130);
  });

  it('grow with an upgrade at once, once a month whatever way up, and a downgrade takes none away', async () => {
    const account = await newAccount();
    const move = (plan: string) => runAdmin(api, 'account', 'plan', account.id, '--plan', plan);
    await addCredits(api.deps.database.client, { accountId: account.id, credits: 100, reason: 'top-up' });
    await account.charge(30);
    const balances: number[] = [];
    for (const plan of ['studio', 'studio', 'hobby', 'studio', 'creator', 'team', 'hobby', 'team', 'hobby']) {
      await move(plan);
      balances.push((await account.balance()) - 100);
    }
    expect(balances).toEqual([...Array(5).fill(5_970), ...Array(4).fill(19_970)]);
    await account.charge(500);
    // All that is left of the month goes with it, what the upgrades brought too.
    await account.grant(1);
    expect(await account.balance()).toBe(150);
    await account.charge(20, 1);
    await account.grant(2);
    expect(await account.balance()).toBe(150);
  });

  it('grow once when an account is moved up several times at once', async () => {
    const account = await newAccount();
    await Promise.all([1, 2, 3].map(() => runAdmin(api, 'account', 'plan', account.id, '--plan', 'team')));
    expect(await account.balance()).toBe(20_000);
  });

  // The balance passes a tenth of the month's credits, and is a tenth.
  it.each([
    [[44, 2, 1, 3], 4],
    [[40, 5, 5], 5],
  ])('tells once that they are low and once that they are used up', async (charges, low) => {
    const account = await newAccount();
    for (const credits of charges) await account.charge(credits);
    const events = await api.deps.database.client.outboxEvent.findMany({
      where: { accountId: account.id },
      orderBy: { createdAt: 'asc' },
    });
    expect(events.map(({ type, payload }) => [type, payload])).toEqual([
      ['credits.low', { remaining: low, perMonth: 50, resetsAt: expect.any(String) }],
      ['credits.exhausted', { remaining: 0, perMonth: 50, resetsAt: expect.any(String) }],
    ]);
  });

  it('cannot be changed afterwards, and goes with its account', async () => {
    const account = await newAccount();
    const { client } = api.deps.database;
    const where = { accountId: account.id };
    await expect(client.ledgerEntry.updateMany({ where, data: { delta: 1_000 } })).rejects.toThrow(/append-only/);
    await expect(client.ledgerEntry.deleteMany({ where })).rejects.toThrow(/append-only/);
    await client.account.delete({ where: { id: account.id } });
    expect(await client.ledgerEntry.count({ where })).toBe(0);
  });
});
