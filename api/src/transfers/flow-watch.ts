/** Minimum transfer speed: `windowBytes` must be transferred in every time window of `windowMs`. */
export interface FlowRule {
  windowBytes: number;
  windowMs: number;
}

/** Minimum speed of request bodies: 16 kB/s over 10 s, as on a line of 128 kbit/s. */
export const SLOWEST_FLOW: FlowRule = { windowBytes: 160_000, windowMs: 10_000 };

/**
 * Minimum speed of responses: 16 kB/s as for request bodies, but measured over 60 s, because a paused player reads
 * nothing for a while. If its connection is closed during a longer pause, the player requests the rest later.
 */
export const SLOWEST_ANSWER: FlowRule = { windowBytes: 960_000, windowMs: 60_000 };

/** Interface of a transfer whose speed is watched. */
export interface Flow {
  /** Returns the bytes transferred since the beginning. */
  movedBytes(): number;
  /** Returns whether the service itself currently delays the transfer, which then does not count as slow. */
  isHeldUp(): boolean;
  /** Called once, when the client transfers too slowly. */
  onSlow(): void;
}

/** Number of samples per time window. A slow transfer is detected at most a tenth of a window late. */
const LOOKS = 10;

/**
 * Watches a transfer's speed until the returned function is called. The time window slides, and restarts whenever the
 * service itself delays the transfer. Bytes count as sent once they are in the kernel's buffers. A client that stops
 * reading is therefore detected one time window after these buffers are full.
 */
export function watchFlow(flow: Flow, { windowBytes, windowMs }: FlowRule): () => void {
  /** Total number of bytes transferred at each sample of the time window, oldest first. */
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
