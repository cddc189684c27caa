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

/** Where a node of the chaos suite is none of `npm run node`. */
export interface OwnWays extends Pick<NodeDeps, 'startChild' | 'release'> {
  readonly settings?: Partial<NodeConfig>;
}

/** Joins a farm as `npm run node -- --slots N` does, but for its own ways, and logs `ready`. Leaves when it is told to stop. */
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
