// A farm node in every respect but the media work: its children take PACED_MS_PER_FRAME for a frame and draw nothing.
import { createNode, nodeConfig } from '@framemill/farm';
import {
  createLogger,
  createMetrics,
  createObjectStore,
  createRedis,
  loadConfig,
  onShutdown,
  redisReady,
  requireRedisUrl,
} from '@framemill/infra';
import { startPacedChild } from './paced-child.ts';

const config = loadConfig(process.env);
const slots = Number(process.argv.at(-1));
const msPerFrame = Number(process.env.PACED_MS_PER_FRAME);
const poison = process.env.PACED_POISON || null;
const log = createLogger('farm', config.log);
const redis = createRedis(requireRedisUrl(config), 'worker');
await redisReady(redis);
const store = createObjectStore(config.objects);
const node = await createNode({
  redis,
  store,
  log,
  metrics: createMetrics('farm'),
  // Its children live in this process, whose memory is not theirs.
  config: { ...nodeConfig(config), slots, childMemoryBytes: Number.MAX_SAFE_INTEGER },
  startChild: () => startPacedChild({ msPerFrame, poison }),
});
log.info({ slots, msPerFrame }, 'ready');
onShutdown(
  log,
  async () => {
    await node.stop();
    redis.disconnect();
    store.close();
  },
  { timeoutMs: config.shutdownTimeoutMs },
);
