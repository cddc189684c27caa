import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const imports = (file: string) => /['"]@framemill\/testing\b/.test(read(file));

describe('the package for tests', () => {
  it('is imported by tests and benchmarks alone', () => {
    const sources = globSync('{api,cli,compositor,farm,infra,scheduler,studio,timeline}/**/*.{ts,tsx,mjs}', {
      cwd: root,
      exclude: (name) => ['node_modules', 'build', 'generated', 'test-output'].includes(name),
    });
    const isTest = (file: string) => /\.test\.ts$|^[a-z]+\/test\//.test(file);
    expect(sources.length).toBeGreaterThan(1_000);
    expect(sources.filter((file) => !isTest(file) && imports(file))).toEqual([]);
    expect(sources.some((file) => isTest(file) && imports(file))).toBe(true);
  });

  it('is a dependency for development alone, but of the benchmarks', () => {
    const dependents = globSync('*/package.json', { cwd: root }).filter(
      (file) => '@framemill/testing' in (JSON.parse(read(file)).dependencies ?? {}),
    );
    expect(dependents).toEqual(['benchmarks/package.json']);
  });
});
