import { execFile } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { access, chown, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { postgresUser } from '../../src/embedded/postgres-home.ts';
import { waitForLine } from '../../src/embedded/wait-for-line.ts';
import { spawnGuarded } from '../../src/index.ts';
import { freePort } from '../../src/testing/index.ts';
import { customer } from '../stack/customer.ts';
import { type Stack, startStack } from '../stack/stack.ts';
import { deploy, root } from './deploy-files.ts';

const run = promisify(execFile);
let folder: string;
let stack: Stack | null = null;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'framemill-backup-'));
});
afterAll(async () => {
  await stack?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Runs the commands that `backup.md` has under a heading of its own. */
async function runPage(part: string, env: Record<string, string>): Promise<void> {
  const text = await readFile(path.join(deploy, 'backup.md'), 'utf8');
  const [, commands] = new RegExp(`<!-- ${part} -->\\s+\`\`\`sh\\n([^]*?)\`\`\``).exec(text) ?? [];
  if (commands === undefined) throw new Error(`backup.md has no part "${part}".`);
  await run('sh', ['-euc', commands], { cwd: root, env: { PATH: process.env.PATH, ...env } });
}

/** Makes a project, renders it, and says what must be there again later. */
async function useService({ apiHost, liveKey }: Stack) {
  const api = customer(apiHost, liveKey);
  const commands = [{ op: 'addTextClip', text: 'Kept', start: 0, duration: 2 }];
  const { body } = await api.call('POST', '/v1/projects', { name: 'Kept', commands });
  const projectId: string = body.project.id;
  const file = path.join(folder, `${projectId}.mp4`);
  const { url } = await api.render({ projectId, format: 'mp4', quality: 'draft' }, file);
  return { projectId, url: String(url), liveKey, bytes: await readFile(file) };
}

/** The same key opens the service, the file of before is there, and the project renders to the same bytes. */
async function expectAllBack({ apiHost, liveKey }: Stack, before: Awaited<ReturnType<typeof useService>>) {
  expect(liveKey).toBe(before.liveKey);
  const kept = await fetch(`${apiHost}${new URL(before.url, apiHost).pathname}`);
  expect(Buffer.from(await kept.arrayBuffer()).equals(before.bytes)).toBe(true);
  const again = path.join(folder, 'again.mp4');
  const order = { projectId: before.projectId, format: 'mp4', quality: 'draft' };
  await customer(apiHost, liveKey).render(order, again);
  expect((await readFile(again)).equals(before.bytes)).toBe(true);
}

it('what npm start holds comes back from a copy after everything was lost, and renders', {
  timeout: 300_000,
}, async () => {
  stack = await startStack({ slots: 1 });
  const { dataDir } = stack;
  const before = await useService(stack);
  await stack.end();
  const env = { DATA_DIR: dataDir, BACKUP: path.join(folder, 'backup.tar.gz') };
  await runPage('cold copy', env);
  await rm(dataDir, { recursive: true });
  await expect(access(dataDir)).rejects.toThrow('ENOENT');
  await runPage('cold restore', env);
  stack = await startStack({ slots: 1, dataDir });
  await expectAllBack(stack, before);
  await stack.stop();
});

const bin = globSync('/usr/lib/postgresql/*/bin').find((place) =>
  ['initdb', 'postgres', 'pg_dump', 'pg_restore'].every((program) => existsSync(path.join(place, program))),
);
if (bin === undefined) console.warn('backup: the dump was left out: there is no PostgreSQL server with pg_dump here.');

it.skipIf(bin === undefined)(
  'a dump and the objects bring a service back after everything was lost',
  {
    timeout: 300_000,
  },
  async () => {
    const server = await startOwnPostgres(bin ?? '');
    const dump = path.join(folder, 'framemill.dump');
    const objects = path.join(folder, 'objects');
    try {
      const DATABASE_URL = await server.create('before');
      stack = await startStack({ slots: 1, env: { DATABASE_URL } });
      const before = await useService(stack);
      // While it runs: first the database, then the objects.
      await runPage('dump', { DATABASE_URL, BACKUP: dump });
      await cp(path.join(stack.dataDir, 'objects'), objects, { recursive: true, preserveTimestamps: true });
      const demo = await readFile(path.join(stack.dataDir, 'demo.json'));
      await stack.stop();

      const restored = await server.create('after');
      await runPage('restore', { DATABASE_URL: restored, BACKUP: dump, HOME: folder });
      const dataDir = path.join(folder, 'restored');
      await cp(objects, path.join(dataDir, 'objects'), { recursive: true, preserveTimestamps: true });
      await writeFile(path.join(dataDir, 'demo.json'), demo, { mode: 0o600 });
      stack = await startStack({ slots: 1, dataDir, env: { DATABASE_URL: restored } });
      await expectAllBack(stack, before);
      await stack.stop();
    } finally {
      await server.stop();
    }
  },
);

/** A PostgreSQL of this machine, as root under the user `postgres`, in a folder of its own. */
async function startOwnPostgres(programs: string) {
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
