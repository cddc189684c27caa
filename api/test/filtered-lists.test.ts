import { forSuite } from '@framemill/testing/for-suite';
import { createDocument } from '@framemill/timeline';
import { beforeAll, describe, expect, it } from 'vitest';
import { scopeNames } from '../src/auth/scopes.ts';
import { costOf } from './list-costs.ts';
import { startApi, type TestAccount } from './start-api.ts';

/** Number of the oldest rows of each table that a list shows. */
const shown = 3;

for (const { count, most, tags } of [
  // Without its index, a list of 8,000 rows reads all of them, or all pages of the table.
  { count: 8_000, most: 100, tags: [] },
  { count: 100_000, most: 200 + 5 * shown, tags: 'full' },
])
  describe(`an account with ${count} rows of each kind`, { tags, timeout: 600_000 }, () => {
    const api = forSuite(() => startApi());
    let mine: TestAccount;
    let bot: TestAccount;
    let session: Awaited<ReturnType<typeof api.signIn>>;

    beforeAll(async () => {
      const { client } = api.deps.database;
      mine = await api.account();
      const { accountId } = mine;
      session = await api.signIn(mine);
      await client.app.create({ data: { id: 'app_other', accountId, name: 'Other', scopes: scopeNames } });
      bot = await api.key({ ...mine, appId: 'app_other' });
      const names = ['mine', 'large', 'empty'];
      await client.workspace.createMany({ data: names.map((name) => ({ id: `wsp_${name}`, accountId, name })) });
      await client.webhookEndpoint.create({
        data: { id: 'whk_mine', accountId, url: 'https://example.org', events: [], secret: '', createdAt: new Date(0) },
      });
      const account = `'${accountId}'`;
      const at = `localtimestamp - interval '1 second' * (${count} - i)`;
      const few = `i <= ${shown}`;
      const document = `'${JSON.stringify(createDocument())}'`;
      const rows = `FROM generate_series(1, ${count}) AS i`;
      for (const sql of [
        `INSERT INTO "Batch" (id, "accountId", "projectId", status, format, quality, resolution, total, "createdAt",
         "updatedAt", "completedAt")
       SELECT 'bat_' || i, ${account}, CASE WHEN ${few} THEN 'prj_mine' ELSE 'prj_other' END, 'COMPLETED', 'mp4',
         'standard', 'full', 0, ${at}, ${at}, ${at} ${rows}`,
        `INSERT INTO "WebhookDelivery" (id, "endpointId", "eventId", type, body, status, "createdAt")
       SELECT 'dlv_' || i, 'whk_mine', 'evt_' || i, 'render.completed', '{}',
         CASE WHEN ${few} THEN 'FAILED' ELSE 'DELIVERED' END, ${at} ${rows}`,
        `INSERT INTO "Destination" (id, "accountId", name, kind, settings, secret, "fileName", listed, "createdAt",
         "updatedAt")
       SELECT 'dst_' || i, ${account}, 'Bucket', 's3', '{}', '', 'film', ${few}, ${at}, ${at} ${rows}`,
        `INSERT INTO "WebhookEndpoint" (id, "accountId", url, events, secret, "updatedAt", "createdAt", "batchId")
       SELECT 'whk_' || i, ${account}, 'https://example.org', '{}', '', ${at}, ${at},
         CASE WHEN ${few} THEN NULL ELSE 'bat_' || i END ${rows}`,
        `INSERT INTO "ApiKey" (id, "accountId", "appId", hash, last4, environment, scopes, "createdAt")
       SELECT 'key_' || i, ${account}, CASE WHEN ${few} THEN 'app_other' ELSE '${mine.appId}' END,
         encode(sha256(i::text::bytea), 'hex'), '0000', 'live', '{}', ${at} ${rows}`,
        `INSERT INTO "TelegramUser" (id, "appId", "userId", "accountId", "createdAt")
       SELECT 'tgu_' || i, CASE WHEN ${few} THEN 'app_other' ELSE '${mine.appId}' END, i, ${account}, ${at} ${rows}`,
        `INSERT INTO "Project" (id, "accountId", name, document, "createdAt", "updatedAt", "workspaceId")
       SELECT 'prj_' || i, ${account}, 'Film', ${document}, ${at}, ${at},
         CASE WHEN ${few} THEN 'wsp_mine' ELSE 'wsp_large' END ${rows}`,
      ])
        await client.$executeRawUnsafe(sql);
      await client.$executeRaw`VACUUM (ANALYZE)`;
    }, 600_000);

    it.each([
      ['batches of a project', '/api/studio/batches?projectId=prj_mine', 0],
      ['failed webhook deliveries', '/api/developer/webhooks/whk_mine/deliveries?status=FAILED', 0],
      ['destinations', '/api/studio/destinations', 0],
      ['webhook endpoints', '/api/developer/webhooks', 1],
      ['keys of an app', '/api/developer/keys?appId=app_other', 1],
      ['projects of a workspace', '/api/studio/projects?workspace=wsp_mine', 0],
      ['workspaces', '/api/studio/workspaces?limit=3', 0],
    ])('the list of %s reads only what it shows', async (_what, url, others) => {
      const { pages, rows } = await costOf(api, session, url);
      expect(rows).toBe(shown + others);
      expect(pages).toBeLessThanOrEqual(most);
    });

    it('the list of end users of a bot reads only what it shows', async () => {
      const { pages, rows } = await costOf(api, bot, '/v1/telegram/users');
      expect(rows).toBe(shown);
      expect(pages).toBeLessThanOrEqual(most);
    });

    it('the list of all keys reads a page of them', async () => {
      const { pages, rows } = await costOf(api, session, '/api/developer/keys?limit=10');
      expect(rows).toBe(10);
      expect(pages).toBeLessThanOrEqual(most);
    });
  });
