import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { bundledFonts, fontSet } from './bundled-fonts.ts';

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
