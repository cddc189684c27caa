import { createHash } from 'node:crypto';
import { forSuite } from '@framemill/testing/for-suite';
import { beforeAll, describe, expect, it } from 'vitest';
import { costOf } from './list-costs.ts';
import { startApi, type TestAccount } from './start-api.ts';

const special: Record<number, string> = {
  3: 'Beach at dawn 100%.mov',
  5: 'beach_walk.MP4',
  7: '猫 の 写真.png',
  9: 'q.wav',
};

/** Returns the name of file `i` of `count`; file 1 is the oldest. */
function nameOf(i: number, count: number): string {
  if (special[i] !== undefined) return special[i];
  if (i % 1_000 === 20) return `Sunset ${i}.mov`;
  return i <= count / 2 ? `Holiday_${i}.mp4` : `IMG_${i}.jpg`;
}

const nameSql = (count: number) => `CASE ${Object.entries(special)
  .map(([i, name]) => `WHEN i = ${i} THEN '${name}'`)
  .join(' ')} WHEN i % 1000 = 20 THEN 'Sunset ' || i || '.mov'
  WHEN i <= ${count / 2} THEN 'Holiday_' || i || '.mp4' ELSE 'IMG_' || i || '.jpg' END`;

/** Maximum number of entries that a test reads from one list. */
const mostRead = 250;

for (const { count, tags } of [
  { count: 5_000, tags: [] },
  { count: 400_000, tags: 'full' },
])
  describe(`an account with ${count} media`, { tags, timeout: 600_000 }, () => {
    const api = forSuite(() => startApi());
    let account: TestAccount;
    beforeAll(async () => {
      const { client } = api.deps.database;
      account = await api.account();
      await client.account.update({ where: { id: account.accountId }, data: { requestsPerMinute: 100_000 } });
      const [index] = await client.$queryRaw<{ sql: string }[]>`
        SELECT indexdef AS sql FROM pg_indexes WHERE indexname = 'Media_parts_idx'`;
      // One build is quicker than 400,000 insertions.
      await client.$executeRaw`DROP INDEX "Media_parts_idx"`;
      await client.$executeRawUnsafe(`
        INSERT INTO "Media" (id, "accountId", name, status, kind, "sizeBytes", sha256, "objectKey", "createdAt")
        SELECT 'med_' || md5(i::text), '${account.accountId}', ${nameSql(count)}, 'READY',
          CASE WHEN i = 9 THEN 'audio' ELSE 'video' END, 1000, encode(sha256(i::text::bytea), 'hex'), 'uploads/' || i,
          localtimestamp - interval '1 second' * ((${count} - i) / 2)
        FROM generate_series(1, ${count}) AS i`);
      await client.$executeRaw`
        INSERT INTO "Ingest" ("mediaId", part, status)
        SELECT id, part, 'FAILED' FROM "Media", unnest(ARRAY['picture', 'sound']) AS part`;
      await client.$executeRawUnsafe(index?.sql ?? '');
      await client.$executeRaw`VACUUM (ANALYZE)`;
    }, 600_000);

    /** Reads a list page by page, until it has `mostRead` names or ends, and returns the names and the requests. */
    async function readList(query: string): Promise<{ names: string[]; requests: number }> {
      const names: string[] = [];
      let requests = 0;
      for (let cursor: string | null = ''; cursor !== null && names.length < mostRead; requests += 1) {
        const after: string = cursor === '' ? '' : `&cursor=${cursor}`;
        const { status, body } = await api.send(account, 'GET', `/v1/media?limit=100&${query}${after}`);
        expect(status, JSON.stringify(body)).toBe(200);
        names.push(...body.media.map(({ name }: { name: string }) => name));
        cursor = body.nextCursor;
      }
      return { names, requests };
    }

    const rare = ['beach', 'BEACH', '100%', 'h_w', '猫', '猫 写', 'dawn beach', 'q.', '%', 'nowhere', 'beach img'];
    const frequent = ['img', 'sunset', 'holiday', 'Holiday_77', 'mp4 holiday', 'd', '7', 'jpg 99'];
    it.each([...rare, ...frequent])('finds names that contain all words, newest first, each once: %s', async (q) => {
      const { names, requests } = await readList(`q=${encodeURIComponent(q)}`);
      const wanted = namesWith(q.split(' '), count);
      expect(names).toEqual(wanted.slice(0, names.length));
      expect(names.length).toBeGreaterThanOrEqual(Math.min(wanted.length, mostRead));
      if (rare.includes(q)) expect([wanted.length < 5, requests]).toEqual([true, 1]);
    });

    const searches = ['beach', 'img', 'nowhere', 'holiday', 'sunset', 'holiday_', 'd', 'mp4+holiday', 'q&kind=audio'];
    it.each([...['', 'kind=audio', 'kind=font', 'kind=video', 'q=img&kind=video'], ...searches.map((q) => `q=${q}`)])(
      'reads at most 200 pages and 5 for each file shown, at any depth: %s',
      async (query) => {
        const [far] = await api.deps.database.client.$queryRaw<{ id: string; createdAt: Date }[]>`
        SELECT id, "createdAt" FROM "Media" WHERE id = 'med_' || md5(${String(count / 4)})`;
        const deep = Buffer.from(`${far?.createdAt.getTime()}.${far?.id}`).toString('base64url');
        for (const after of ['', `&cursor=${deep}`]) {
          const { pages, rows } = await costOf(api, account, `/v1/media?limit=50&${query}${after}`);
          expect(pages, `${query}${after}: ${rows} rows`).toBeLessThanOrEqual(200 + 5 * rows);
        }
      },
    );
  });

/** Returns the names that contain all words, in the order of the list: newest first, then by id. */
function namesWith(words: string[], count: number): string[] {
  const found: { name: string; age: number; id: string }[] = [];
  for (let i = 1; i <= count; i += 1) {
    const name = nameOf(i, count);
    if (!words.every((word) => name.toLowerCase().includes(word.toLowerCase()))) continue;
    found.push({ name, age: Math.floor((count - i) / 2), id: createHash('md5').update(String(i)).digest('hex') });
  }
  found.sort((a, b) => a.age - b.age || (a.id < b.id ? 1 : -1));
  return found.map(({ name }) => name);
}
