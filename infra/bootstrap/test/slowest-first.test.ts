import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { slowest } from './slowest-first.ts';

test('the slowest test files are there under their names', () => {
  const root = join(import.meta.dirname, '../../..');
  expect(slowest.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});
