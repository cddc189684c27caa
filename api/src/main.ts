import { openTextEngine } from '@framemill/compositor/fonts';
import {
  type Config,
  configOrExit,
  createDatabase,
  createLogger,
  createMetrics,
  createObjectStore,
  createRedis,
  databaseReady,
  dataDisk,
  type HeldPort,
  holdPort,
  keepCompiled,
  type Logger,
  listenError,
  loadConfig,
  measuredStore,
  onShutdown,
  openTracing,
  redisReady,
  reportRedis,
  requireDatabaseUrl,
  requireRedisUrl,
  serveMetrics,
  untilAnswered,
  version,
  warnOfMisspelt,
  watchDatabase,
  watchDisks,
} from '@framemill/infra';
import { createSchedulerClient, loadPlans, type Plans, requireKnownPlans } from '@framemill/scheduler';
import { startReporting } from '@framemill/scheduler/protocol';
import { defaultAppealUrl } from './account/account-facts.ts';
import { buildApp } from './app.ts';
import { startDeliveries } from './deliveries/start-deliveries.ts';
import { type MainDeps, onMainThread } from './deps.ts';
import { publishFixtures } from './files/publish-fixtures.ts';
import { createFontCache } from './fonts/font-cache.ts';
import { rememberedTextSizes } from './fonts/text-sizes.ts';
import { startGenerations } from './generation/start-generations.ts';
import { createOutbound } from './outbound/outbound.ts';
import { openProviders, providerVariables } from './providers/open-providers.ts';
import { createProviderHttp } from './providers/provider-http.ts';
import { providersAsData } from './providers/providers-as-data.ts';
import { checkSecrets } from './secrets/reseal-secrets.ts';
import { createSecretBox } from './secrets/secret-box.ts';
import { stagesInThreads } from './telegram/stage-in-thread.ts';
import { botServices, startTelegram } from './telegram/start-telegram.ts';
import { threadCounts } from './threads/call-length.ts';
import { helpersStepBack } from './threads/step-back.ts';
import { createThreadPool } from './threads/thread-pool.ts';
import { boundGarbage, watchOwnThread } from './threads/watch-own-thread.ts';
import { createTransfers } from './transfers/transfers.ts';
import { startWebhooks } from './webhooks/start-webhooks.ts';

/**
 * Runs the API process: connects, listens, serves metrics, and shuts down in order at SIGINT or SIGTERM.
 * `held` reserves the port until the API listens on it; null when the port is configured.
 */
async function main(config: Config, held: HeldPort | null, plans: Plans, log: Logger): Promise<void> {
  const redisUrl = requireRedisUrl(config);
  const appealUrl = config.appealUrl ?? defaultAppealUrl(config.http.apiHost);
  const providers = await openProviders(process.env);
  const http = createProviderHttp();
  const database = createDatabase(requireDatabaseUrl(config), { poolSize: config.database.poolSize });
  const redis = createRedis(redisUrl, 'producer', reportRedis(log, 'API'));
  await Promise.all([databaseReady(database, log), redisReady(redis)]);
  await untilAnswered(() => requireKnownPlans(database, plans), log);
  const secrets = createSecretBox(config.secretsKeys);
  await untilAnswered(() => checkSecrets(database, secrets, log), log);
  const metrics = createMetrics('api');
  const tracing = await openTracing('api', config.tracing);
  metrics.buildInfo.set({ version }, 1);
  const store = measuredStore(await createObjectStore(config.objects), metrics);
  await store.ping();
  const scheduler = await createSchedulerClient({ database, redisUrl, store, log, plans });
  await publishFixtures(store);
  const threads = createThreadPool({
    settings: {
      ...{ databaseUrl: requireDatabaseUrl(config), redisUrl, objects: config.objects },
      ...{ apiHost: config.http.apiHost, authUrl: config.http.authUrl, telegramApi: config.telegramApi },
      ...{ logLevel: config.log.level, checkResponses: false },
      ...{ outbound: config.outbound, providers: providersAsData(providers), secretsKeys: config.secretsKeys },
      ...{ plans: plans.list, appealUrl },
    },
    metrics,
    counts: threadCounts(config.threads),
  });
  const textEngine = await openTextEngine();
  const measureText = rememberedTextSizes(textEngine);
  const outbound = createOutbound(config.outbound);
  const { apiHost } = config.http;
  const webhooks = startWebhooks({ database, redisUrl, outbound, secrets, apiHost, log, metrics, tracing });
  const deps: MainDeps = {
    ...{
      database,
      redis,
      store,
      scheduler,
      threads,
      measureText,
      textEngine,
      outbound,
      webhooks,
      log,
      metrics,
      tracing,
    },
    ...{ providers, http, secrets, plans, appealUrl, grafanaUrl: config.grafanaUrl, dataDir: config.dataDir },
    transfers: await createTransfers(metrics),
    ...onMainThread,
    fonts: createFontCache(store),
    apiHost: config.http.apiHost,
    authUrl: config.http.authUrl,
    trustedProxies: config.http.trustedProxies,
    telegramApi: config.telegramApi,
  };
  const generations = startGenerations(deps);
  const deliveries = startDeliveries({ database, redis, store, outbound, secrets, log, metrics });
  const telegram = startTelegram(botServices(deps, stagesInThreads(deps)));
  const app = await buildApp(deps);
  const disks = await watchDisks(metrics, dataDisk(config));
  const metricsServer = await serveMetrics({
    registry: metrics.registry,
    ...config.metrics,
    checks: {
      database: () => database.client.$queryRaw`SELECT 1`,
      redis: () => redis.ping(),
      objects: () => store.ping(),
      disk: disks.check,
      // Fails while the process starts, and again once it stops.
      calls: async () => {
        if (!app.server.listening) throw new Error('The API is not listening for requests.');
      },
    },
  });
  const endReports = startReporting({ redis, log, kind: 'api', disks: dataDisk(config) });
  const endWatches = [watchOwnThread(metrics), watchDatabase(database, metrics)];
  const endBound = boundGarbage();

  const stop = async () => {
    for (const end of endWatches) end();
    endBound();
    disks.stop();
    await endReports();
    // New requests are stopped first, then the services that handle them.
    await app.close();
    await deliveries.close();
    await webhooks.close();
    await generations.close();
    await telegram.close();
    await http.close();
    await threads.close();
    await scheduler.close();
    await tracing.close();
    redis.disconnect();
    store.close();
    await database.close();
    await metricsServer.close();
  };
  // Installed before the process is known to listen: its supervisor may stop it at once.
  onShutdown(log, stop, { timeoutMs: config.shutdownTimeoutMs });

  await held?.release();
  const { host, port } = config.http;
  const address = await app.listen({ host, port }).catch((error: unknown) => {
    throw listenError(error, { host, port, what: 'the API', variable: 'PORT' });
  });
  log.info({ version, address, apiHost: config.http.apiHost, metricsPort: metricsServer.port }, 'listening');
  keepCompiled();
  helpersStepBack();
}

/**
 * Starts the API.
 * A configured port of 0 (any free port) is resolved first, because addresses in responses and in worker settings
 * contain the port.
 */
async function start(config: Config): Promise<void> {
  const { host, port } = config.http;
  if (port !== 0) return main(config, null, plans, log);
  const held = await holdPort(host).catch((error: unknown) => {
    throw listenError(error, { host, port, what: 'the API', variable: 'PORT' });
  });
  return main(loadConfig({ ...process.env, PORT: String(held.port) }), held, plans, log);
}

const config = configOrExit(() => loadConfig(process.env));
const plans = configOrExit(() => loadPlans(config.plansFile));
const log = createLogger('api', config.log);
warnOfMisspelt(process.env, (line) => log.warn(line), providerVariables());
start(config).catch((error: unknown) => {
  log.fatal({ err: error }, 'the API could not start');
  process.exit(1);
});
