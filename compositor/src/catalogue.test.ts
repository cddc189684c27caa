import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { VOCABULARY } from '@framemill/timeline';
import { expect, test } from 'vitest';
import { bundledFonts, fontSet } from './catalog/fonts.ts';
import { catalogue } from './catalogue.ts';
import { shapeOutlines } from './sprites/shapes/index.ts';

const index = fileURLToPath(new URL('./catalog.ts', import.meta.url));

test('the catalogue loads in a process that refuses native code', () => {
  const script = `import(${JSON.stringify(index)}).then((m) => console.log(m.catalogue.shapes.length))`;
  const printed = execFileSync(process.execPath, ['--no-addons', '--input-type=module', '-e', script]);
  expect(printed.toString().trim()).toBe('26');
});

test('every bundled font file is installed, and the font set names the installed versions', () => {
  const { resolve } = createRequire(import.meta.url);
  const versions = new Set<string>();
  for (const font of bundledFonts) {
    const manifest = resolve(`${font.package}/package.json`);
    expect(existsSync(join(dirname(manifest), font.file)), font.file).toBe(true);
    const { name, version } = JSON.parse(readFileSync(manifest, 'utf8'));
    versions.add(`${String(name).split('/')[1]}@${version}`);
  }
  expect(fontSet).toBe([...versions].join(' '));
});

test('the catalogue lists families to choose from, Inter first, and none of pictures', () => {
  const families = catalogue.fonts.map(({ family }) => family);
  expect(catalogue.fonts[0]).toEqual({ family: 'Inter', weights: [100, 200, 300, 400, 500, 600, 700, 800, 900] });
  expect(families).toEqual(expect.arrayContaining(['Playfair Display', 'Bebas Neue', 'JetBrains Mono']));
  expect(families).not.toContain('Noto Color Emoji');
});

test('every shape of the vocabulary has exactly one outline', () => {
  expect(shapeOutlines.map((shape) => shape.kind)).toEqual([...VOCABULARY.shapeKind]);
});

test('every outline is path data inside its box', () => {
  for (const shape of shapeOutlines) {
    const form = { width: 120, height: 80, cornerRadius: 0, d: 'M0 0L120 80' };
    const d = shape.outline(form);
    expect(d, shape.kind).toMatch(/^M/);
    expect(d, shape.kind).not.toMatch(/NaN|undefined|Infinity/);
  }
});
