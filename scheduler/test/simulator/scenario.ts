/** A machine of the simulated farm. */
export interface SimNode {
  readonly id: string;
  readonly slots: number;
  /** 1: as fast as the others; 10: ten times as long for everything. */
  readonly slowness: number;
}

/** A render that somebody wants. One that its plan refuses is asked for again when another of the account has ended. */
export interface SimRender {
  readonly id: string;
  readonly accountId: string;
  readonly submitAtMs: number;
  /** Of 30 frames each. */
  readonly segments: number;
  /** Time of a frame in one slot of a node of slowness 1, ms. */
  readonly msPerFrame: number;
  /** Its ranges never end. */
  readonly endless?: boolean;
}

/** What is simulated: the accounts, renders, nodes and faults. Seeded. */
export interface Scenario {
  readonly seed: number;
  /** `fair`: what the leader does. `fifo`: the oldest render first, whoever's it is. */
  readonly policy: 'fair' | 'fifo';
  /** Whether stragglers get speculative attempts. */
  readonly speculation: boolean;
  /** Whether ranges that hold slots for long are stopped for others. Default: yes. */
  readonly stops?: boolean;
  readonly nodes: readonly SimNode[];
  readonly accounts: readonly { readonly id: string; readonly plan: string }[];
  readonly renders: readonly SimRender[];
  /** Machines that are taken away without notice; each is replaced by one like it. */
  readonly spot: { readonly lossesPerNodeHour: number; readonly replacedAfterMs: number };
  /** The simulation ends here, or earlier when every render has ended. */
  readonly endMs: number;
}

/** What happened to a render; null: not (yet). */
export interface RenderOutcome {
  readonly id: string;
  readonly accountId: string;
  readonly frames: number;
  readonly submitAtMs: number;
  readonly admittedAtMs: number | null;
  readonly firstStartMs: number | null;
  readonly doneAtMs: number | null;
}

/** What came of a simulation. */
export interface Outcome {
  readonly renders: readonly RenderOutcome[];
  /** Every committed range. */
  readonly commits: readonly { readonly atMs: number; readonly accountId: string; readonly frames: number }[];
  /** When the last render ended. */
  readonly makespanMs: number;
  /** Time of slots that worked and of slots that there were, until then, ms. */
  readonly busyMs: number;
  readonly slotMs: number;
  /**
   * Slot time of attempts that were lost with a node, and of those that a speculative attempt or its elder had made
   * useless, ms.
   */
  readonly lostMs: number;
  readonly doubledMs: number;
  /** Ranges that were stopped for others, and the slot time that this cost, ms. */
  readonly stops: number;
  readonly stoppedMs: number;
  /** Frames of all speculative attempts that were started. */
  readonly speculativeFrames: number;
  readonly doneFrames: number;
  readonly lostNodes: number;
  /** Most renders of each account that were in progress at the same time. */
  readonly mostRunning: Readonly<Record<string, number>>;
  /** The longest run of a range, ms: what a newcomer may have to wait for. */
  readonly longestRangeMs: number;
  /** Decisions that the policy took. */
  readonly ticks: number;
}
