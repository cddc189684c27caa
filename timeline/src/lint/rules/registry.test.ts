import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LINT_RULES } from './index.ts';

it('lists every rule file', () => {
  const folder = new URL('.', import.meta.url);
  const files = readdirSync(folder).filter((file) => !/^(index|.*\.test)\.ts$/.test(file));
  const rules = files.map((file) => [
    ...readFileSync(new URL(file, folder), 'utf8').matchAll(/^export const (\w+): LintRule = /gm),
  ]);
  expect(rules.every((found) => found.length > 0)).toBe(true);
  expect(LINT_RULES.map((rule) => rule.name).sort()).toEqual(
    rules.flatMap((found) => found.map(([, name]) => name)).sort(),
  );
});
