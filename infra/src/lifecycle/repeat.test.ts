import { expect, it } from 'vitest';
import { repeat } from './repeat.ts';

it('goes on after failures, of which it logs the first, and ends with its signal', async () => {
  const stopping = new AbortController();
  const logged: string[] = [];
  let runs = 0;
  const work = async () => {
    runs += 1;
    if (runs === 3) stopping.abort();
    throw new Error(`run ${runs}`);
  };
  const log = { warn: (_details: unknown, text?: string) => logged.push(String(text)), info: () => undefined };
  await repeat(work, { everyMs: 1, signal: stopping.signal, log, problem: 'that did not work' });
  expect([runs, logged]).toEqual([3, ['that did not work']]);
});
