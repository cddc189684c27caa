import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { markFunctions } from './mark-functions.ts';

const root = mkdtempSync(path.join(tmpdir(), 'framemill-marks-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const source = `export function add(a: number, b = (() => 1)()): number { return a + b; }
export const double = (a: number) => ({ value: a * 2 });
export const curried = (a: number) => async (b: number) => a + b;
export abstract class Counter {
  #count = 0;
  step = 3;
  constructor(start: number) { this.#count = start; }
  get count() { return this.#count; }
  *steps() { yield this.step; }
  abstract stop(): void;
}
`;

test('a marked copy does the same and reports each call', async () => {
  writeFileSync(path.join(root, 'source.ts'), source);
  const functions = markFunctions(root, ['source.ts'], path.join(root, 'copy'));
  expect(functions.map(({ line, isAsync }) => [line, isAsync])).toEqual([
    ...[1, 1, 2, 3].map((line) => [line, false]),
    [3, true],
    ...[7, 8, 9].map((line) => [line, false]),
  ]);

  const calls: number[] = [];
  Object.assign(globalThis, { markCall: (index: number) => calls.push(index) });
  const copy = path.join(root, 'copy/source.ts');
  const { add, double, curried, Counter } = await import(copy);
  const counter = new Counter(5);
  expect([add(1), double(2), await curried(1)(2), counter.count, [...counter.steps()]]).toEqual([
    ...[2, { value: 4 }, 3, 5],
    [3],
  ]);
  expect(calls).toEqual([5, 1, 0, 2, 3, 4, 6, 7]);
  // The lines stay the same, for stack traces.
  expect(readFileSync(copy, 'utf8').split('\n')).toHaveLength(source.split('\n').length);
});
