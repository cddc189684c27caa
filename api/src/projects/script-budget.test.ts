import type { ScriptEngine } from '@framemill/timeline';
import { expect, it } from 'vitest';
import { withinBudget } from './script-budget.ts';

it('lets scripts run as long as their limits and the budget allow, and refuses those after it', () => {
  let clockMs = 0;
  /** Each script takes all the time that it is given. */
  const engine: ScriptEngine = {
    run: (_source, _host, { timeoutMs }) => {
      clockMs += timeoutMs;
      return { error: null, output: [String(timeoutMs)] };
    },
  };
  const limited = withinBudget(engine, 1_000, () => clockMs);
  const run = (timeoutMs: number) =>
    limited.run('', { ops: [], document: () => '', command: () => '' }, { timeoutMs, memoryBytes: 1 });
  expect([run(600), run(600), run(600)]).toEqual([
    { error: null, output: ['600'] },
    { error: null, output: ['400'] },
    { error: 'the scripts of a request may run 1000 ms in total. Send fewer scripts', output: [] },
  ]);
});
