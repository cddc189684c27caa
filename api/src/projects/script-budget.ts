import type { ScriptEngine } from '@framemill/timeline';

/**
 * The same engine with a time limit for all of its scripts together, beside the one of each: what is left of it. `now`
 * is a clock in milliseconds that never goes back.
 */
export function withinBudget(engine: ScriptEngine, budgetMs: number, now: () => number): ScriptEngine {
  let leftMs = budgetMs;
  return {
    run(source, host, limits) {
      if (leftMs < 1) {
        return { error: `the scripts of a request may run ${budgetMs} ms together. Send fewer`, output: [] };
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
