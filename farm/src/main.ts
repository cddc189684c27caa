import { availableParallelism } from 'node:os';
import { startRenderChild } from '@framemill/compositor/child';
import { helpOf, UsageError, wantsHelp } from '@framemill/infra/command-line';
import {
  type Config,
  createLogger,
  createMetrics,
  createObjectStore,
  createOutageLog,
  createRedis,
  dataDisk,
  type HealthChecks,
  joinRunningServices,
  keepCompiled,
  type Logger,
  loadConfig,
  type Metrics,
  type MetricsServer,
  measuredStore,
  onShutdown,
  openTracing,
  readRunningServices,
  reasonsOf,
  redisReady,
  reportRedis,
  requireRedisUrl,
  serveMetrics,
  version,
  warnOfMisspelt,
  watchDisks,
} from '@framemill/infra/process';
import { serviceCommands } from '@framemill/infra/service-commands';
import { leaseRefreshMs, startReporting } from '@framemill/scheduler/protocol';
import { FramemillError } from '@framemill/timeline/errors';
import { parseNodeArguments } from './arguments.ts';
import { createNode } from './node/create-node.ts';
import { requireFarmStore, storeName } from './node/farm-store.ts';
import { type NodeConfig, nodeConfig } from './node/node-config.ts';
import { every } from './queue/timers.ts';

async function main(): Promise<void> {
  const args = process.argv.slice(2);
  if (wantsHelp(args)) return void process.stdout.write(helpOf('node', serviceCommands.node));
  const options = parseNodeArguments(args);
  const config = await readConfig();
  const configured = nodeConfig(config);
  const settings = {
    ...configured,
    slots: options.slots ?? configured.slots,
    pool: options.pool ?? configured.pool,
  };
  if (options.doctor) return diagnose(config, settings, options.json);
  const redisUrl = requireRedisUrl(config);
  const { slots } = settings;
  const log = createLogger('farm', config.log);
  warnOfMisspelt(process.env, (line) => log.warn(line));
  if (slots > availableParallelism())
    log.warn({ slots, cores: availableParallelism() }, 'more slots than cores: no faster');

  const metrics = createMetrics('farm');
  const tracing = await openTracing('node', config.tracing);
  metrics.buildInfo.set({ version }, 1);
  const store = measuredStore(await createObjectStore(config.objects), metrics);
  await store.ping();
  const redisReport = reportRedis(log, 'node');
  const redis = createRedis(redisUrl, 'worker', redisReport);
  await redisReady(redis);
  const own = { redis, store, name: storeName(config.objects) };
  const isChecked = await requireFarmStore(own);
  const folders = { ...dataDisk(config), scratch: settings.scratchDir };
  const disks = await watchDisks(metrics, folders);
  let joined = false;
  const server = await serve(config.metrics, metrics.registry, {
    redis: () => redis.ping(),
    objects: () => store.ping(),
    disk: disks.check,
    joined: async () => {
      if (!joined) throw new Error('The node has not joined the farm yet: its start-up checks are still running.');
    },
  });
  const node = await createNode({
    redis,
    redisReport,
    store,
    log,
    metrics,
    tracing,
    config: settings,
    startChild: startRenderChild,
  });
  joined = true;
  const endReports = startReporting({ redis, log, kind: 'node', disks: folders, own: () => ({ nodeId: node.nodeId }) });
  log.info({ version, metricsPort: server.port }, 'ready');
  keepCompiled();

  const leave = async () => {
    disks.stop();
    await node.stop();
    await endReports();
    await tracing.close();
    await server.close();
    redis.disconnect();
    store.close();
  };
  // The children need some more time after the grace period of their jobs.
  onShutdown(log, leave, { timeoutMs: Math.max(config.shutdownTimeoutMs, settings.stopGraceMs + 5_000) });
  const leaveFor = (reason: FramemillError) => {
    log.error({ err: reason }, 'leaving');
    void leave().finally(() => process.exit(1));
  };
  if (!isChecked) requireLater(own, log, leaveFor);
  const { nodeId } = node;
  const replacedText = `The lease of this node expired, and another node has the id "${nodeId}". Set another NODE_ID.`;
  void node.replaced.then(() => leaveFor(new FramemillError('unavailable', replacedText)));
  process.once('SIGUSR2', () => {
    log.info('draining');
    void node.drain().then(() => process.kill(process.pid, 'SIGTERM'));
  });
}

/**
 * Compares the node's object store with the farm's. Repeats this until a leading scheduler has published the id of its
 * store. Calls `onOther` once when the stores differ.
 */
function requireLater(
  own: Parameters<typeof requireFarmStore>[0],
  log: Logger,
  onOther: (error: FramemillError) => void,
): void {
  const look = async () => {
    if (await requireFarmStore(own)) asking.stop();
  };
  const outage = createOutageLog(log, "the farm's object store could not be asked for");
  const failed = (error: unknown) => {
    const isOther = error instanceof FramemillError && error.code === 'not_configured';
    if (!isOther) return outage.failed(error);
    asking.stop();
    onOther(error);
  };
  const asking = every(leaseRefreshMs, look, { ...outage, failed });
}

/** Prints the result of each check as it completes. Sets the exit code 1 when this machine cannot join the farm. */
async function diagnose(config: Config, settings: NodeConfig, json: boolean): Promise<void> {
  // Imported on demand: a node that joins needs no checks, and above all not the browser library.
  const { runDoctor } = await import('./doctor/run-doctor.ts');
  const width = 14;
  const { verdict, ...report } = await runDoctor({ config, settings }, ({ name, verdict: found, text }) => {
    if (!json) process.stdout.write(`${found.padEnd(5)} ${name.padEnd(width)} ${text}\n`);
  });
  if (json) process.stdout.write(`${JSON.stringify({ verdict, ...report })}\n`);
  else
    process.stdout.write(
      `${verdict === 'fail' ? 'This machine cannot join the farm.' : 'This machine can join the farm.'}\n`,
    );
  process.exitCode = verdict === 'fail' ? 1 : 0;
}

/**
 * Serves metrics and health checks. When the port is in use, for example by another node of the machine, any free port
 * is used instead. When METRICS_PORT is set, a port in use is an error.
 */
async function serve(
  address: { host: string; port: number },
  registry: Metrics['registry'],
  checks: HealthChecks,
): Promise<MetricsServer> {
  try {
    return await serveMetrics({ registry, ...address, checks });
  } catch (error) {
    if (process.env.METRICS_PORT) throw error;
    return serveMetrics({ registry, ...address, port: 0, checks });
  }
}

/**
 * Reads the configuration from the environment. Without a Redis URL it connects to the services that `npm start` runs
 * on this machine.
 */
async function readConfig() {
  const config = loadConfig(process.env);
  if (config.redis.url !== null) return config;
  const services = await readRunningServices(config.dataDir);
  return services === null ? config : loadConfig(joinRunningServices(services, process.env));
}

main().catch((error: unknown) => {
  process.stderr.write(`${reasonsOf(error)}\n`);
  // A wrong configuration needs no stack trace; debugging does.
  if (process.env.LOG_LEVEL === 'debug' && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  process.exit(error instanceof UsageError ? 2 : 1);
});
