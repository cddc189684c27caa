import type { RenderChild, RenderChildOptions } from '@framemill/compositor/child';
import type { Logger, Metrics, ObjectStore, Redis, RedisReport } from '@framemill/infra/process';
import type { NodeLease } from '@framemill/scheduler/protocol';
import type { NodeConfig } from './node-config.ts';

/** What a node needs from its process. */
export interface NodeDeps {
  /** A `worker` connection: commands wait for as long as Redis is away. The caller closes it after `stop`. */
  redis: Redis;
  /** Hears how the node's other connections get on. Default: one of its own. */
  redisReport?: RedisReport;
  store: ObjectStore;
  log: Logger;
  metrics: Metrics;
  config: NodeConfig;
  /** compositor's `startRenderChild`. */
  startChild: (options: RenderChildOptions) => RenderChild;
  /** What its lease says of its release. Default: this one; farms of several releases are tested with others. */
  release?: NodeRelease;
}

/** What schedulers go by to give a node work that it understands. */
export type NodeRelease = Pick<
  NodeLease,
  'version' | 'protocolVersion' | 'oldestProtocolVersion' | 'copies' | 'smart' | 'express'
>;
