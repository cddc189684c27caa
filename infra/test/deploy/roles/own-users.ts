import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { appendFile, cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { type Program, spawnProgram } from '@framemill/testing/program';
import { emptyDatabase } from '@framemill/testing/services';
import { startFauxqs } from 'fauxqs';
import { Redis } from 'ioredis';
import pg from 'pg';
import { migrateDatabase } from '../../../src/db/migrate.ts';
import { createObjectStore, freePort, loadConfig, redisReady } from '../../../src/index.ts';
import { deploy, root } from '../deploy-files.ts';
import { startStoreGate } from './store-gate.ts';

export type Role = 'api' | 'scheduler' | 'node';
const roles = ['api', 'scheduler', 'node'] as const;

/**
 * Starts real services with a separate user for each role, and an API, a scheduler and a node that each use their own
 * user.
 */
export async function startOwnUsers() {
  const folder = await mkdtemp(path.join(tmpdir(), 'framemill-roles-'));
  const secret = () => randomBytes(12).toString('hex');
  const passwords: Record<Role, string> = { api: secret(), scheduler: secret(), node: secret() };
  const redis = await startRedis(folder, passwords);
  const databaseUrls = await startDatabase(passwords);
  const s3 = await startFauxqs({ port: 0, logger: false });
  s3.createBucket('framemill');
  const gate = await startStoreGate(s3.port);
  const running: Program[] = [];

  const environment = (role: Role): Record<string, string> => ({
    PATH: process.env.PATH ?? '',
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
    REDIS_URL: redis.url(role, passwords[role]),
    S3_BUCKET: 'framemill',
    S3_ENDPOINT: `http://127.0.0.1:${gate.port}`,
    S3_ACCESS_KEY_ID: `framemill-${role}`,
    S3_SECRET_ACCESS_KEY: passwords[role],
    ...(role === 'node' ? {} : { DATABASE_URL: databaseUrls[role] }),
    DATA_DIR: path.join(folder, role),
    METRICS_PORT: '0',
    HTML_CLIPS: 'off',
    SLOTS: '1',
  });

  async function connect(user: string, password: string): Promise<Redis> {
    // The health check's user may not even ask whether the server is loading.
    const connection = new Redis(redis.url(user, password), { enableReadyCheck: false });
    await redisReady(connection, 10_000);
    return connection;
  }

  return {
    folder,
    /** Returns the output of all programs so far. */
    output: () => running.flatMap((program) => program.output().split('\n')),
    databaseUrls,
    passwords: Object.values(passwords),
    aclFile: redis.aclFile,
    refusedByStore: gate.refused,
    connectAs: (user: Role | 'health') => connect(user, user === 'health' ? 'any' : passwords[user]),
    storeAs: (role: Role) => createObjectStore(loadConfig(environment(role)).objects),
    async start(role: Role, own: Record<string, string> = {}): Promise<void> {
      await mkdir(path.join(folder, role), { recursive: true });
      const program = spawnProgram(role === 'node' ? 'farm' : role, { ...environment(role), ...own });
      running.push(program);
      await program.ready;
    },
    /** Runs an admin command with the API's environment and returns its output. */
    async admin(...words: string[]): Promise<string> {
      const args = ['--disable-warning=ExperimentalWarning', 'api/src/admin/main.ts', ...words];
      return (await promisify(execFile)(process.execPath, args, { cwd: root, env: environment('api') })).stdout;
    },
    /** Returns what Redis has refused so far, as `user reason object`. */
    async refusedByRedis(): Promise<string[]> {
      const auditor = await connect('auditor', 'any');
      const entries = (await auditor.call('ACL', 'LOG', '100')) as (string | number)[][];
      auditor.disconnect();
      const field = (entry: (string | number)[], name: string) => entry[entry.indexOf(name) + 1];
      return entries.map((entry) => ['username', 'reason', 'object'].map((name) => field(entry, name)).join(' '));
    },
    async stop() {
      for (const program of running.toReversed()) {
        program.kill('SIGTERM');
        await program.exited;
      }
      redis.child.kill('SIGTERM');
      await once(redis.child, 'exit');
      await gate.close();
      await s3.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Starts Redis with the deployed files and one additional user, who may read the log of refused commands. */
async function startRedis(folder: string, passwords: Record<Role, string>) {
  const port = await freePort();
  const files = path.join(folder, 'redis');
  await cp(path.join(deploy, 'redis'), files, { recursive: true });
  await appendFile(path.join(files, 'users.acl'), 'user auditor on nopass -@all +acl|log\n');
  const aclFile = path.join(folder, 'users.acl');
  const variables = Object.fromEntries(roles.map((role) => [`REDIS_${role.toUpperCase()}_PASSWORD`, passwords[role]]));
  const child = spawn(path.join(files, 'start.sh'), ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder], {
    env: { PATH: process.env.PATH, REDIS_ACL_FILE: aclFile, ...variables },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((ready, failed) => {
    child.once('exit', (code) => failed(new Error(`Redis ended with ${code}.`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.includes('Ready to accept connections')) ready();
    });
  });
  return { child, aclFile, url: (user: string, password: string) => `redis://${user}:${password}@127.0.0.1:${port}` };
}

async function startDatabase(passwords: Record<Role, string>): Promise<Record<'api' | 'scheduler', string>> {
  const owner = await emptyDatabase();
  const client = new pg.Client({ connectionString: owner });
  await client.connect();
  const urls = { api: '', scheduler: '' };
  for (const role of ['api', 'scheduler'] as const) {
    const name = `framemill_${role}`;
    await client.query(`DO $$ BEGIN CREATE ROLE ${name} LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$`);
    await client.query(`ALTER ROLE ${name} PASSWORD '${passwords[role]}'`);
    urls[role] = Object.assign(new URL(owner), { username: name, password: passwords[role] }).href;
  }
  await client.end();
  await migrateDatabase(owner);
  return urls;
}
