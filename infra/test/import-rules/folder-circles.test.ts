import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');

/**
 * Names of the packages to check. The first-level folders of their `src` must form layers: two folders must not import
 * each other, directly or through others.
 */
const packages = ['api', 'benchmarks', 'cli', 'compositor', 'farm', 'infra', 'scheduler', 'testing', 'timeline'];

/**
 * Returns the imports between first-level folders of a package's `src`, by importing folder. Files directly in `src`
 * are left out.
 */
function importsBetweenFolders(source: string): Map<string, Set<string>> {
  const imports = new Map<string, Set<string>>();
  for (const file of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
    if (!/\.m?[jt]s$/.test(file) || /\.test\.ts$|(^|\/)(generated|node_modules)\//.test(file)) continue;
    const [folder, ...below] = file.split(path.sep);
    if (folder === undefined || below.length === 0) continue;
    const text = readFileSync(path.join(source, file), 'utf8');
    for (const [, imported = ''] of text.matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g)) {
      const [other, ...rest] = path
        .relative(source, path.resolve(source, path.dirname(file), imported))
        .split(path.sep);
      if (other === undefined || other === '..' || other === folder || rest.length === 0) continue;
      imports.set(folder, (imports.get(folder) ?? new Set()).add(other));
    }
  }
  return imports;
}

/**
 * Returns the groups of nodes that import each other in a circle. The groups and their members are sorted
 * alphabetically.
 */
function circles(edges: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const reachable = new Map([...edges.keys()].map((from) => [from, reachableFrom(from, edges)]));
  const groups = new Map<string, string[]>();
  for (const [from, reached] of reachable) {
    if (!reached.has(from)) continue;
    const group = [...reached].filter((other) => reachable.get(other)?.has(from)).toSorted();
    groups.set(group.join(' '), group);
  }
  return [...groups.values()].toSorted((a, b) => a.join(' ').localeCompare(b.join(' ')));
}

function reachableFrom(from: string, edges: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const reached = new Set<string>();
  const next = [from];
  for (let at = next.pop(); at !== undefined; at = next.pop()) {
    for (const other of edges.get(at) ?? []) {
      if (reached.has(other)) continue;
      reached.add(other);
      next.push(other);
    }
  }
  return reached;
}

describe('folders of a package', () => {
  it.each(packages)('of %s do not import each other in circles', (name) => {
    const found = circles(importsBetweenFolders(path.join(root, name, 'src')));
    console.info(`${name}: ${found.flat().length} folders in ${found.length} circles`);
    expect(found).toEqual([]);
  });

  it('would be noticed: a circle of two by way of a third, and no circle beside it', () => {
    const edges = { a: ['b'], b: ['c', 'd'], c: ['a'], d: ['e'] };
    expect(circles(new Map(Object.entries(edges).map(([from, to]) => [from, new Set(to)])))).toEqual([['a', 'b', 'c']]);
  });
});
