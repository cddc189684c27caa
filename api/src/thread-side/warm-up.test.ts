import { openTextEngine } from '@framemill/compositor/fonts';
import { createLogger } from '@framemill/infra';
import { expect, it } from 'vitest';
import { warmUp } from './warm-up.ts';

it('lays out a text and asks the database before the first call, and does without one that is away', async () => {
  const textEngine = await openTextEngine();
  const measured: string[] = [];
  let queries = 0;
  const client = {
    $queryRaw: () => {
      queries += 1;
      return Promise.reject(new Error('There is no database.'));
    },
  };
  await warmUp({
    database: { client } as never,
    measureText: (style) => {
      measured.push(style.content);
      return textEngine.layout(style);
    },
    textEngine,
    log: createLogger('test', { level: 'silent' }),
  });
  expect([measured, queries]).toEqual([['Ready'], 1]);
});
