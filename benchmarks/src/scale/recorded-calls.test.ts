import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testFolder } from '@framemill/testing/folders';
import { expect, test } from 'vitest';
import { lineOf, readRecorded } from './recorded-calls.ts';

test('a statement is read as it was stored, whatever its values are', () => {
  const file = join(testFolder(), 'statements.txt');
  const values = [new Date(5), Buffer.from([0, 10, 255]), 2n ** 60n, ['a\nb', null], Number.NaN];
  const statements = [
    { text: 'SELECT\n1', values, call: 'GET /v1/me' },
    { text: 'SELECT 2', values: [], call: null },
  ];
  writeFileSync(file, statements.map(lineOf).join(''));
  expect(readRecorded(file)).toEqual(statements);
});
