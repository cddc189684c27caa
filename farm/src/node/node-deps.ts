import type { RenderChild, RenderChildOptions } from '@framemill/compositor/child';
import type { Logger, Metrics, ObjectStore, Redis, RedisReport } from '@framemill/infra/process';
import type { NodeLease } from '@framemill/scheduler/protocol';
import type { NodeConfig } from './node-config.ts';

/** Dependencies of a node. */
export interface NodeDeps {
  /**
   * Connection of the kind `worker`: its commands wait as long as Redis is unavailable. The caller closes it after
   * `stop`.
   */
  redis: Redis;
  /** Callbacks for the state of the node's other connections. Default: a report of the node's own. */
  redisReport?: RedisReport;
  store: ObjectStore;
  log: Logger;
  metrics: Metrics;
  config: NodeConfig;
  /** Function that starts a render child: `startRenderChild` of the compositor. */
  startChild: (options: RenderChildOptions) => RenderChild;
  /**
   * Software version in the node's lease. Default: the current one; tests of farms with several versions pass others.
   */
  release?: NodeRelease;
}

/** Version and capabilities by which schedulers give a node only work that it supports. */
export type NodeRelease = Pick<
  NodeLease,
  'version' | 'protocolVersion' | 'oldestProtocolVersion' | 'copies' | 'smart' | 'express'
>;
