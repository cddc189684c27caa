import { randomBytes } from 'node:crypto';
import { createLogger, type Database } from '@framemill/infra';
import { forSuite } from '@framemill/testing/for-suite';
import { beforeAll, expect, it } from 'vitest';
import manifest from '../plugin-example/manifest.json' with { type: 'json' };
import { loadOauthSecrets } from '../src/oauth/oauth-secrets.ts';
import { checkSecrets, resealSecrets } from '../src/secrets/reseal-secrets.ts';
import { createSecretBox, keyIdOfSealed, sealedColumns, valuesOf } from '../src/secrets/secret-box.ts';
import { runAdmin } from './admin-run.ts';
import { addPlugin } from './plugin-world.ts';
import { SECRETS_KEY } from './start-api.ts';
import { botToken } from './telegram/bot-api-server.ts';
import { openBotWorld } from './telegram/bot-world.ts';

const world = forSuite(() => openBotWorld({ isIdle: true }));
let database: Database;
/** Plain texts of the secrets that the service must be able to decrypt again, by name. */
const secrets: Record<string, string> = {};
beforeAll(async () => {
  const { api, telegram, owner } = world;
  database = api.deps.database;
  secrets.plugin = await addPlugin(api, { ...manifest, endpoint: 'http://127.0.0.1:9' });
  secrets.given = 'token-of-the-account-at-the-plugin';
  await owner.ask('PUT', '/plugins/palette/secret', { value: secrets.given });
  secrets.botToken = botToken;
  secrets.botSecret = telegram.webhook?.secret ?? '';
  const { body } = await owner.ask('POST', '/webhooks', { url: 'http://127.0.0.1:9/hook' });
  secrets.oldWebhook = body.secret;
  secrets.webhook = (await owner.ask('POST', `/webhooks/${body.endpoint.id}/secret`)).body.secret;
  const { cookieKeys, jwks } = await loadOauthSecrets(api.deps);
  secrets.cookieKey = cookieKeys[0] ?? '';
  secrets.tokenKey = String(Object(jwks.keys[0]).d);
});

/** Returns the contents of all database tables as text. */
async function dump(): Promise<string> {
  const tables = await database.client.$queryRaw<{ name: string }[]>`
    SELECT quote_ident(table_name) AS "name" FROM information_schema.tables WHERE table_schema = current_schema()`;
  const texts: string[] = [];
  for (const { name } of tables) {
    const rows = await database.client.$queryRawUnsafe<{ row: string }[]>(
      `SELECT "t"::text AS "row" FROM ${name} AS "t"`,
    );
    texts.push(...rows.map(({ row }) => row));
  }
  expect(tables.length).toBeGreaterThan(30);
  return texts.join('\n');
}

/** Returns the ids of the keys with which the stored values are encrypted; null for a value that is not encrypted. */
async function keysInUse(): Promise<(string | null)[]> {
  const all = sealedColumns.map(valuesOf).join(' UNION ALL ');
  const rows = await database.client.$queryRawUnsafe<{ value: string }[]>(all);
  return rows.map(({ value }) => keyIdOfSealed(value));
}

it('no dump of the database holds a secret that must be read again', async () => {
  const text = await dump();
  expect(Object.values(secrets).every((secret) => secret.length > 15)).toBe(true);
  for (const [name, secret] of Object.entries(secrets)) expect(text.includes(secret), name).toBe(false);
  // The search would find them: what is no secret is there.
  expect(text).toContain('http://127.0.0.1:9/hook');
  const { keyId } = createSecretBox([SECRETS_KEY]);
  const used = await keysInUse();
  expect(used.length).toBeGreaterThanOrEqual(sealedColumns.length);
  expect(new Set(used)).toEqual(new Set([keyId]));
});

it('the columns that are encrypted are all columns of that name', async () => {
  const found = await database.client.$queryRaw<{ name: string }[]>`
    SELECT table_name || '.' || column_name AS "name" FROM information_schema.columns
    WHERE table_schema = current_schema() AND column_name ~* 'secret|token|password'
      AND data_type <> 'timestamp without time zone'`;
  const sealed: string[] = sealedColumns.map(({ table, column }) => `${table}.${column}`);
  // Hashes, which open nothing.
  const hashes = ['Account.passwordHash'];
  expect(found.map(({ name }) => name).filter((name) => !sealed.includes(name) && !hashes.includes(name))).toEqual([]);
});

it('a newer key takes over: all secrets open before, meanwhile and after', async () => {
  const young = randomBytes(32).toString('base64');
  const [before, both, after] = [[SECRETS_KEY], [young, SECRETS_KEY], [young]].map(createSecretBox);
  const log = createLogger('test', { level: 'silent' });
  const opened = (box = before) =>
    Promise.all(
      sealedColumns.map(async (column) => {
        const [row] = await database.client.$queryRawUnsafe<{ id: string; value: string }[]>(valuesOf(column));
        return box?.open(column.table, row?.id ?? '', row?.value ?? '');
      }),
    );
  const plain = await opened();
  expect(plain).toEqual(expect.arrayContaining([secrets.plugin, secrets.given, secrets.botToken, secrets.webhook]));
  if (!both || !after) throw new Error('There are three boxes.');
  expect(await opened(both)).toEqual(plain);
  await checkSecrets(database, both, log);
  await expect(checkSecrets(database, after, log)).rejects.toThrow(/SECRETS_KEY lists only other keys/);
  await expect(resealSecrets(database, after)).rejects.toThrow(/SECRETS_KEY lists only other keys/);

  const count = (await keysInUse()).length;
  expect(await resealSecrets(database, both)).toEqual({ key: both.keyId, resealed: count, unchanged: 0 });
  expect(await resealSecrets(database, both)).toEqual({ key: both.keyId, resealed: 0, unchanged: count });
  await checkSecrets(database, after, log);
  expect(await opened(after)).toEqual(plain);
  await expect(checkSecrets(database, createSecretBox([]), log)).rejects.toThrow(
    /encrypted with the key [0-9a-f]{8}, and SECRETS_KEY is not set/,
  );
  await resealSecrets(database, createSecretBox([SECRETS_KEY, young]));
});

it('what was stored before there was a key is encrypted by the admin command, and works before and after', async () => {
  const { client } = database;
  const { api } = world;
  const bot = await client.telegramBot.findFirstOrThrow();
  await client.telegramBot.update({
    where: { id: bot.id },
    data: { token: botToken, secret: secrets.botSecret ?? '' },
  });
  const shared = await loadOauthSecrets(api.deps);
  await client.sharedSecret.update({ where: { name: 'oauth' }, data: { value: { ...shared } } });
  const update = () => world.update({ update_id: 1 });
  expect((await update()).status).toBe(200);
  expect(await loadOauthSecrets(api.deps)).toEqual(shared);

  const count = (await keysInUse()).length;
  expect(await runAdmin(api, 'secrets', 'rotate')).toMatchObject({ resealed: 3, unchanged: count - 3 });
  expect(await dump()).not.toContain(botToken);
  expect((await update()).status).toBe(200);
  expect(await loadOauthSecrets(api.deps)).toEqual(shared);
});

it('a secret that was copied into another row opens nothing there', async () => {
  const { client } = database;
  const { owner } = world;
  const { body } = await owner.ask('POST', '/webhooks', { url: 'http://127.0.0.1:9/other' });
  const [first] = await client.webhookEndpoint.findMany({ where: { id: { not: body.endpoint.id } } });
  await client.webhookEndpoint.update({ where: { id: body.endpoint.id }, data: { secret: first?.secret ?? '' } });
  await expect(
    resealSecrets(database, createSecretBox([randomBytes(32).toString('base64'), SECRETS_KEY])),
  ).rejects.toThrow(
    `1 secrets could not be encrypted again. First error: A secret of WebhookEndpoint ${body.endpoint.id} is damaged`,
  );
});
