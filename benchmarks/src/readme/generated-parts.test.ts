import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { configurationTable, directDependencies, figuresPart, replacePart } from './generated-parts.ts';

const root = resolve(import.meta.dirname, '../../..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');

test("the README's configuration table is the one that the schema gives (node benchmarks/src/readme/main.ts writes it)", () => {
  expect(replacePart(readme, 'configuration', configurationTable())).toBe(readme);
});

test("the README's figures are those of the kept run of the scenes (node benchmarks/src/readme/main.ts writes them)", () => {
  expect(replacePart(readme, 'figures', figuresPart(root))).toBe(readme);
});

test('the README names every package that the workspace depends on', () => {
  const missing = directDependencies(root).filter((name) => !readme.includes(`\`${name}\``));
  expect(missing).toEqual([]);
});

test("the README's links to files lead somewhere", () => {
  const links = [...readme.matchAll(/\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)/g)].map((match) => match[1] ?? '');
  expect(links.length).toBeGreaterThan(5);
  expect(links.filter((link) => !existsSync(join(root, link)))).toEqual([]);
});
