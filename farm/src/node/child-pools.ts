import { type ChildResults, machineHasRoom } from '@framemill/compositor/child';
import { childEnvironment } from '../children/child-environment.ts';
import { type ChildPool, createChildPool } from '../children/child-pool.ts';
import { type ChildSlot, type ChildSlotOptions, createChildSlot } from '../children/child-slot.ts';
import { createStuckLimit } from '../children/stuck-limit.ts';
import type { Lane } from '../jobs/job-kind.ts';
import type { NodeDeps } from './node-config.ts';

/**
 * Time limit in ms of the check without which a node cannot join. A new child answers within about a second, but a
 * machine that starts all services at once may need minutes.
 */
const fingerprintLimitMs = 600_000;

/** Time limit in ms of a check for a part that a machine may lack: a browser, a graphics card. */
const capabilityLimitMs = 60_000;

/**
 * Number of render children for previews with HTML clips. Each account has at most one such preview at a time. When the
 * preview of one account hangs, the other child therefore serves all other accounts.
 */
export const pageChildren = 2;

/**
 * Time in ms that a preview whose caller has gone gets to end by itself. Most do, so their child need not be restarted.
 */
const previewGraceMs = 1_000;

/**
 * Niceness of the render children by use; probes and the express slot have 0. Services on the same machine, such as the
 * API, have priority, because their requests take milliseconds. Previews (less than a second) have priority over
 * renders (seconds), and these over ingests, for which no caller waits.
 */
const niceness = { slot: 10, preview: 5, ingest: 15 };

/** Pools of all render children of a node. */
export interface ChildPools {
  byLane: Record<Lane, ChildPool>;
  /**
   * Determines in a child which engine this machine has and what it can encode. Rejects when the machine cannot
   * render.
   */
  capabilities(): Promise<{ fingerprint: string; codecs: string[] }>;
  /** Determines in another child which browser this machine has; see the task `browser`. */
  browser(): Promise<{ fingerprint: string | null; problem: string | null }>;
  /** Determines in a child which GPU this machine has; see the task `graphics-card`. */
  graphicsCard(): Promise<ChildResults['graphics-card']>;
  /** Starts the remaining children of the render slots, and the child of the express slot, before the first job. */
  warm(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Creates the pools: `slots` render children and one for the express slot, and on demand one for previews, two for
 * previews with HTML clips, one for probes and two for ingests.
 */
export function createChildPools(deps: NodeDeps & { scratchDir: string }): ChildPools {
  const { config, log, metrics } = deps;
  const stuckLimit = createStuckLimit(config.childStuckMs);
  const slot = (
    name: string,
    special: Pick<ChildSlotOptions, 'warmTask' | 'abortGraceMs' | 'niceness'> = {},
  ): ChildSlot =>
    createChildSlot({
      name,
      ...special,
      startChild: deps.startChild,
      scratchDir: deps.scratchDir,
      environment: (folder) => childEnvironment(process.env, folder),
      memoryLimitBytes: config.childMemoryBytes,
      stuckLimit,
      log,
      onReplaced: (reason) => metrics.renderChildrenReplaced.inc({ reason: reason === 'aborted' ? 'cancel' : reason }),
    });
  const warmTask = { type: 'warm-pages', htmlFrames: config.htmlFramesDir } as const;
  const page = { warmTask, abortGraceMs: previewGraceMs, niceness: niceness.preview };
  const byLane: Record<Lane, ChildPool> = {
    slot: createChildPool(
      Array.from({ length: config.slots }, (_, index) => slot(`slot-${index}`, { niceness: niceness.slot })),
      { hasRoom: machineHasRoom },
    ),
    express: createChildPool([slot('express')]),
    preview: createChildPool([slot('preview', { abortGraceMs: previewGraceMs, niceness: niceness.preview })]),
    page: createChildPool(
      Array.from({ length: pageChildren }, (_, index) => slot(`page-${index}`, page)),
      { keepsWarm: true },
    ),
    probe: createChildPool([slot('probe')]),
    ingest: createChildPool([0, 1].map((index) => slot(`ingest-${index}`, { niceness: niceness.ingest }))),
  };
  return {
    byLane,
    async capabilities() {
      const signal = AbortSignal.timeout(fingerprintLimitMs);
      return byLane.slot.withSlot(0, signal, (child) => child.run({ type: 'fingerprint' }, { signal }));
    },
    async browser() {
      const signal = AbortSignal.timeout(capabilityLimitMs);
      return byLane.probe.withSlot(0, signal, (child) => child.run({ type: 'browser' }, { signal }));
    },
    async graphicsCard() {
      const signal = AbortSignal.timeout(capabilityLimitMs);
      return byLane.probe.withSlot(0, signal, (child) => child.run({ type: 'graphics-card' }, { signal }));
    },
    async warm() {
      await Promise.all([byLane.slot.warm(), byLane.express.warm()]);
    },
    async close() {
      await Promise.all(Object.values(byLane).map((pool) => pool.close()));
    },
  };
}
