import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { configurationTable, directDependencies, figuresPart, replacePart } from './generated-parts.ts';

const root = resolve(import.meta.dirname, '../../..');
const page = (path: string): string => readFileSync(join(root, path), 'utf8');
const pages = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/configuration.md', 'docs/dependencies.md'];

test('docs/configuration.md has the table that the schema gives (node benchmarks/src/readme/main.ts writes it)', () => {
  const configuration = page('docs/configuration.md');
  expect(replacePart(configuration, 'configuration', configurationTable())).toBe(configuration);
});

test("the README's figures are those of the kept run of the scenes (node benchmarks/src/readme/main.ts writes them)", () => {
  expect(replacePart(page('README.md'), 'figures', figuresPart(root))).toBe(page('README.md'));
});

test('docs/dependencies.md names every package that the workspace depends on', () => {
  const table = page('docs/dependencies.md');
  expect(directDependencies(root).filter((name) => !table.includes(`\`${name}\``))).toEqual([]);
});

test.each(pages)('the links of %s to files lead somewhere', (path) => {
  const links = [...page(path).matchAll(/\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)/g)].map((match) => match[1] ?? '');
  expect(links.filter((link) => !existsSync(resolve(root, dirname(path), link)))).toEqual([]);
  if (path === 'README.md') expect(links.length).toBeGreaterThan(5);
});
