import { randomBytes } from 'node:crypto';
import { availableParallelism, hostname } from 'node:os';
import path from 'node:path';
import type { RenderChild, RenderChildOptions } from '@framemill/compositor/child';
import type { Config } from '@framemill/infra';
import type { Logger, Metrics, ObjectStore, Redis, RedisReport, Tracing } from '@framemill/infra/process';
import type { NodeLease } from '@framemill/scheduler/protocol';
import { type StorePatience, usualPatience } from '../cache/store-patience.ts';

/** Settings of a node on its machine. */
export interface NodeConfig {
  /** Id of the node, unique among all nodes: 1-64 characters of `A-Za-z0-9_-`. */
  nodeId: string;
  /** Pools that the node serves. `auto`: `cpu`, and `gpu` when a GPU can be used. */
  pool: 'cpu' | 'gpu' | 'auto';
  /** Number of segments rendered concurrently, one render child each; 1 or more. */
  slots: number;
  /** Maximum resident memory of one render child, in bytes. 1080p needs up to 600 MB, 4K up to 1.5 GB. */
  childMemoryBytes: number;
  /**
   * Maximum time in ms without progress, after which a render child is ended, whatever its task
   * (`children/stuck-limit.ts`).
   */
  childStuckMs: number;
  mediaCacheBytes: number;
  /** Folder of the media cache; the nodes of a machine may share it. */
  mediaDir: string;
  /** Folder for work in progress. When it is on the file system of `mediaDir`, sources are linked instead of copied. */
  scratchDir: string;
  /** Folder for rendered frames of html clips; the nodes of a machine may share it. */
  htmlFramesDir: string;
  /** Whether to look for a browser, in order to serve the pool `html`. */
  htmlClips: boolean;
  /** Time in ms that running jobs may take to complete after `stop`, before they are returned. */
  stopGraceMs: number;
  storePatience: StorePatience;
}

/** Reads the node's settings from the configuration. */
export function nodeConfig(config: Config): NodeConfig {
  const { node, dataDir } = config;
  return {
    nodeId: node.id ?? makeNodeId(),
    pool: node.pool,
    slots: Math.max(1, node.slots ?? availableParallelism()),
    childMemoryBytes: node.childMemoryBytes,
    childStuckMs: node.childStuckMs,
    mediaCacheBytes: node.mediaCacheBytes,
    mediaDir: path.join(dataDir, 'farm', 'media'),
    scratchDir: node.scratchDir ?? path.join(dataDir, 'farm', 'scratch'),
    htmlFramesDir: path.join(dataDir, 'farm', 'html'),
    htmlClips: node.htmlClips,
    stopGraceMs: Math.min(4_000, config.shutdownTimeoutMs * 0.4),
    storePatience: usualPatience,
  };
}

function makeNodeId(): string {
  const host = hostname()
    .replaceAll(/[^A-Za-z0-9_-]/g, '-')
    .slice(0, 40);
  return `${host}-${process.pid}-${randomBytes(3).toString('hex')}`;
}

/** Dependencies of a node. */
export interface NodeDeps {
  /**
   * Redis connection whose commands wait while Redis is unavailable (kind `worker`). The caller closes it after `stop`.
   */
  redis: Redis;
  /** Callbacks for the state of the node's other Redis connections. Default: callbacks that log it. */
  redisReport?: RedisReport;
  store: ObjectStore;
  log: Logger;
  metrics: Metrics;
  /** Trace export of the process; absent: nothing is traced. */
  tracing?: Tracing;
  config: NodeConfig;
  /** Function that starts a render child: `startRenderChild` of the compositor. */
  startChild: (options: RenderChildOptions) => RenderChild;
  /**
   * Software version in the node's lease. Default: the current one; tests of farms with several versions pass others.
   */
  release?: NodeRelease;
}

/** Software version and capabilities of a node. Schedulers use them to send a node only jobs that it supports. */
export type NodeRelease = Pick<
  NodeLease,
  'version' | 'protocolVersion' | 'oldestProtocolVersion' | 'copies' | 'smart' | 'express'
>;
