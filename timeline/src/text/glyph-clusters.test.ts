import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TextStyle } from '../document/text-style.ts';
import { glyphClusters } from './glyph-clusters.ts';
import { createTextEngine } from './text-engine.ts';
import type { TextEngine } from './text-layout.ts';

let engine: TextEngine;

beforeAll(async () => {
  const path = createRequire(import.meta.url).resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf');
  engine = await createTextEngine([{ family: 'Inter', weight: 400, italic: false, data: readFileSync(path) }]);
});

function unitsOf(kind: Parameters<typeof glyphClusters>[1], content: string, style: Partial<TextStyle> = {}) {
  return glyphClusters(engine.layout({ content, fontSize: 40, ...style }), kind);
}
const texts = (...args: Parameters<typeof unitsOf>) => unitsOf(...args).map((unit) => unit.text);

describe('units of a text', () => {
  it('are characters as people count them, without the spaces between', () => {
    expect(texts('character', 'a é!\nZ')).toEqual(['a', 'é', '!', 'Z']);
    expect(texts('character', 'e\u0301x')).toEqual(['e\u0301', 'x']);
    expect(texts('character', '👩‍👩‍👧‍👦🇩🇪')).toEqual(['👩‍👩‍👧‍👦', '🇩🇪']);
  });

  it('are words with their punctuation', () => {
    expect(texts('word', '"Hello," she said – well-known, isn\'t it?')).toEqual([
      '"Hello,"',
      'she',
      'said',
      '–',
      'well-known,',
      "isn't",
      'it?',
    ]);
  });

  it('are words of the dictionary where no spaces are written', () => {
    expect(texts('word', '你好，世界').join('|')).toBe('你好，|世界');
  });

  it('are lines, or all', () => {
    expect(texts('line', 'one two\nthree')).toEqual(['one two', 'three']);
    const [all] = unitsOf('all', 'one two\nthree');
    expect(all).toMatchObject({ lineIndex: -1, x: 0, y: 0, text: 'one two\nthree' });
  });

  it('stand side by side and cover their line', () => {
    const units = unitsOf('word', 'one two three');
    const line = engine.layout({ content: 'one two three', fontSize: 40 }).lines[0];
    expect(units[0]?.x).toBeCloseTo(line?.x ?? -1);
    const last = units.at(-1);
    expect((last?.x ?? 0) + (last?.width ?? 0)).toBeCloseTo((line?.x ?? 0) + (line?.width ?? 0));
    for (const [index, unit] of units.entries()) {
      const next = units[index + 1];
      if (next) expect(next.x).toBeGreaterThan(unit.x + unit.width);
      expect(unit.index).toBe(index);
    }
    const glyphs = units.flatMap((unit) => unit.glyphs);
    expect(glyphs).toEqual([...Array(13).keys()]);
  });

  it('follow reading order in right-to-left text', () => {
    const units = unitsOf('word', 'שלום עולם');
    expect(units.map((unit) => unit.text)).toEqual(['שלום', 'עולם']);
    expect(units[0]?.x).toBeGreaterThan(units[1]?.x ?? 0);
    expect(units.every((unit) => unit.rightToLeft)).toBe(true);
  });

  it('know where they come from, also after a change of case', () => {
    expect(unitsOf('word', 'straße am see', { textTransform: 'uppercase' }).map((unit) => unit.source)).toEqual([
      0, 7, 10,
    ]);
  });

  it('start where words are said to start', () => {
    const layout = engine.layout({ content: 'New York is big', fontSize: 40 });
    expect(glyphClusters(layout, 'word', [0, 9, 12]).map((unit) => unit.text)).toEqual(['New York', 'is', 'big']);
  });
});
