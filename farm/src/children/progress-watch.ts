/** Progress watch of one task; `stop` ends it. */
export interface ProgressWatch {
  /**
   * Restarts the time limit. Call it whenever the task has made progress, also while sources are decoded up to the
   * next frame, which the seek budget limits.
   */
  progressed(): void;
  stop(): void;
}

/** Number of checks into which the time limit is divided. */
const looksAllowed = 10;

/**
 * Calls `onStuck` once when the task has made no progress for `limitMs`, at most a tenth later. It counts its own
 * checks, not the clock: a node that was frozen or suspended cannot tell what its child did meanwhile.
 */
export function watchProgress(options: { limitMs: number; onStuck: () => void }): ProgressWatch {
  let looksInVain = 0;
  const timer = setInterval(() => {
    looksInVain += 1;
    if (looksInVain <= looksAllowed) return;
    clearInterval(timer);
    options.onStuck();
  }, options.limitMs / looksAllowed);
  timer.unref();
  return {
    progressed() {
      looksInVain = 0;
    },
    stop: () => clearInterval(timer),
  };
}
