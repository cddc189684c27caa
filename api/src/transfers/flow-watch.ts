/** The least that must move: so many bytes in each window of time. */
export interface FlowRule {
  windowBytes: number;
  windowMs: number;
}

/** 16 kB/s over 10 s: a line of 128 kbit/s. */
export const SLOWEST_FLOW: FlowRule = { windowBytes: 160_000, windowMs: 10_000 };

/** A transfer whose speed is watched. */
export interface Flow {
  /** Bytes that have moved since the beginning. */
  movedBytes(): number;
  /** Whether the service holds it up at this moment: the other side is not at fault then. */
  isHeldUp(): boolean;
  /** The other side was too slow. Called once. */
  onSlow(): void;
}

/** Watches a flow until the returned function is called. A window in which the service held it up does not count. */
export function watchFlow(flow: Flow, { windowBytes, windowMs }: FlowRule): () => void {
  let before = flow.movedBytes();
  const timer = setInterval(() => {
    const now = flow.movedBytes();
    const isSlow = now - before < windowBytes && !flow.isHeldUp();
    before = now;
    if (!isSlow) return;
    clearInterval(timer);
    flow.onSlow();
  }, windowMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** A rate in words: `16 kB/s over 10 s`. */
export function describeFlow({ windowBytes, windowMs }: FlowRule): string {
  return `${Number((windowBytes / windowMs).toFixed(1))} kB/s over ${windowMs / 1_000} s`;
}
