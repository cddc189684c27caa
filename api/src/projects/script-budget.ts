import type { ScriptEngine } from '@framemill/timeline';

/**
 * Wraps a script engine with a time limit for all its scripts together, in addition to the limit of each script. `now`
 * is a monotonic clock in milliseconds.
 */
export function withinBudget(engine: ScriptEngine, budgetMs: number, now: () => number): ScriptEngine {
  let leftMs = budgetMs;
  return {
    run(source, host, limits) {
      if (leftMs < 1) {
        return { error: `the scripts of a request may run ${budgetMs} ms in total. Send fewer scripts`, output: [] };
      }
      const startedMs = now();
      try {
        return engine.run(source, host, { ...limits, timeoutMs: Math.min(limits.timeoutMs, Math.floor(leftMs)) });
      } finally {
        leftMs -= now() - startedMs;
      }
    },
  };
}
