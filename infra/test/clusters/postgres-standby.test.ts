import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { connectPostgres, createDatabase, freePort, migrateDatabase } from '../../src/index.ts';
import { programFolder, type Running, runProgram, startProgram } from './programs.ts';

const bin = globSync('/usr/lib/postgresql/*/bin').find((place) =>
  ['initdb', 'postgres', 'pg_basebackup', 'pg_ctl'].every((program) => existsSync(path.join(place, program))),
);
if (bin === undefined) console.warn('PostgreSQL standby: its test was left out: there is no PostgreSQL server here.');

describe.skipIf(bin === undefined)('a PostgreSQL with a standby', { tags: 'full' }, () => {
  const folder = programFolder();
  const running: Running[] = [];
  afterAll(async () => {
    await Promise.all(running.map((program) => program.stop(5_000)));
    await folder.remove();
  });
  const at = (program: string) => path.join(bin ?? '', program);

  async function start(cluster: string, port: number): Promise<Running> {
    const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off'];
    const program = startProgram(at('postgres'), ['-D', cluster, ...settings.flatMap((setting) => ['-c', setting])]);
    running.push(program);
    await vi.waitFor(() => expect(program.output()).toMatch(/ready to accept (read-only )?connections/), 100_000);
    return program;
  }

  it('is written to where its primary is, before and after the standby takes over', async () => {
    const [primary, standby] = [path.join(folder.path, 'primary'), path.join(folder.path, 'standby')];
    const [port, standbyPort] = [await freePort(), await freePort()];
    await runProgram(at('initdb'), ['-D', primary, '-U', 'owner', '--auth=trust', '--no-sync']);
    const first = await start(primary, port);
    await runProgram(at('pg_basebackup'), ['-h', '127.0.0.1', '-p', `${port}`, '-U', 'owner', '-D', standby, '-R']);
    await start(standby, standbyPort);

    // The standby comes first: it answers, but accepts no writes.
    const url = `postgres://owner@127.0.0.1:${standbyPort},127.0.0.1:${port}/postgres`;
    expect((await migrateDatabase(url)).length).toBeGreaterThan(30);
    const database = createDatabase(url, { poolSize: 3 });
    const write = (id: string) =>
      database.client.account.create({ data: { id, email: id, name: id, plan: 'studio' }, select: { id: true } });
    await Promise.all(['acc_1', 'acc_2', 'acc_3'].map(write));
    const copy = await connectPostgres(`postgres://owner@127.0.0.1:${standbyPort}/postgres`);
    const count = async () => (await copy.query('SELECT FROM "Account"')).rowCount;
    await vi.waitFor(async () => expect(await count()).toBe(3), 100_000);

    await first.stop(10_000);
    await expect(write('acc_4')).rejects.toThrow();
    await copy.query('SELECT pg_promote()');
    await vi.waitFor(() => write('acc_5'), { timeout: 100_000, interval: 100 });
    expect(await count()).toBe(4);
    await copy.end();
    await database.close();
  });
});
