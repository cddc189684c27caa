import type { Random } from './random.ts';
import type { SimNode } from './scenario.ts';

/** Starting a range: taking the job, the document, the sources. */
const startCostMs = 300;
/** Deviation of run times that nobody can explain. */
const jitter = 0.12;

/** A job in the queue or on a node. */
export interface SimJob {
  readonly taskId: string;
  readonly renderId: string;
  readonly accountId: string;
  readonly frames: number;
  readonly msPerFrame: number;
  readonly endless: boolean;
  readonly queuePriority: number;
  readonly speculative: boolean;
  /** Nodes that do not take it. */
  readonly avoid: readonly string[];
  nodeId: string | null;
  startedAtMs: number;
  /** Cancelled, lost or done: what is still on the agenda for it means nothing. */
  over: boolean;
}

interface LiveNode extends SimNode {
  readonly jobs: Set<SimJob>;
}

/** The live nodes and the jobs on them. */
export interface Fleet {
  readonly slots: number;
  readonly freeSlots: number;
  join(node: SimNode): void;
  /** Takes a node away; returns the jobs that go with it. */
  lose(nodeId: string): SimJob[];
  /**
   * Gives a job to a free slot, the longest idle node first; null: no slot is free for it. Else its run time, ms;
   * infinite for one that never ends.
   */
  start(job: SimJob, nowMs: number): number | null;
  end(job: SimJob): void;
  /** Whether a job is on a live node. */
  has(job: SimJob): boolean;
}

/** The nodes of the simulation and what each of them works on. */
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
