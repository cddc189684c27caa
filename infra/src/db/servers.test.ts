import { connect, createServer } from 'node:net';
import { forSuite } from '@framemill/testing/for-suite';
import { listen } from '@framemill/testing/local-server';
import { emptyDatabase, testServices } from '@framemill/testing/services';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../index.ts';
import { connectPostgres } from './connection.ts';
import { createDatabase } from './database.ts';
import { migrateDatabase } from './migrate.ts';
import { chooseServer, parseServers } from './servers.ts';

it.each([
  ['postgres://u:p@a/fm', ['postgres://u:p@a/fm'], false],
  ['postgres://a/fm?target_session_attrs=read-write', ['postgres://a/fm'], true],
  [
    'postgresql://u:p%40x@a:1,b:2/fm?ssl=true',
    ['postgresql://u:p%40x@a:1/fm?ssl=true', 'postgresql://u:p%40x@b:2/fm?ssl=true'],
    true,
  ],
  [
    'postgres://a,b,[::1]:5/fm?target_session_attrs=any',
    ['postgres://a/fm', 'postgres://b/fm', 'postgres://[::1]:5/fm'],
    false,
  ],
  ['postgres:///fm?host=/run/postgresql', ['postgres:///fm?host=%2Frun%2Fpostgresql'], false],
])('reads %s as libpq does', (url, urls, mustWrite) => {
  expect(parseServers(url)).toEqual({ urls, mustWrite, role: null });
});

it.each([
  ['-c role=owner', 'owner'],
  ['-c statement_timeout=5s -crole=owner', 'owner'],
  ['--role=first -c role=two\\ words', 'two words'],
  ['-c search_path=role=x', null],
])('reads the role in the options %s', (options, role) => {
  expect(parseServers(`postgres://a/fm?options=${encodeURIComponent(options)}`)?.role).toBe(role);
});

it('leaves a server once, however many callers failed with it, and shows no password of a wrong URL', () => {
  const servers = chooseServer('postgres://a,b/fm');
  const first = servers.current();
  for (let caller = 0; caller < 3; caller += 1) servers.leave(first);
  expect(servers.current()).toBe('postgres://b/fm');
  servers.leave('postgres://b/fm');
  expect(servers.current()).toBe(first);
  expect(() => chooseServer('mysql://u:geheim@a/fm')).toThrow(/^(?!.*geheim).*mysql:\/\/\*\*\*@a\/fm" is invalid/);
});

const services = forSuite(testServices);

it('connects to the server that is there, and stays with it', async () => {
  const { host } = new URL(services.databaseUrl);
  const url = services.databaseUrl.replace(host, `127.0.0.1:${await freePort()},${host}`);
  await (await connectPostgres(url)).end();
  const database = createDatabase(url, { poolSize: 2 });
  const ask = () => database.client.$queryRaw`SELECT 1 AS one`;
  expect(await Promise.all([ask(), ask(), ask()])).toEqual(Array(3).fill([{ one: 1 }]));
  await database.close();
});

it('passes over a server that accepts no writes', async () => {
  const owner = await connectPostgres(services.databaseUrl);
  await owner.query(`DO $$ BEGIN
    EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = on', current_database()); END $$`);
  const url = `${services.databaseUrl}?target_session_attrs=read-write`;
  const database = createDatabase(url);
  await expect(database.client.$queryRaw`SELECT 1`).rejects.toThrow('accepts no writes. It is a standby');
  await owner.query(`DO $$ BEGIN
    EXECUTE format('ALTER DATABASE %I RESET default_transaction_read_only', current_database()); END $$`);
  await database.client.$queryRaw`SELECT 1`;
  await database.close();
  await owner.end();
});

describe('a role in the options of the URL', () => {
  const role = `fm_role_${process.pid}`;
  const [login, password] = [`fm_login_${process.pid}`, 'secret'];
  let url = '';

  beforeAll(async () => {
    const owner = await connectPostgres(services.databaseUrl);
    await owner.query(`CREATE ROLE ${role}; CREATE ROLE ${login} LOGIN PASSWORD '${password}' IN ROLE ${role}`);
    await owner.end();
    const address = new URL(await emptyDatabase());
    const admin = await connectPostgres(address.href);
    await admin.query(`GRANT ALL ON SCHEMA public TO ${role}`);
    // The first migration has CREATE SCHEMA IF NOT EXISTS.
    await admin.query(`GRANT CREATE ON DATABASE "${address.pathname.slice(1)}" TO ${role}`);
    await admin.end();
    [address.username, address.password] = [login, password];
    url = `${address.href}?options=-c%20role%3D${role}`;
  });
  afterAll(async () => {
    const owner = await connectPostgres(url.replace(/\?.*/, '').replace(`${login}:${password}`, adminLogin()));
    await owner.query(`DROP OWNED BY ${role}; DROP ROLE ${login}; DROP ROLE ${role}`);
    await owner.end();
  });
  const adminLogin = () => {
    const { username, password: secret } = new URL(services.databaseUrl);
    return `${username}:${secret}`;
  };

  it('has its rights in migrations, in the pool and in single connections', async () => {
    expect((await migrateDatabase(url)).length).toBeGreaterThan(30);
    const database = createDatabase(url);
    await database.client.account.create({ data: { id: 'acc_1', email: 'a', name: 'a', plan: 'studio' } });
    const ask = `SELECT tableowner AS owner, current_user AS "user" FROM pg_tables WHERE tablename = 'Account'`;
    expect(await database.client.$queryRawUnsafe(ask)).toEqual([{ owner: role, user: role }]);
    await database.close();
    const client = await connectPostgres(url);
    expect((await client.query(ask)).rows).toEqual([{ owner: role, user: role }]);
    await client.end();
  });

  it('is missed when a pooler ignores the options', async () => {
    const pooler = await startIgnoringPooler(url);
    const message = `DATABASE_URL sets the role "${role}", but its connections have the role "none"`;
    await expect(connectPostgres(pooler.url)).rejects.toThrow(message);
    const database = createDatabase(pooler.url);
    await expect(database.client.$queryRaw`SELECT 1`).rejects.toThrow(message);
    await database.close();
    await pooler.close();
  });
});

/** Starts a proxy that removes `options` from the first message of each connection, as PgBouncer can be set to do. */
async function startIgnoringPooler(target: string): Promise<{ url: string; close: () => Promise<void> }> {
  const url = new URL(target);
  const { hostname, port } = url;
  const server = await listen(
    createServer((near) => {
      const far = connect(Number(port), hostname);
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        one.on('error', () => undefined);
        one.on('close', () => other.destroy());
      }
      near.once('data', (first: Buffer) => {
        // Length and protocol version in 8 bytes, then names and values, each ended by a zero.
        const texts = first.subarray(8).toString('latin1').split('\0');
        const at = texts.indexOf('options');
        if (at !== -1) texts.splice(at, 2);
        const body = Buffer.from(texts.join('\0'), 'latin1');
        const head = Buffer.from(first.subarray(0, 8));
        head.writeInt32BE(8 + body.length);
        far.write(Buffer.concat([head, body]));
        near.pipe(far);
      });
      far.pipe(near);
    }),
  );
  url.host = `127.0.0.1:${server.port}`;
  return { url: url.href, close: server.close };
}
