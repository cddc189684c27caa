import { expect, it } from 'vitest';
import { createAccountTurns } from './account-turns.ts';

it('runs the work of an account one after the other, of others beside it, also after a failure', async () => {
  const turns = createAccountTurns();
  const events: string[] = [];
  const gates = new Map<string, () => void>();
  const work =
    (name: string, fails = false) =>
    async () => {
      events.push(`begin ${name}`);
      await new Promise<void>((resolve) => gates.set(name, resolve));
      events.push(`end ${name}`);
      if (fails) throw new Error(name);
    };
  const begun = (name: string) => expect.poll(() => events).toContain(`begin ${name}`);
  const all = [turns.run('a', work('a1', true)), turns.run('a', work('a2')), turns.run('b', work('b1'))];
  const settled = Promise.allSettled(all);
  await begun('a1');
  await begun('b1');
  expect(events).not.toContain('begin a2');
  gates.get('a1')?.();
  await begun('a2');
  expect(events.indexOf('end a1')).toBeLessThan(events.indexOf('begin a2'));
  gates.get('a2')?.();
  gates.get('b1')?.();
  expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
});
