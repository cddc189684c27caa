/** Barrier for tests: `passed` resolves once `open` was called. */
export interface Gate {
  readonly passed: Promise<void>;
  open(): void;
}

export function createGuard(): Gate {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { passed: promise, open: resolve };
}

/**
 * Creates an `onFrames` callback for a test node that blocks before some ranges until `release` is called. `when`
 * selects these ranges by their number, from 1. `reached` resolves when the first of them begins.
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
