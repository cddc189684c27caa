import { createNode, type NodeConfig, type NodeDeps, nodeConfig } from '@framemill/farm';
import {
  createLogger,
  createMetrics,
  createObjectStore,
  createRedis,
  keepCompiled,
  loadConfig,
  onShutdown,
  redisReady,
  requireRedisUrl,
} from '@framemill/infra';

/** Settings and functions in which a node of the chaos suite differs from a node started by `npm run node`. */
export interface OwnWays extends Pick<NodeDeps, 'startChild' | 'release'> {
  readonly settings?: Partial<NodeConfig>;
}

/**
 * Joins a farm like `npm run node -- --slots N`, with the given differences, and logs `ready`. Leaves the farm on a
 * shutdown signal.
 */
export async function joinFarm({ settings = {}, ...ways }: OwnWays): Promise<void> {
  const config = loadConfig(process.env);
  const slots = Number(process.argv.at(-1));
  const log = createLogger('farm', config.log);
  const redis = createRedis(requireRedisUrl(config), 'worker');
  await redisReady(redis);
  const store = await createObjectStore(config.objects);
  const node = await createNode({
    ...{ redis, store, log, ...ways },
    metrics: createMetrics('farm'),
    config: { ...nodeConfig(config), slots, ...settings },
  });
  log.info({ slots }, 'ready');
  keepCompiled();
  onShutdown(
    log,
    async () => {
      await node.stop();
      redis.disconnect();
      store.close();
    },
    { timeoutMs: config.shutdownTimeoutMs },
  );
}
