import { randomBytes } from 'node:crypto';
import { availableParallelism, hostname } from 'node:os';
import path from 'node:path';
import type { Config } from '@framemill/infra';
import { type StorePatience, usualPatience } from '../cache/store-patience.ts';

/** What a node needs to know of its machine. */
export interface NodeConfig {
  /** Unique among all nodes, 1-64 of `A-Za-z0-9_-`. */
  nodeId: string;
  /** `auto`: `cpu`, and `gpu` where a graphics card can be used. */
  pool: 'cpu' | 'gpu' | 'auto';
  /** Segments rendered side by side: render children, 1 or more. */
  slots: number;
  /** Resident memory of one render child. 1080p needs up to 600 MB, 4K up to 1.5 GB. */
  childMemoryBytes: number;
  /** A render child whose task does not get on for this long is ended, however much work it is (`children/stuck-limit.ts`). */
  childStuckMs: number;
  mediaCacheBytes: number;
  /** Media cache: may be shared by the nodes of a machine. */
  mediaDir: string;
  /** Work in progress. On the file system of `mediaDir`, sources are linked and not copied. */
  scratchDir: string;
  /** Pictures of html clips: may be shared by the nodes of a machine. */
  htmlFramesDir: string;
  /** Whether a browser is looked for, to serve the pool `html`. */
  htmlClips: boolean;
  /** How long running jobs may take to finish after `stop` before they are handed back. */
  stopGraceMs: number;
  storePatience: StorePatience;
}

/** Reads a node's part of the configuration. */
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
