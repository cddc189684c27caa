import { randomBytes } from 'node:crypto';
import path from 'node:path';
import {
  allocatorEnvironment,
  type Config,
  createLogger,
  createObjectStore,
  loadConfig,
  makeFolder,
  migrateDatabase,
  type RunningServices,
  serveMetrics,
  startEmbedded,
  warnOfMisspelt,
  writeRunningServices,
} from '../../src/index.ts';
import { type Demo, ensureDemoAccount } from './demo-account.ts';
import { mergeMetrics, type ServiceProcess, startService, unreadiness } from './service-process.ts';
import { checkPortFree, freePortsFrom, keepSecretsKey } from './settings.ts';
import { type StartPatience, untilStarted, usualPatience } from './start-patience.ts';
import { orStopped, untilNodeJoined } from './until-node-joined.ts';

export interface Stack {
  demo: Demo;
  dataDir: string;
  slots: number;
  /** Rejects when a process of the service repeatedly ends unexpectedly. A process that ends once is restarted. */
  failed: Promise<never>;
  /** Copies a file of this machine to the place from which the service serves it at `/fixtures/<name>`. */
  publish(name: string, file: string): Promise<void>;
  stop(): Promise<void>;
}

export interface StackOptions {
  root: string;
  env: NodeJS.ProcessEnv;
  say(line: string): void;
  /**
   * Signal that aborts the start. The start then prints nothing more, stops the processes that it has started, and
   * rejects with the signal's reason.
   */
  signal: AbortSignal;
}

/** Number of segments rendered concurrently unless SLOTS is set. */
const localSlots = '2';

/**
 * Starts the services that are not configured, runs the database migrations, and starts scheduler, API and one node.
 * Resolves when the service is ready for requests.
 */
export async function startStack({ root, env: given, say, signal }: StackOptions): Promise<Stack> {
  const env = {
    ...given,
    PORT: given.PORT === '0' ? String(await anyPort()) : given.PORT,
    SLOTS: given.SLOTS || localSlots,
  };
  const config = loadConfig(env);
  warnOfMisspelt(given, (line) => say(`Warning: ${line}`));
  const slots = config.node.slots ?? 0;
  // The id is new at each start: the lease of a killed node remains valid for some seconds.
  const nodeId = config.node.id ?? `local-${process.pid}-${randomBytes(3).toString('hex')}`;
  if (config.http.port !== 0 && config.http.port === config.metrics.port) {
    throw new Error(`PORT and METRICS_PORT are both ${config.http.port}. Set one of them to another port.`);
  }
  await makeFolder(config.dataDir).catch((cause: unknown) => {
    throw new Error(`The folder "${config.dataDir}" cannot be created. Set DATA_DIR to another folder.`, { cause });
  });
  await checkPortFree(config.http.host, config.http.port, 'PORT');
  await checkPortFree(config.metrics.host, config.metrics.port, 'METRICS_PORT');
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const end of stops.splice(0).reverse()) await end();
  };
  try {
    const services = await openServices(config, { say, stops, signal });
    stops.push(await writeRunningServices(config.dataDir, services.joinEnv));
    signal.throwIfAborted();
    const processes = await startProcesses(
      root,
      config,
      slots > 0 ? nodeId : null,
      { ...env, ...services.joinEnv },
      say,
    );
    stops.push(() => stopProcesses(processes));
    const patience: StartPatience = { ...usualPatience, say };
    await orStopped(signal, Promise.all(processes.map((service) => untilReady(service, patience))));
    const node = processes.find(({ name }) => name === 'farm');
    if (node !== undefined) {
      await orStopped(signal, untilNodeJoined(node, nodeId, services.joinEnv.REDIS_URL ?? '', patience));
    }
    const metrics = await serveMetrics({
      ...config.metrics,
      registry: { contentType: 'text/plain; version=0.0.4; charset=utf-8', metrics: () => gather(processes) },
      checks: Object.fromEntries(processes.map((service) => [service.name, () => requireReady(service)])),
    });
    stops.push(() => metrics.close());
    const demo = await ensureDemoAccount({
      root,
      dataDir: config.dataDir,
      env: { ...env, ...services.joinEnv },
      localHost: `http://${localAddress(config.http.host)}:${config.http.port}`,
      urls: {
        baseUrl: `${config.http.apiHost}/v1`,
        apiHost: config.http.apiHost,
        authUrl: config.http.authUrl,
        metricsUrl: `http://localhost:${metrics.port}/metrics`,
      },
      isAdmin: config.database.url === null,
      signal,
    });
    signal.throwIfAborted();
    for (const service of processes) service.isUp();
    const failed = Promise.race([services.failed, ...processes.map((service) => service.failed)]);
    failed.catch(() => {});
    const publish = async (name: string, file: string) => {
      const store = await createObjectStore(config.objects);
      await store.putFile(`fixtures/${name}`, file, { contentType: 'video/mp4' }).finally(() => store.close());
    };
    return { demo, dataDir: config.dataDir, slots, failed, publish, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function openServices(
  config: Config,
  { say, stops, signal }: Pick<StackOptions, 'say' | 'signal'> & { stops: (() => Promise<unknown>)[] },
) {
  signal.throwIfAborted();
  const log = createLogger('services', config.log);
  const wanted = { postgres: config.database.url === null, redis: config.redis.url === null };
  let databaseUrl = config.database.url;
  let redisUrl = config.redis.url;
  let failed = new Promise<never>(() => {});
  if (wanted.postgres || wanted.redis) {
    say(
      `Starting ${[wanted.postgres && 'PostgreSQL', wanted.redis && 'Redis'].filter(Boolean).join(' and ')} in ` +
        `${config.dataDir}`,
    );
    const embedded = await startEmbedded({ dataDir: config.dataDir, log, services: wanted, onRestart: say });
    stops.push(() => embedded.stop());
    databaseUrl ??= embedded.databaseUrl;
    redisUrl ??= embedded.redisUrl;
    failed = embedded.failed;
  }
  if (databaseUrl === null || redisUrl === null) throw new Error('An embedded service started without an address.');
  signal.throwIfAborted();
  const applied = await migrateDatabase(config.database.directUrl ?? databaseUrl, { say });
  signal.throwIfAborted();
  if (applied.length > 0) say(`Applied ${applied.length} database migration${applied.length === 1 ? '' : 's'}`);
  // The key of an embedded database is stored next to it. An external database may have other users, which need the
  // key too.
  const own = wanted.postgres && config.secretsKeys.length === 0 ? [await keepSecretsKey(config.dataDir)] : [];
  const joinEnv = joinEnvironment(config, databaseUrl, redisUrl, [...config.secretsKeys, ...own]);
  return { failed, joinEnv };
}

/** Finds a free port for the API, which starts to listen on it some seconds later. */
async function anyPort(): Promise<number> {
  const [port = 0] = await freePortsFrom('127.0.0.1', portOfThis(10_000), 1);
  return port;
}

/**
 * Returns a port derived from the process id, at which the search for free ports begins. The port is below those that
 * the system assigns to outgoing connections, because these could be taken between the check and their use.
 */
function portOfThis(first: number): number {
  return first + (process.pid % 10_000);
}

/** Returns the environment variables with which a process connects to this stack. */
function joinEnvironment(
  config: Config,
  databaseUrl: string,
  redisUrl: string,
  secretsKeys: readonly string[],
): RunningServices {
  const { objects } = config;
  const s3: RunningServices = {};
  if (objects.kind === 's3') {
    s3.S3_BUCKET = objects.bucket;
    s3.S3_REGION = objects.region;
    if (objects.endpoint !== null) s3.S3_ENDPOINT = objects.endpoint;
    if (objects.credentials !== null) {
      s3.S3_ACCESS_KEY_ID = objects.credentials.accessKeyId;
      s3.S3_SECRET_ACCESS_KEY = objects.credentials.secretAccessKey;
    }
  }
  return {
    DATABASE_URL: databaseUrl,
    ...(config.database.directUrl === null ? {} : { DATABASE_DIRECT_URL: config.database.directUrl }),
    REDIS_URL: redisUrl,
    DATA_DIR: config.dataDir,
    API_HOST: config.http.apiHost,
    // The admin tool needs the same plans.
    ...(config.plansFile === null ? {} : { PLANS_FILE: config.plansFile }),
    ...(secretsKeys.length > 0 ? { SECRETS_KEY: secretsKeys.join(',') } : {}),
    ...s3,
  };
}

async function startProcesses(
  root: string,
  config: Config,
  nodeId: string | null,
  env: NodeJS.ProcessEnv,
  say: (line: string) => void,
): Promise<ServiceProcess[]> {
  const wanted = [
    { name: 'scheduler', file: 'scheduler/src/main.ts' },
    { name: 'api', file: 'api/src/main.ts' },
    ...(nodeId !== null ? [{ name: 'farm', file: 'farm/src/main.ts' } as const] : []),
  ] as const;
  // Other ports at each start, which nobody scrapes: METRICS_PORT has the metrics of all processes, and a Prometheus
  // that also scraped the processes would count everything twice. The API binds its own port later.
  const ports = await freePortsFrom(config.metrics.host, portOfThis(20_000), wanted.length, config.http.port);
  // Only the API decrypts secrets, and a node never accesses the database.
  const schedulerEnv: NodeJS.ProcessEnv = { ...env, SECRETS_KEY: '' };
  const nodeEnv = (life: number): NodeJS.ProcessEnv => ({
    ...schedulerEnv,
    NODE_ID: nodeIdOf(life),
    DATABASE_URL: '',
    DATABASE_DIRECT_URL: '',
  });
  // The lease of the previous instance may still be valid, so the id changes, unless NODE_ID sets it.
  const nodeIdOf = (life: number) => `${nodeId}${life > 1 && config.node.id === null ? `-${life}` : ''}`;
  const envOf = { api: () => ({ ...allocatorEnvironment, ...env }), scheduler: () => schedulerEnv, farm: nodeEnv };
  return Promise.all(
    wanted.map(({ name, file }, index) =>
      startService({
        name,
        file: path.join(root, file),
        env: envOf[name],
        metricsUrl: `http://${localAddress(config.metrics.host)}:${ports[index]}`,
        metricsPort: ports[index] ?? 0,
        logFolder: path.join(config.dataDir, 'logs'),
        stopTimeoutMs: config.shutdownTimeoutMs,
        say,
      }),
    ),
  );
}

/**
 * Stops the API first, so that no new work arrives, then the node, and finally the scheduler, which records the end of
 * the node's jobs.
 */
async function stopProcesses(processes: ServiceProcess[]): Promise<void> {
  for (const name of ['api', 'farm', 'scheduler']) {
    await Promise.all(processes.filter((service) => service.name === name).map((service) => service.stop()));
  }
}

/** Resolves when the process is ready. Rejects when it ends first, or when `patience` with it ends. */
async function untilReady(service: ServiceProcess, patience: StartPatience): Promise<void> {
  await Promise.race([untilStarted(service, () => unreadiness(service), patience), service.failed]);
}

async function requireReady(service: ServiceProcess): Promise<void> {
  const reason = await unreadiness(service);
  if (reason !== null) throw new Error(`The process ${service.name} is not ready: ${reason}.`);
}

async function gather(processes: ServiceProcess[]): Promise<string> {
  const texts = await Promise.all(
    processes.map(async ({ metricsUrl }) => {
      // A process that is being restarted has no metrics; /readyz shows which one.
      const response = await fetch(`${metricsUrl}/metrics`).catch(() => null);
      return (await response?.text()) ?? '';
    }),
  );
  return mergeMetrics(texts);
}

/** Returns the host, as part of a URL, at which this machine reaches a server that listens on `host`. */
function localAddress(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
