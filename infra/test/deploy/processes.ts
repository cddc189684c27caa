import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { allocatorEnvironment, variables } from '../../src/index.ts';
import { root } from './deploy-files.ts';

/** Variables that are not ours: Node's own. */
const foreign = ['NODE_ENV'];

/** Expects that every variable is one that our configuration reads. */
export function expectKnownVariables(names: Iterable<string>): void {
  const known = new Set([...Object.keys(variables), ...foreign, ...Object.keys(allocatorEnvironment)]);
  expect([...names].filter((name) => !known.has(name))).toEqual([]);
}

/** Expects that the words after `node` start with a file of ours that exists. Returns it. */
export function expectProgram(words: readonly string[]): string {
  const file = words.find((word) => !word.startsWith('-')) ?? '';
  expect(file).toMatch(/^(api|scheduler|farm|infra)\/.+\.(ts|mjs)$/);
  expect(existsSync(path.join(root, file)), file).toBe(true);
  return file;
}
