/** Watches that a task gets on; `stop` ends it. */
export interface ProgressWatch {
  /** Call it whenever the task has got on: also while sources are decoded up to what is shown next, which the seek budget bounds. */
  progressed(): void;
  stop(): void;
}

/** The time that is allowed, in looks. */
const looksAllowed = 10;

/**
 * Calls `onStuck` once when the task has not got on for `limitMs`, at most a tenth later. It counts its own looks and not
 * the clock: a node that was frozen, or slept, knows nothing of what its child did meanwhile.
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
