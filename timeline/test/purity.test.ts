import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const source = new URL('../src/', import.meta.url);
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
);

/** Patterns of code whose result may differ between machines or days, such as clocks and random numbers. */
const IMPURE = [
  /\bDate\b/,
  /Math\.random/,
  /\bperformance\./,
  /(?<!-)\bprocess\./,
  /\bsetTimeout\b/,
  /\bfetch\(/,
  /\bconsole\./,
];
const ALLOWED_PACKAGES = /^(#typebox|harfbuzzjs|bidi-js|linebreak|culori\/fn)$/;

describe('the package', () => {
  it('has source files to look at', () => {
    expect(files.length).toBeGreaterThan(80);
  });

  it.each(files)('%s imports only its own files and the packages of its manifest', (file) => {
    const text = readFileSync(new URL(file, source), 'utf8');
    const imports = [...text.matchAll(/(?:from\s|import\()\s*'([^']+)'/g)].map((match) => match[1] ?? '');
    const foreign = imports.filter((name) => !name.startsWith('.') && !ALLOWED_PACKAGES.test(name));
    expect(foreign).toEqual([]);
    for (const name of imports.filter((own) => own.startsWith('.'))) expect(name).toMatch(/\.ts$/);
  });

  it.each(files)('%s reads no clock, no random numbers and no surroundings', (file) => {
    const code = readFileSync(new URL(file, source), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
    for (const pattern of IMPURE) expect(code).not.toMatch(pattern);
  });

  it('keeps every file under 400 lines', () => {
    for (const file of files) {
      expect(readFileSync(new URL(file, source), 'utf8').split('\n').length, file).toBeLessThan(400);
    }
  });
});
