import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { engineHash } from '../program/engine-hash.mjs';

/**
 * Returns the engine hash after changing the text of one source file. Throws when the text to replace is absent or the
 * file is not part of the hash.
 */
async function hashAfter(file: string, change: (text: string) => string, isRead = true): Promise<string> {
  let changed = false;
  const hash = await engineHash({
    read: (path) => {
      const text = readFileSync(path, 'utf8');
      if (!path.endsWith(file)) return text;
      changed = true;
      expect(change(text), file).not.toBe(text);
      return change(text);
    },
  });
  expect(changed, `${file} is read`).toBe(isRead);
  return hash;
}

let before: string;
beforeAll(async () => {
  before = await engineHash();
});

it('is the same after a docstring, a name or a line break of the engine changed', async () => {
  expect(before).toMatch(/^[0-9a-f]{64}$/);
  const reword = (text: string) => `/** Other words. */\n\n${text.replaceAll('const hash', 'const  found')}`;
  expect(await hashAfter('compositor/src/render/renderer.ts', (text) => `${text}\n// A comment.\n`)).toBe(before);
  expect(await hashAfter('compositor/src/child/handlers/stitch.ts', reword)).toBe(before);
});

it('is the same whatever code says that no render loads: of pages, of the command line, of reports', async () => {
  const other = (text: string) => `${text}\nconsole.log('other');\n`;
  for (const file of [
    'child/handlers/analysis.ts',
    'child/handlers/ingest.ts',
    'cli/main.ts',
    'page/composition-page.ts',
  ]) {
    expect(await hashAfter(`compositor/src/${file}`, other, false), file).toBe(before);
  }
});

it('is another one after a number of the engine changed, here or in the timeline', async () => {
  const more = (text: string) => text.replace(/(\d+)(?=[;,)])/, (number) => String(Number(number) + 1));
  const files = ['compositor/src/render/renderer.ts', 'timeline/src/evaluate/animated-value.ts'];
  for (const file of files) expect(await hashAfter(file, more), file).not.toBe(before);
});
