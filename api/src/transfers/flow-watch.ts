/** The least that must move: so many bytes in each window of time. */
export interface FlowRule {
  windowBytes: number;
  windowMs: number;
}

/** For bodies of requests: 16 kB/s over 10 s, a line of 128 kbit/s. */
export const SLOWEST_FLOW: FlowRule = { windowBytes: 160_000, windowMs: 10_000 };

/**
 * For answers, all of them: the same rate over 60 s. Players that are paused take nothing for a while, and ask again when
 * they were cut off.
 */
export const SLOWEST_ANSWER: FlowRule = { windowBytes: 960_000, windowMs: 60_000 };

/** A transfer whose speed is watched. */
export interface Flow {
  /** Bytes that have moved since the beginning. */
  movedBytes(): number;
  /** Whether the service holds it up at this moment: the other side is not at fault then. */
  isHeldUp(): boolean;
  /** The other side was too slow. Called once. */
  onSlow(): void;
}

/** Looks at a flow in one window: what is too slow ends at most a tenth of a window later than the rule says. */
const LOOKS = 10;

/**
 * Watches a flow until the returned function is called. The window slides: it begins anew whenever the service holds the flow
 * up, and what came quickly at first, into the buffers of the kernel, counts for one window only.
 */
export function watchFlow(flow: Flow, { windowBytes, windowMs }: FlowRule): () => void {
  /** Bytes that had moved at each look of the window, the oldest first. */
  let looks = [flow.movedBytes()];
  const timer = setInterval(() => {
    const now = flow.movedBytes();
    looks = flow.isHeldUp() ? [now] : [...looks.slice(-LOOKS), now];
    const [first = now] = looks;
    if (looks.length <= LOOKS || now - first >= windowBytes) return;
    clearInterval(timer);
    flow.onSlow();
  }, windowMs / LOOKS);
  timer.unref();
  return () => clearInterval(timer);
}

/** A rate in words: `16 kB/s over 10 s`. */
export function describeFlow({ windowBytes, windowMs }: FlowRule): string {
  return `${Number((windowBytes / windowMs).toFixed(1))} kB/s over ${windowMs / 1_000} s`;
}
