import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { allocatorEnvironment, variables } from '../../src/index.ts';
import { root } from './deploy-files.ts';

/** Names of environment variables that Node reads, not Framemill. */
const foreign = ['NODE_ENV'];

/** Expects that Framemill's configuration reads every one of the given variables. */
export function expectKnownVariables(names: Iterable<string>): void {
  const known = new Set([...Object.keys(variables), ...foreign, ...Object.keys(allocatorEnvironment)]);
  expect([...names].filter((name) => !known.has(name))).toEqual([]);
}

/** Expects that the arguments after `node` start with an existing program of Framemill, and returns its path. */
export function expectProgram(words: readonly string[]): string {
  const file = words.find((word) => !word.startsWith('-')) ?? '';
  expect(file).toMatch(/^(api|scheduler|farm|infra)\/.+\.(ts|mjs)$/);
  expect(existsSync(path.join(root, file)), file).toBe(true);
  return file;
}
