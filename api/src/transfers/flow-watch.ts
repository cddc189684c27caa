/** Minimum transfer speed: a number of bytes in each window of time. */
export interface FlowRule {
  windowBytes: number;
  windowMs: number;
}

/** Minimum speed of request bodies: 16 kB/s over 10 s, as on a line of 128 kbit/s. */
export const SLOWEST_FLOW: FlowRule = { windowBytes: 160_000, windowMs: 10_000 };

/**
 * Minimum speed of responses: the same rate over 60 s.
 * A paused player reads nothing for a while, and requests the rest when its connection was closed.
 */
export const SLOWEST_ANSWER: FlowRule = { windowBytes: 960_000, windowMs: 60_000 };

/** Transfer whose speed is watched. */
export interface Flow {
  /** Returns the bytes transferred since the beginning. */
  movedBytes(): number;
  /** Returns whether the service itself currently delays the transfer, which then does not count as slow. */
  isHeldUp(): boolean;
  /** Called once, when the other side is too slow. */
  onSlow(): void;
}

/** Number of samples per window. A slow transfer is detected at most a tenth of a window late. */
const LOOKS = 10;

/**
 * Watches a transfer's speed until the returned function is called.
 * The window slides. It restarts whenever the service delays the transfer, and an initial burst into the kernel's
 * buffers counts for one window only.
 */
export function watchFlow(flow: Flow, { windowBytes, windowMs }: FlowRule): () => void {
  /** Bytes transferred at each sample of the window, oldest first. */
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

/** Formats a minimum speed for messages: `16 kB/s over 10 s`. */
export function describeFlow({ windowBytes, windowMs }: FlowRule): string {
  return `${Number((windowBytes / windowMs).toFixed(1))} kB/s over ${windowMs / 1_000} s`;
}
