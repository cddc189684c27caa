import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { forSuite } from '@framemill/testing/for-suite';
import { spawnOn } from '@framemill/testing/program';
import { testServices } from '@framemill/testing/services';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { connectPostgres, createDatabase, freePort, migrateDatabase, requireOwnSession } from '../../src/index.ts';
import { hasProgram, programFolder, type Running, startProgram } from './programs.ts';

const isThere = hasProgram('PgBouncer', 'pgbouncer');
const services = forSuite(testServices);

it('a direct connection has a session of its own', async () => {
  await requireOwnSession(services.databaseUrl);
});

describe.skipIf(!isThere)('PgBouncer', { tags: 'full' }, () => {
  const folder = programFolder();
  const running: Running[] = [];
  afterAll(async () => {
    await Promise.all(running.map((program) => program.stop(5_000)));
    await folder.remove();
  });

  /** Starts a PgBouncer that signs in as the user of `target`. `settings` are further lines of its file. */
  async function start(poolMode: string, settings = '', target = services.databaseUrl): Promise<string> {
    const { username, password, hostname, port, pathname } = new URL(target);
    const own = await freePort();
    const file = path.join(folder.path, `${poolMode}-${own}.ini`);
    const server = `host=${hostname} port=${port} dbname=${pathname.slice(1)} user=${username} password=${password}`;
    writeFileSync(
      file,
      `[databases]\nfm = ${server}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${own}\nunix_socket_dir =\n` +
        `auth_type = any\npool_mode = ${poolMode}\ndefault_pool_size = 5\n${settings}\n`,
    );
    const program = startProgram('pgbouncer', [file]);
    running.push(program);
    await vi.waitFor(() => expect(program.output()).toContain('process up'), 100_000);
    return `postgres://fm@127.0.0.1:${own}/fm`;
  }

  it('that keeps the session of a connection is accepted', async () => {
    const url = await start('session');
    await requireOwnSession(url);
    expect(await migrateDatabase(url)).toEqual([]);
  });

  it('that refuses or ignores a role of DATABASE_URL is refused; a role that PostgreSQL sets is in force', async () => {
    const [login, role] = [`fm_pooled_${process.pid}`, `fm_pooled_role_${process.pid}`];
    const owner = await connectPostgres(services.databaseUrl);
    await owner.query(`CREATE ROLE ${role}; CREATE ROLE ${login} LOGIN PASSWORD 'secret' IN ROLE ${role}`);
    const own = new URL(services.databaseUrl);
    [own.username, own.password] = [login, 'secret'];
    const options = `?options=-c%20role%3D${role}`;
    const refusing = await start('transaction', '', own.href);
    await expect(connectPostgres(refusing + options)).rejects.toMatchObject({
      cause: { message: expect.stringContaining('unsupported startup parameter') },
    });
    const ignoring = await start('transaction', 'ignore_startup_parameters = options', own.href);
    await expect(connectPostgres(ignoring + options)).rejects.toThrow('its connections have the role "none"');
    await owner.query(`ALTER ROLE ${login} SET role = '${role}'`);
    const client = await connectPostgres(await start('transaction', '', own.href));
    expect((await client.query('SELECT current_user AS "user"')).rows).toEqual([{ user: role }]);
    await client.end();
    await Promise.all(running.splice(0).map((program) => program.stop(5_000)));
    await owner.query(`DROP ROLE ${login}; DROP ROLE ${role}`);
    await owner.end();
  });

  it('that shares sessions is refused for locks and migrations, and serves everything else', async () => {
    const url = await start('transaction');
    await expect(requireOwnSession(url)).rejects.toThrow(/transaction pooling.*Set DATABASE_DIRECT_URL/);
    await expect(migrateDatabase(url)).rejects.toThrow('transaction pooling');
    const database = createDatabase(url);
    const row = { id: 'acc_1', email: 'a@example.org', name: 'A', plan: 'studio' };
    await database.client.$transaction(async (tx) => tx.account.create({ data: row }));
    expect(await database.client.account.findUnique({ where: { id: 'acc_1' } })).toMatchObject(row);
    await database.close();

    const refused = spawnOn(services, 'scheduler', { DATABASE_URL: url });
    expect(await refused.exited).toBe(1);
    expect(refused.output()).toContain('Set DATABASE_DIRECT_URL');
    const leads = spawnOn(services, 'scheduler', { DATABASE_URL: url, DATABASE_DIRECT_URL: services.databaseUrl });
    await vi.waitFor(() => expect(leads.output()).toContain('this scheduler leads'), 100_000);
    leads.kill('SIGTERM');
    expect(await leads.exited).toBe(0);
  });
});
