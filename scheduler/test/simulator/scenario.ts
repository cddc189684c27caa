/** Node of the simulated farm. */
export interface SimNode {
  readonly id: string;
  readonly slots: number;
  /** Factor on the time for all work of the node: 1 for normal speed, 10 for ten times as long. */
  readonly slowness: number;
}

/** Requested render. When its plan refuses it, it is requested again after another render of the account has ended. */
export interface SimRender {
  readonly id: string;
  readonly accountId: string;
  readonly submitAtMs: number;
  /** Number of segments, of 30 frames each. */
  readonly segments: number;
  /** Time per frame in ms in one slot of a node with slowness 1. */
  readonly msPerFrame: number;
  /** Whether the render's ranges never end. */
  readonly endless?: boolean;
}

/** Input of a simulation: the accounts, renders, nodes and faults, with a seed. */
export interface Scenario {
  readonly seed: number;
  /** Order of dispatch. `fair`: as the leader does it. `fifo`: the oldest render first, whatever its account. */
  readonly policy: 'fair' | 'fifo';
  /** Whether stragglers get speculative attempts. */
  readonly speculation: boolean;
  /** Whether ranges that use slots for long are stopped for other accounts. Default: yes. */
  readonly stops?: boolean;
  readonly nodes: readonly SimNode[];
  readonly accounts: readonly { readonly id: string; readonly plan: string }[];
  readonly renders: readonly SimRender[];
  /** Loss of nodes without notice, as with spot instances. Each lost node is replaced by an equal one. */
  readonly spot: { readonly lossesPerNodeHour: number; readonly replacedAfterMs: number };
  /** Time in ms at which the simulation ends. It ends earlier when every render has ended. */
  readonly endMs: number;
}

/** Times of a simulated render; null: that has not happened. */
export interface RenderOutcome {
  readonly id: string;
  readonly accountId: string;
  readonly frames: number;
  readonly submitAtMs: number;
  readonly admittedAtMs: number | null;
  readonly firstStartMs: number | null;
  readonly doneAtMs: number | null;
}

/** Result of a simulation. */
export interface Outcome {
  readonly renders: readonly RenderOutcome[];
  /** Every committed range. */
  readonly commits: readonly { readonly atMs: number; readonly accountId: string; readonly frames: number }[];
  /** Time in ms at which the last render ended. */
  readonly makespanMs: number;
  /** Time in ms for which slots worked until `makespanMs`, and (`slotMs`) for which slots existed. */
  readonly busyMs: number;
  readonly slotMs: number;
  /**
   * Slot time in ms of attempts that were lost with a node. `doubledMs`: that of attempts whose range another attempt
   * completed first.
   */
  readonly lostMs: number;
  readonly doubledMs: number;
  /** Number of ranges that were stopped for other accounts, and the slot time in ms that this cost. */
  readonly stops: number;
  readonly stoppedMs: number;
  /** Number of frames of all speculative attempts that were started. */
  readonly speculativeFrames: number;
  readonly doneFrames: number;
  readonly lostNodes: number;
  /** Maximum number of renders of each account that were in progress at the same time. */
  readonly mostRunning: Readonly<Record<string, number>>;
  /** Longest run time of a range in ms: the longest time that a new account may have to wait for a slot. */
  readonly longestRangeMs: number;
  /** Number of times that the policy was evaluated. */
  readonly ticks: number;
}
