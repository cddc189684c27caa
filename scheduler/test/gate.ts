/** A door that tests open: `passed` resolves once `open` was called. */
export interface Gate {
  readonly passed: Promise<void>;
  open(): void;
}

export function createGuard(): Gate {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { passed: promise, open: resolve };
}

/**
 * A node's `onFrames` that waits at the ranges that `when` chooses (the first is 1) until `release`; `reached` resolves
 * at the first of them.
 */
export function holdUp(when: (range: number) => boolean): {
  onFrames: () => Promise<void>;
  readonly reached: Promise<void>;
  release(): void;
} {
  const middle = createGuard();
  const go = createGuard();
  let ranges = 0;
  const onFrames = async () => {
    ranges += 1;
    if (!when(ranges)) return;
    middle.open();
    await go.passed;
  };
  return { onFrames, reached: middle.passed, release: go.open };
}

/** Resolves when the signal is aborted. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
