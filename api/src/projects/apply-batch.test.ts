import { FramemillError, type ScriptEngine } from '@framemill/timeline';
import { describe, expect, it } from 'vitest';
import { againWhenStale, withinBudget } from './apply-batch.ts';
import { staleRev } from './project-store.ts';

it('lets scripts run as long as their limits and the budget allow, and refuses those after it', () => {
  let clockMs = 0;
  /** Script engine whose scripts all run for exactly their time limit. */
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

/**
 * Returns a function that throws the first of `errors` at its first call, the second at its second call, and so on.
 * When no error is left, it returns the number of the attempt.
 */
const failing = (...errors: Error[]) => {
  return async (attempt: number) => {
    const error = errors[attempt - 1];
    if (error) throw error;
    return attempt;
  };
};

describe('work on a project that others save, too', () => {
  it('is done again on what they saved', async () => {
    expect(await againWhenStale(3, failing(staleRev(2), staleRev(3)))).toBe(3);
  });

  it('is given up after the tries that it has', async () => {
    await expect(againWhenStale(2, failing(staleRev(2), staleRev(3)))).rejects.toMatchObject({ details: { rev: 3 } });
    await expect(againWhenStale(1, failing(staleRev(2)))).rejects.toMatchObject({ details: { rev: 2 } });
  });

  it('is not done again for anything else', async () => {
    const other = new FramemillError('not_found', 'gone');
    await expect(againWhenStale(3, failing(other))).rejects.toBe(other);
  });
});
