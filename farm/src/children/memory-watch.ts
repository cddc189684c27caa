import { residentMemoryBytes } from './resident-memory.ts';

/** Memory watch of one process; `stop` ends it. `peakBytes` is the highest resident set sampled so far. */
export interface MemoryWatch {
  readonly peakBytes: number;
  stop(): void;
}

/**
 * Samples the resident set of `pid` every `intervalMs` (default 250) and calls `onExceeded` once when it is above
 * `limitBytes`. An address-space limit is no substitute: it ends V8 and WebAssembly, which reserve more than they use.
 */
export function watchMemory(options: {
  pid: number;
  limitBytes: number;
  onExceeded: (residentBytes: number) => void;
  intervalMs?: number;
}): MemoryWatch {
  let peakBytes = 0;
  let stopped = false;
  let sampling = false;
  const timer = setInterval(() => {
    if (sampling) return;
    sampling = true;
    void residentMemoryBytes(options.pid).then((bytes) => {
      sampling = false;
      if (bytes === null || stopped) return;
      peakBytes = Math.max(peakBytes, bytes);
      if (bytes <= options.limitBytes) return;
      stop();
      options.onExceeded(bytes);
    });
  }, options.intervalMs ?? 250);
  timer.unref();
  const stop = () => {
    stopped = true;
    clearInterval(timer);
  };
  return {
    get peakBytes() {
      return peakBytes;
    },
    stop,
  };
}
