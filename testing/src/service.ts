import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { type ApiClient, createApiClient } from './api-client.ts';
import { pidOf } from './processes.ts';

/**
 * Running Framemill service as started by `npm start`: API, PostgreSQL, Redis and at most one render node. The methods
 * of `ApiClient` use the API key of its demo account.
 */
export interface Service extends ApiClient {
  /** Base URL of the API without a trailing slash. */
  readonly apiHost: string;
  readonly demo: {
    readonly email: string;
    readonly password: string;
    readonly liveKey: string;
    readonly testKey: string;
  };
  /** Folder with the data of the service. */
  readonly dataDir: string;
  readonly databaseUrl: string;
  /** Runs the command `npm run admin -- ...words --json` on the service and returns its parsed output. */
  admin(...words: string[]): Promise<unknown>;
}

/** Service that this process has started and must stop. It also ends automatically with this process. */
export interface OwnService extends Service {
  /**
   * Returns the id of the service's process that runs `script`, for example `api/src/main.ts`. Throws when there is
   * none.
   */
  pidOf(script: string): number;
  /** Stops the service but keeps its data folder. */
  end(): Promise<void>;
  /** Stops the service and removes its data folder. */
  stop(): Promise<void>;
}

const root = path.resolve(import.meta.dirname, '../..');

/**
 * Starts a service without the sample project, on free ports, and waits until it is ready. `slots` is the number of
 * segments that are rendered concurrently; 0 starts no render node. `dataDir` is the folder of an earlier service
 * (default: a new folder). `env` adds environment variables. Throws with the service's output when it exits before it
 * is ready.
 */
export async function startService({
  slots,
  env = {},
  ...place
}: {
  slots: number;
  dataDir?: string;
  env?: Record<string, string>;
}): Promise<OwnService> {
  const dataDir = place.dataDir ?? (await mkdtemp(path.join(tmpdir(), 'framemill-service-')));
  const ports = { PORT: '0', METRICS_PORT: '0', SLOTS: String(slots) };
  // A browser that starts with every node takes 2 s of processor time.
  const quiet = { LOG_LEVEL: 'warn', HTML_CLIPS: 'off' };
  const child = spawn(process.execPath, ['infra/bootstrap/start.ts', '--no-sample'], {
    cwd: root,
    env: { ...process.env, ...ports, ...quiet, DATA_DIR: dataDir, ...env },
    // The channel closes whenever this process dies, which stops the service.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  const ready = Promise.withResolvers<void>();
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-10_000);
      if (/^ready http/m.test(output)) ready.resolve();
    });
  }
  child.once('exit', (code) => ready.reject(new Error(`The service ended with ${code}:\n${output}`)));
  const end = () => {
    child.kill('SIGTERM');
    return exited;
  };
  const stop = async () => {
    await end();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await ready.promise;
    return {
      ...(await serviceIn(dataDir)),
      ...{ end, stop },
      pidOf: (script) => pidOf(child.pid ?? 0, script),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Returns a client for the running service that uses the data folder `dataDir`. */
export async function serviceIn(dataDir: string): Promise<Service> {
  const { apiHost, ...demo } = JSON.parse(await readFile(path.join(dataDir, 'demo.json'), 'utf8'));
  const services = JSON.parse(await readFile(path.join(dataDir, 'services.json'), 'utf8'));
  return {
    ...createApiClient(apiHost, demo.liveKey),
    ...{ apiHost, demo, dataDir, databaseUrl: services.DATABASE_URL },
    async admin(...words) {
      const args = ['api/src/admin/main.ts', ...words, '--json'];
      const env = { ...process.env, ...services };
      return JSON.parse((await promisify(execFile)(process.execPath, args, { cwd: root, env })).stdout);
    },
  };
}

/** Adds a webhook of the demo account for all events. The service stores its secret unencrypted. */
export async function addWebhook({ databaseUrl, demo }: Service, url: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(
    `INSERT INTO "WebhookEndpoint" (id, "accountId", url, events, secret, "updatedAt")
      SELECT 'whe_trace', id, $1, '{}', $2, localtimestamp FROM "Account" WHERE email = $3`,
    [url, `whsec_${randomBytes(32).toString('base64')}`, demo.email],
  );
  await client.end();
}
