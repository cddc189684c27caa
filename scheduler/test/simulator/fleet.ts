import type { Random } from './random.ts';
import type { SimNode } from './scenario.ts';

/** Time in ms for starting a range: taking the job, reading the document, opening the sources. */
const startCostMs = 300;
/** Relative standard deviation of run times, for variations without a modelled cause. */
const jitter = 0.12;

/** Job in the queue or on a node. */
export interface SimJob {
  readonly taskId: string;
  readonly renderId: string;
  readonly accountId: string;
  readonly frames: number;
  readonly msPerFrame: number;
  readonly endless: boolean;
  readonly queuePriority: number;
  readonly speculative: boolean;
  /** Ids of the nodes that do not take the job. */
  readonly avoid: readonly string[];
  nodeId: string | null;
  startedAtMs: number;
  /** Whether the job was cancelled, lost or completed: its remaining events in the agenda are then ignored. */
  over: boolean;
}

interface LiveNode extends SimNode {
  readonly jobs: Set<SimJob>;
}

/** Live nodes and the jobs on them. */
export interface Fleet {
  readonly slots: number;
  readonly freeSlots: number;
  join(node: SimNode): void;
  /** Removes a node and returns the jobs that are lost with it. */
  lose(nodeId: string): SimJob[];
  /**
   * Starts a job on a free slot, on the node that has been idle longest. Returns its run time in ms, infinite for a job
   * that never ends; null: no slot is free for it.
   */
  start(job: SimJob, nowMs: number): number | null;
  end(job: SimJob): void;
  /** Whether a job is on a live node. */
  has(job: SimJob): boolean;
}

/** Creates a simulation of nodes and of the jobs that run on them. */
export function createFleet(random: Random): Fleet {
  const nodes = new Map<string, LiveNode>();
  // Nodes with a free slot, the longest idle first.
  const idle = new Map<string, LiveNode>();
  let slots = 0;
  let busy = 0;
  return {
    get slots() {
      return slots;
    },
    get freeSlots() {
      return slots - busy;
    },
    join(node) {
      const live = { ...node, jobs: new Set<SimJob>() };
      nodes.set(node.id, live);
      idle.set(node.id, live);
      slots += node.slots;
    },
    lose(nodeId) {
      const node = nodes.get(nodeId);
      if (node === undefined) return [];
      nodes.delete(nodeId);
      idle.delete(nodeId);
      slots -= node.slots;
      busy -= node.jobs.size;
      return [...node.jobs];
    },
    start(job, nowMs) {
      for (const [id, node] of idle) {
        if (job.avoid.includes(id)) continue;
        idle.delete(id);
        node.jobs.add(job);
        busy += 1;
        if (node.jobs.size < node.slots) idle.set(id, node);
        job.nodeId = id;
        job.startedAtMs = nowMs;
        if (job.endless) return Number.POSITIVE_INFINITY;
        const work = job.frames * job.msPerFrame * Math.max(0.5, 1 + jitter * random.normal());
        return (startCostMs + work) * node.slowness;
      }
      return null;
    },
    end(job) {
      const node = job.nodeId === null ? undefined : nodes.get(job.nodeId);
      if (node === undefined || !node.jobs.delete(job)) return;
      busy -= 1;
      idle.delete(node.id);
      idle.set(node.id, node);
    },
    has: (job) => job.nodeId !== null && (nodes.get(job.nodeId)?.jobs.has(job) ?? false),
  };
}
