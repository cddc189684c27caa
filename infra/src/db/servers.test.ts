import { forSuite } from '@framemill/testing/for-suite';
import { testServices } from '@framemill/testing/services';
import { expect, it } from 'vitest';
import { freePort } from '../index.ts';
import { connectPostgres } from './connection.ts';
import { createDatabase } from './database.ts';
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
  expect(parseServers(url)).toEqual({ urls, mustWrite });
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
