import type { Clock } from '../src/deliveries/watch-pace.ts';

/** Clock whose time only the test changes. */
export interface ManualClock extends Clock {
  /** Advances the clock. Each timer that becomes due runs with the clock at the timer's own time. */
  advance(ms: number): void;
}

/** Creates a manual clock that starts at 0. */
export function manualClock(): ManualClock {
  let now = 0;
  const timers = new Set<{ at: number; ms: number; work: () => void }>();
  return {
    now: () => now,
    every(ms, work) {
      const timer = { at: now + ms, ms, work };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance(ms) {
      const end = now + ms;
      for (;;) {
        const [next] = [...timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
        if (next === undefined) break;
        now = next.at;
        next.at += next.ms;
        next.work();
      }
      now = end;
    },
  };
}
