import { forSuite } from '@framemill/testing/for-suite';
import { beforeAll, describe, expect, it } from 'vitest';
import { costOf } from './list-costs.ts';
import { startApi } from './start-api.ts';

const special: Record<number, { email: string; name: string }> = {
  5: { email: 'anna.100%@example.org', name: 'Ännä 100% Ltd' },
  9: { email: 'x_y@films.example', name: '猫 の 写真' },
};

/** Returns account `i`; account 1 is the oldest. */
const accountOf = (i: number) => ({
  id: `acc_${String(i).padStart(32, '0')}`,
  ...(special[i] ?? { email: `user${i}@example.org`, name: `Person ${i}` }),
});

for (const { count, tags } of [
  { count: 3_000, tags: [] },
  { count: 200_000, tags: 'full' },
])
  describe(`the operators' search in ${count} accounts`, { tags }, () => {
    const api = forSuite(() => startApi());
    let session: Awaited<ReturnType<typeof api.signIn>>;
    beforeAll(async () => {
      const { client } = api.deps.database;
      const admin = await api.account();
      // The oldest one: it is in no result that a test compares.
      const data = { role: 'admin', createdAt: new Date(0), email: 'operator@localhost', name: 'Operator' };
      await client.account.update({ where: { id: admin.accountId }, data });
      const [index] = await client.$queryRaw<{ sql: string }[]>`
        SELECT indexdef AS sql FROM pg_indexes WHERE indexname = 'Account_parts_idx'`;
      // One build is quicker than 200,000 insertions.
      await client.$executeRaw`DROP INDEX "Account_parts_idx"`;
      await client.$executeRawUnsafe(`
        INSERT INTO "Account" (id, email, name, plan, "createdAt", "updatedAt")
        SELECT 'acc_' || lpad(i::text, 32, '0'), 'user' || i || '@example.org', 'Person ' || i, 'studio',
          localtimestamp - interval '1 second' * (${count} - i), localtimestamp
        FROM generate_series(1, ${count}) AS i`);
      await client.$executeRawUnsafe(index?.sql ?? '');
      for (const [i, { email, name }] of Object.entries(special))
        await client.account.update({ where: { id: accountOf(Number(i)).id }, data: { email, name } });
      await client.$executeRaw`VACUUM (ANALYZE)`;
      session = await api.signIn(admin);
    }, 600_000);

    /** Reads up to three pages of 20 accounts that the search finds, and returns their ids. */
    async function find(search: string): Promise<string[]> {
      const ids: string[] = [];
      for (let cursor = '', page = 0; page < 3; page += 1) {
        const url = `/api/studio/operators/accounts?limit=20&search=${encodeURIComponent(search)}${cursor}`;
        const { status, body } = await api.send(null, 'GET', url, undefined, session);
        expect(status, JSON.stringify(body)).toBe(200);
        ids.push(...body.accounts.map(({ id }: { id: string }) => id));
        if (body.nextCursor === null) break;
        cursor = `&cursor=${body.nextCursor}`;
      }
      return ids;
    }

    /** Returns the ids of the first 60 accounts that match, newest first. */
    function expected(search: string): string[] {
      const ids: string[] = [];
      const part = search.toLowerCase();
      for (let i = count; i > 0 && ids.length < 60; i -= 1) {
        const { id, email, name } = accountOf(i);
        const isFound = [email, name].some((text) => text.toLowerCase().includes(part));
        if (isFound || id.startsWith(search)) ids.push(id);
      }
      return ids;
    }

    const rare = ['user77@', 'USER1234', 'Person 2999', '100%', '%', 'x_y', 'nnä', '猫', '猫 の', accountOf(123).id];
    const frequent = ['example', 'user', 'person 1', 'er', '7', 'acc_0000', 'acc_'];
    it.each([...rare, ...frequent, 'nowhere', 'acc_zz'])(
      'finds the address, the name or the id: %s',
      async (search) => {
        expect(await find(search)).toEqual(expected(search));
      },
    );

    // Texts of one or two characters have no parts; operators rarely search for them.
    it.each([...rare.filter((text) => text.length > 2), ...frequent, 'nowhere', ''])(
      'reads at most 300 pages and 5 for each account shown: %s',
      async (search) => {
        const url = `/api/studio/operators/accounts?limit=20&search=${encodeURIComponent(search)}`;
        const { pages, body } = await costOf(api, session, url);
        expect(pages).toBeLessThanOrEqual(300 + 5 * body.accounts.length);
      },
    );
  });
