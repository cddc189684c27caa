import { execFile } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { waitForLine } from '../../src/embedded/guarded-child.ts';
import { postgresUser } from '../../src/embedded/postgres-home.ts';
import { freePort, spawnGuarded } from '../../src/index.ts';

const run = promisify(execFile);

/** Returns the folder of the machine's PostgreSQL programs, with server and pg_dump; undefined when there is none. */
export function ownPostgres(): string | undefined {
  return globSync('/usr/lib/postgresql/*/bin').find((place) =>
    ['initdb', 'postgres', 'pg_dump', 'pg_restore'].every((program) => existsSync(path.join(place, program))),
  );
}

/** Starts a PostgreSQL from the machine's own programs in a separate folder; as root it runs as the user `postgres`. */
export async function startOwnPostgres(programs: string) {
  const user = postgresUser();
  const place = await mkdtemp(path.join(tmpdir(), 'framemill-own-postgres-'));
  if (user !== null) await chown(place, user.uid, user.gid);
  const cluster = path.join(place, 'cluster');
  const options = { ...(user ?? {}), cwd: place };
  await run(path.join(programs, 'initdb'), ['-D', cluster, '-U', 'owner', '--auth=trust', '--no-sync'], options);
  const port = await freePort();
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off'];
  const child = spawnGuarded({
    command: path.join(programs, 'postgres'),
    args: ['-D', cluster, ...settings.flatMap((setting) => ['-c', setting])],
    stopSignal: 'INT',
    cwd: place,
    ...(user === null ? {} : { user }),
  });
  await waitForLine(child, /ready to accept connections/, 30_000, () => undefined);
  const urlOf = (database: string) => `postgresql://owner@127.0.0.1:${port}/${database}`;
  return {
    async create(database: string): Promise<string> {
      const client = new pg.Client({ connectionString: urlOf('postgres') });
      await client.connect();
      await client.query(`CREATE DATABASE ${client.escapeIdentifier(database)}`);
      await client.end();
      return urlOf(database);
    },
    async stop() {
      await child.stop(10_000);
      await rm(place, { recursive: true, force: true });
    },
  };
}
