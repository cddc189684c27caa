import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, cp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { suiteFolder } from '@framemill/testing/folders';
import { type OwnService, startService } from '@framemill/testing/service';
import { afterAll, expect, it } from 'vitest';
import { clusterFolderOutside } from '../../src/embedded/postgres-home.ts';
import { createDatabase, type Database, migrateDatabase, pendingMigrations } from '../../src/index.ts';
import { deploy, root } from './deploy-files.ts';
import { ownPostgres, startOwnPostgres } from './own-postgres.ts';

const run = promisify(execFile);
const folder = suiteFolder();
let stack: OwnService | null = null;
/**
 * Folder outside of DATA_DIR with the database files of the restored service, used when the test runs as root;
 * otherwise null.
 */
let outside: string | null = null;
afterAll(async () => {
  await stack?.stop();
  if (outside !== null) await rm(outside, { recursive: true, force: true });
});

/** Runs the commands of the section of `backup.md` that is marked `part`. */
async function runPage(part: string, env: Record<string, string>): Promise<void> {
  const text = await readFile(path.join(deploy, 'backup.md'), 'utf8');
  const [, commands] = new RegExp(`<!-- ${part} -->\\s+\`\`\`sh\\n([^]*?)\`\`\``).exec(text) ?? [];
  if (commands === undefined) throw new Error(`backup.md has no part "${part}".`);
  await run('sh', ['-euc', commands], { cwd: root, env: { PATH: process.env.PATH, ...env } });
}

/** Runs `framemill backup` or `framemill restore` on a DATA_DIR. Rejects with its output when it fails. */
async function framemill(what: 'backup' | 'restore', archive: string, dataDir: string): Promise<void> {
  const program = path.join(root, 'infra/bootstrap/backup.ts');
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  await run(process.execPath, [program, what, archive], { env: { PATH, NODE_COMPILE_CACHE, DATA_DIR: dataDir } });
}

/** Returns the hash of every file of a folder except the database tables, by path. */
async function filesOf(home: string): Promise<Record<string, string>> {
  const entries = await readdir(home, { recursive: true, withFileTypes: true });
  const tables = path.join(home, 'postgres');
  const files = entries
    .filter((entry) => entry.isFile() && !entry.parentPath.startsWith(tables))
    .map((entry) => path.join(entry.parentPath, entry.name));
  const hashed = files.map(async (file) => {
    const hash = createHash('sha256').update(await readFile(file));
    return [path.relative(home, file), hash.digest('hex')] as const;
  });
  return Object.fromEntries((await Promise.all(hashed)).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Creates a project with an uploaded image and renders it. Returns the data that must exist again after a restore. */
async function useService(api: OwnService) {
  const still = path.join(root, 'api/fixtures/sample.png');
  const media = await api.upload(still);
  const commands = [
    { op: 'addTextClip', text: 'Kept', start: 0, duration: 2 },
    { op: 'addClip', type: 'image', src: media.id, start: 0, duration: 1 },
  ];
  const { body } = await api.send('POST', '/v1/projects', { name: 'Kept', commands });
  const projectId: string = body.project.id;
  const { body: read } = await api.send('GET', `/v1/projects/${projectId}?view=document`);
  const file = path.join(folder, `${projectId}.mp4`);
  const { url } = await api.render({ projectId, format: 'mp4', quality: 'draft' }, file);
  const kept = [
    { url: String(url), bytes: await readFile(file) },
    { url: String(media.url), bytes: await readFile(still) },
  ];
  return { projectId, document: read.project.document, kept, liveKey: api.demo.liveKey };
}

/**
 * Expects that the API key still works, that project, media and rendered video exist as before, and that rendering the
 * project gives the same bytes.
 */
async function expectAllBack(api: OwnService, before: Awaited<ReturnType<typeof useService>>) {
  expect(api.demo.liveKey).toBe(before.liveKey);
  for (const { url, bytes } of before.kept) {
    const answer = await fetch(`${api.apiHost}${new URL(url, api.apiHost).pathname}`);
    expect({ url, same: Buffer.from(await answer.arrayBuffer()).equals(bytes) }).toEqual({ url, same: true });
  }
  const { body } = await api.send('GET', `/v1/projects/${before.projectId}?view=document`);
  expect(body.project.document).toEqual(before.document);
  const again = path.join(folder, 'again.mp4');
  const order = { projectId: before.projectId, format: 'mp4', quality: 'draft' };
  await api.render(order, again);
  expect((await readFile(again)).equals(before.kept[0]?.bytes ?? Buffer.alloc(0))).toBe(true);
}

it('what npm start holds comes back in another folder after everything was lost, and renders', {
  timeout: 300_000,
}, async () => {
  stack = await startService({ slots: 1 });
  const { dataDir } = stack;
  const before = await useService(stack);
  const archive = path.join(folder, 'command.tar.gz');
  await expect(framemill('backup', archive, dataDir)).rejects.toThrow(/is running\. Stop the service/);
  await stack.end();
  const env = { DATA_DIR: dataDir, BACKUP: path.join(folder, 'backup.tar.gz') };
  await runPage('cold copy', env);
  await framemill('backup', archive, dataDir);
  const [recorded] = JSON.parse(await readFile(path.join(dataDir, 'backup-runs.json'), 'utf8'));
  expect(recorded).toMatchObject({ error: null, sizeBytes: (await stat(archive)).size });
  await rm(dataDir, { recursive: true });
  await expect(access(dataDir)).rejects.toThrow('ENOENT');
  await runPage('cold restore', env);
  await expect(framemill('restore', archive, dataDir)).rejects.toThrow(/is not empty/);
  // Nobody but us may enter what is above it: as root, the tables have to lie outside.
  const elsewhere = path.join(folder, 'elsewhere');
  await framemill('restore', archive, elsewhere);
  // The command and the page do the same but for the tables: one of the two is started.
  expect(await filesOf(elsewhere)).toEqual(await filesOf(dataDir));
  const { id } = JSON.parse(await readFile(path.join(elsewhere, 'embedded.json'), 'utf8'));
  outside = clusterFolderOutside(id);
  await rm(dataDir, { recursive: true });
  stack = await startService({ slots: 1, dataDir: elsewhere });
  await expectAllBack(stack, before);
  await stack.stop();
});

const bin = ownPostgres();
if (bin === undefined) console.warn('backup: the dump was left out: there is no PostgreSQL server with pg_dump here.');

it.skipIf(bin === undefined)('a dump brings the tables back in another database', async () => {
  const server = await startOwnPostgres(bin ?? '');
  const dump = path.join(folder, 'tables.dump');
  const inDatabase = async <T>(url: string, use: (client: Database['client']) => Promise<T>): Promise<T> => {
    const database = createDatabase(url);
    try {
      return await use(database.client);
    } finally {
      await database.close();
    }
  };
  try {
    const [before, after] = [await server.create('before'), await server.create('after')];
    await migrateDatabase(before);
    const account = { id: 'acc_kept', email: 'kept@test.example', name: 'Kept', plan: 'studio' };
    await inDatabase(before, ({ account: accounts }) => accounts.create({ data: account }));
    await runPage('dump', { DATABASE_URL: before, BACKUP: dump });
    await runPage('restore', { DATABASE_URL: after, BACKUP: dump, HOME: folder });
    expect(await inDatabase(after, ({ account: accounts }) => accounts.findMany())).toMatchObject([account]);
    expect(await pendingMigrations(after)).toEqual([]);
  } finally {
    await server.stop();
  }
});

it.skipIf(bin === undefined)(
  'a dump and the objects bring a service back after everything was lost',
  { timeout: 300_000, tags: 'full' },
  async () => {
    const server = await startOwnPostgres(bin ?? '');
    const dump = path.join(folder, 'framemill.dump');
    const objects = path.join(folder, 'objects');
    try {
      const DATABASE_URL = await server.create('before');
      stack = await startService({ slots: 1, env: { DATABASE_URL } });
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
      stack = await startService({ slots: 1, dataDir, env: { DATABASE_URL: restored } });
      await expectAllBack(stack, before);
      await stack.stop();
    } finally {
      await server.stop();
    }
  },
);
