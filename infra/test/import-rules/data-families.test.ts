import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { AUDIO_EFFECTS } from '@framemill/timeline/audio-effects';
import { expect, it } from 'vitest';
import { metricFamily } from '../../src/index.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const packages = ['api', 'benchmarks', 'cli', 'compositor', 'farm', 'infra', 'scheduler', 'testing', 'timeline'];

/**
 * Minimum number of files in one folder, each with data of the same type, for which the test requires a table instead.
 */
const fewest = 4;
/** Maximum number of lines of a file that counts as one row of a table. */
const mostLines = 60;

/** Files that contain a table, with a pattern for one of its rows and the minimum number of rows. */
const tables = [
  { file: 'infra/src/metrics/metric-family.ts', row: /^ {2}\w+: (?:counter|gauge|histogram)\(\{/gm, rows: 50 },
  { file: 'timeline/src/vocabulary/index.ts', row: /^export const [A-Z_]+ = \[/gm, rows: 17 },
  { file: 'timeline/src/vocabulary/motion-names.ts', row: /^export const [A-Z_]+ = \[/gm, rows: 5 },
  { file: 'timeline/src/edit/motions.ts', row: /^ {2}(?:entrance|exit|travel|loop)\(/gm, rows: 23 },
  { file: 'timeline/src/edit/filters.ts', row: /^ {2,4}(?:\{ )?preset: '/gm, rows: 24 },
  { file: 'timeline/src/audio-effects/index.ts', row: /^ {2}defineAudioEffect\(/gm, rows: 17 },
  { file: 'timeline/src/commands/lower-thirds.ts', row: /^ {4}preset: '/gm, rows: 4 },
];

/**
 * Returns the shape of the only export of a file when it is data: its declared type, or the call that creates it.
 * Returns null when the file has other code or exports something else.
 */
function shapeOfData(text: string): string | null {
  const bare = text
    .replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
    .replaceAll(/^import [\s\S]*?;$/gm, '')
    .replaceAll(/'(?:[^'\\\n]|\\.)*'|`[^`]*`/g, "''")
    .trim();
  if (bare.split('\n').length > mostLines || /=>|\bfunction\b|\bclass\b|\bnew\b|\bawait\b|\) \{$/m.test(bare))
    return null;
  const [, type, call] = /^export const \w+(?:: ([^=]+?))? = (\w+\()?/.exec(bare) ?? [];
  return /^export (?!const)/m.test(bare) || bare.match(/^export /gm)?.length !== 1 ? null : (type ?? call ?? null);
}

/** Returns groups of small files that should be one table, as `folder: shape (files)`. */
function scatteredFamilies(): string[] {
  const members = new Map<string, string[]>();
  for (const folder of packages.map((name) => path.join(root, name, 'src'))) {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.name.endsWith('.ts') || entry.name.endsWith('.test.ts')) continue;
      const shape = shapeOfData(readFileSync(path.join(entry.parentPath, entry.name), 'utf8'));
      if (shape === null) continue;
      const family = `${path.relative(root, entry.parentPath)}: ${shape}`;
      members.set(family, [...(members.get(family) ?? []), entry.name]);
    }
  }
  return [...members].filter(([, files]) => files.length >= fewest).map(([family, files]) => `${family} ${files}`);
}

it('knows a file that is only a row from one with code of its own', () => {
  expect(shapeOfData("import type { A } from './a.ts';\n\n/** One. */\nexport const one: A = { b: 1 };\n")).toBe('A');
  expect(shapeOfData("export const two = counter({ name: 'new () => {' });\n")).toBe('counter(');
  expect(shapeOfData('export const three: A = { b: () => 1 };\n')).toBeNull();
  expect(shapeOfData('export const four: A = {\n  b(c) {\n    return c;\n  },\n};\n')).toBeNull();
  expect(shapeOfData('export const five: A = { b: 1 };\nexport const six = 6;\n')).toBeNull();
});

it('a family that is only data is one table, a member a row', () => {
  for (const { file, row, rows } of tables) {
    const found = readFileSync(path.join(root, file), 'utf8').match(row)?.length ?? 0;
    process.stdout.write(`data families: ${file}: ${found} rows\n`);
    expect(found, file).toBeGreaterThanOrEqual(rows);
  }
  expect(Object.keys(metricFamily).length).toBeGreaterThanOrEqual(50);
  expect(AUDIO_EFFECTS.length).toBeGreaterThanOrEqual(17);
  const scattered = scatteredFamilies();
  process.stdout.write(`data families: ${scattered.length} scattered over files\n`);
  expect(scattered).toEqual([]);
});
