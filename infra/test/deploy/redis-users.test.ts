import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { deploy, root } from './deploy-files.ts';

/**
 * Returns the prefixes (`fm:rl:`) of the keys and channels in the sources that match `pattern`. Queues are not
 * included.
 */
function namesIn(pattern: string): string[] {
  const files = globSync(pattern, { cwd: root }).filter((file) => !file.endsWith('.test.ts'));
  const texts = files.map((file) => readFileSync(path.join(root, file), 'utf8'));
  return texts.flatMap((text) => [...text.matchAll(/[`'](fm:[^`'$<]*)/g)].map(([, name = '']) => name));
}

it('the API may use every key and channel that it names: a new one has a place in users.acl', () => {
  const acl = readFileSync(path.join(deploy, 'redis/users.acl'), 'utf8');
  const rules = /^user api .*$/m.exec(acl)?.[0].split(' ') ?? [];
  const allowed = rules.flatMap((rule) => /^(?:%R)?[~&](fm:.*)$/.exec(rule)?.[1] ?? []);
  const names = [...namesIn('api/src/**/*.ts'), ...namesIn('scheduler/src/protocol/redis-keys.ts')];
  expect(names.length).toBeGreaterThan(10);
  const fits = (name: string) =>
    allowed.some((rule) => rule === name || (rule.endsWith('*') && name.startsWith(rule.slice(0, -1))));
  expect(names.filter((name) => !fits(name))).toEqual([]);
});
