import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connectPostgres, databaseRoles, ensureDatabase, migrateDatabase, startPostgres } from '@framemill/infra';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /**
     * URL of the PostgreSQL server of the test run, with `{database}` in place of the database name. `template` is the
     * name of an empty database with all migrations.
     */
    framemillPostgres: { url: string; template: string };
  }
}

interface RunServer {
  url: string;
  users: number;
  stop(): Promise<void>;
}

/**
 * PostgreSQL server of the whole test run. It is stored on `process`, because every vitest project loads this module
 * separately.
 */
const runServers: { framemillRunServer?: Promise<RunServer> } = process as typeof process & {
  framemillRunServer?: Promise<RunServer>;
};

const template = 'framemill_template';
const folderPrefix = 'framemill-test-run-';

/**
 * Sets up a vitest run: starts one PostgreSQL server with a migrated template database, which test suites copy. Returns
 * the teardown function.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  runServers.framemillRunServer ??= start();
  const server = await runServers.framemillRunServer;
  server.users += 1;
  project.provide('framemillPostgres', { url: server.url, template });
  return async () => {
    server.users -= 1;
    if (server.users === 0) await server.stop();
  };
}

async function start(): Promise<RunServer> {
  await removeLeftovers();
  const folder = await mkdtemp(path.join(tmpdir(), `${folderPrefix}${process.pid}-`));
  // The user "postgres" must be able to enter the folder when the tests run as root.
  await chmod(folder, 0o755);
  const server = await startPostgres({ dataDir: folder, id: path.basename(folder), password: 'test', throwaway: true });
  const url = await ensureDatabase(server, template);
  const client = await connectPostgres(url);
  // The migration gives these roles their rights: see `asRole`.
  for (const role of Object.values(databaseRoles)) await client.query(`CREATE ROLE ${role} LOGIN`);
  await client.end();
  await migrateDatabase(url);
  return {
    url: server.url('{database}'),
    users: 0,
    stop: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Removes the folders of killed test runs. Their servers ended with them, but their files remain. */
async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = name.startsWith(folderPrefix) ? Number.parseInt(name.slice(folderPrefix.length), 10) : Number.NaN;
    if (Number.isNaN(pid) || isAlive(pid)) continue;
    await rm(path.join(tmpdir(), name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
