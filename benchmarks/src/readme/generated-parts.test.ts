import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { cliPart, configurationTable, directDependencies, figuresPart, replacePart } from './generated-parts.ts';

const root = resolve(import.meta.dirname, '../../..');
const page = (path: string): string => readFileSync(join(root, path), 'utf8');
const pages = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'docs/configuration.md',
  'docs/dependencies.md',
  'docs/cli.md',
];

test('docs/configuration.md has the table that the schema gives (node benchmarks/src/readme/main.ts writes it)', () => {
  const configuration = page('docs/configuration.md');
  expect(replacePart(configuration, 'configuration', configurationTable())).toBe(configuration);
});

test('docs/cli.md has the commands of the table (node benchmarks/src/readme/main.ts writes it)', () => {
  const cli = page('docs/cli.md');
  expect(replacePart(cli, 'commands', cliPart(root))).toBe(cli);
});

test("the README's figures are those of the kept run (node benchmarks/src/readme/main.ts writes them)", () => {
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

/**
 * Paths of the hand-written documentation pages. COMMANDS.md, EFFECTS.md and the figures of benchmarks/results are
 * generated and not included.
 */
const readable = globSync(['*.md', 'docs/*.md', '*/README.md', 'infra/deploy/*.md'], { cwd: root });

/** Returns the lines of prose with over 120 characters. Code, tables, images and generated parts are excluded. */
function longLines(text: string): string[] {
  const prose = text
    .replaceAll(/^```[\s\S]*?^```/gm, '')
    .replaceAll(/^<!-- (\w[\w ]*) -->$[\s\S]*?^<!-- \/\1 -->$/gm, '');
  return prose.split('\n').filter((line) => line.length > 120 && !/^(\||!\[|<)/.test(line));
}

test.each(readable)('%s has no line of prose over 120 characters', (path) => {
  expect(longLines(page(path))).toEqual([]);
});

test('a long line would be seen', () => {
  expect(readable.length).toBeGreaterThan(10);
  expect(longLines(`a\n${'long '.repeat(25)}\n| ${'long '.repeat(25)}`)).toHaveLength(1);
});
