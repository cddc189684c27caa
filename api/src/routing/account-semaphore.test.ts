import { expect, it } from 'vitest';
import { createAccountSemaphore } from './account-semaphore.ts';

it('runs as many requests of an account at once as allowed, the rest in order, other accounts unaffected', async () => {
  const semaphore = createAccountSemaphore(2);
  const entered: string[] = [];
  const enter = async (accountId: string, name: string) => {
    const leave = await semaphore.enter(accountId);
    entered.push(name);
    return leave;
  };
  const [first] = await Promise.all([enter('a', 'a1'), enter('a', 'a2')]);
  const third = enter('a', 'a3');
  const fourth = enter('a', 'a4');
  await enter('b', 'b1');
  expect(entered).toEqual(['a1', 'a2', 'b1']);
  first?.();
  first?.();
  const leaveThird = await third;
  expect(entered).toEqual(['a1', 'a2', 'b1', 'a3']);
  leaveThird();
  await fourth;
  expect(entered.at(-1)).toBe('a4');
});

it('refuses what would wait behind a minute of requests', async () => {
  const semaphore = createAccountSemaphore(1, 2);
  await semaphore.enter('a');
  void semaphore.enter('a');
  void semaphore.enter('a');
  await expect(semaphore.enter('a')).rejects.toMatchObject({ code: 'unavailable' });
  await semaphore.enter('b');
});
