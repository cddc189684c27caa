import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LINT_RULES } from './index.ts';

it('lists every rule file', () => {
  const files = readdirSync(new URL('.', import.meta.url)).filter((file) => !/^(index|rule|.*\.test)\.ts$/.test(file));
  const names = LINT_RULES.map((rule) => `${rule.name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`);
  expect(names.sort()).toEqual(files.sort());
});
