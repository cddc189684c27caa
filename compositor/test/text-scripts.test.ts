import type { TextEngine } from '@framemill/timeline';
import { beforeAll, describe, expect, test } from 'vitest';
import { bundledFonts } from '../src/fonts/bundled-fonts.ts';
import { openTextEngine } from '../src/fonts/font-files.ts';

let engine: TextEngine;

beforeAll(async () => {
  engine = await openTextEngine();
});

function glyphsOf(content: string, style: { lang?: string; fontWeight?: number } = {}) {
  return engine.layout({ content, fontSize: 40, ...style }).lines.flatMap((line) => line.glyphs);
}
const familiesOf = (...args: Parameters<typeof glyphsOf>) => [
  ...new Set(glyphsOf(...args).map((glyph) => bundledFonts[glyph.fontIndex]?.family)),
];

const samples: [script: string, text: string, family: string][] = [
  ['Latin', 'Žluťoučký kůň ß ạ', 'Inter'],
  ['Greek', 'Ελληνικά', 'Inter'],
  ['Cyrillic', 'Привет', 'Inter'],
  ['Hebrew', 'שָׁלוֹם', 'Noto Sans Hebrew'],
  ['Arabic', 'مرحبا', 'Noto Sans Arabic'],
  ['Devanagari', 'क्षत्रिय', 'Noto Sans Devanagari'],
  ['Thai', 'สวัสดี', 'Noto Sans Thai'],
  ['Hangul', '안녕하세요', 'Nanum Gothic'],
  ['Han', '汉语', 'Noto Sans SC'],
  ['Kana', 'こんにちは', 'Noto Sans JP'],
];

describe('every script', () => {
  test.each(samples)('%s has its glyphs, all in one font', (_, text, family) => {
    expect(familiesOf(text)).toEqual([family]);
    expect(glyphsOf(text).every((glyph) => glyph.glyphId !== 0)).toBe(true);
  });

  test('falls back glyph by glyph, and back again', () => {
    expect(familiesOf('Inter שלום and 汉 😀')).toEqual([
      'Inter',
      'Noto Sans Hebrew',
      'Noto Sans SC',
      'Noto Color Emoji',
    ]);
  });

  test('is set in the weight that was asked for', () => {
    const [bold] = glyphsOf('مرحبا', { fontWeight: 700 });
    expect(bundledFonts[bold?.fontIndex ?? -1]?.weight).toBe(700);
  });
});

describe('shaping', () => {
  test('joins Arabic letters: the same letter has other glyphs at the start, inside and at the end', () => {
    const [alone] = glyphsOf('ه');
    const joined = glyphsOf('ههه').map((glyph) => glyph.glyphId);
    expect(new Set([alone?.glyphId, ...joined]).size).toBe(4);
  });

  test('gives lam and alef the form of their ligature', () => {
    const lamOf = (text: string) => glyphsOf(text).find((glyph) => glyph.cluster === 0)?.glyphId;
    expect(lamOf('لا')).not.toBe(lamOf('لم'));
  });

  test('forms Devanagari conjuncts and moves the short i before its consonant', () => {
    expect(glyphsOf('क्ष').length).toBeLessThan(3);
    const [first] = glyphsOf('कि');
    const [ka] = glyphsOf('क');
    expect(first?.glyphId).not.toBe(ka?.glyphId);
  });

  test('puts Hebrew points on their letters, without a width of their own', () => {
    const pointed = glyphsOf('שָׁ');
    const bare = glyphsOf('ש');
    const width = (glyphs: typeof bare) => glyphs.reduce((sum, glyph) => sum + glyph.advance, 0);
    expect(width(pointed)).toBeCloseTo(width(bare), 0);
  });

  test('makes one picture of emoji that are joined, flags, skin tones and key caps', () => {
    for (const emoji of ['👩‍👩‍👧‍👦', '🇩🇪', '👍🏽', '❤️', '1️⃣', '🏴󠁧󠁢󠁥󠁮󠁧󠁿']) {
      const glyphs = glyphsOf(emoji);
      expect(familiesOf(emoji), emoji).toEqual(['Noto Color Emoji']);
      expect(
        glyphs.filter((glyph) => glyph.advance > 0),
        emoji,
      ).toHaveLength(1);
    }
  });

  test('leaves digits and signs that could be emoji to the text font', () => {
    expect(familiesOf('12 © ™ #')).toEqual(['Inter']);
  });
});

describe('Han characters', () => {
  test('look Japanese beside kana or when the language says so, else Chinese', () => {
    expect(familiesOf('直す')).toEqual(['Noto Sans JP']);
    expect(familiesOf('直', { lang: 'ja' })).toEqual(['Noto Sans JP']);
    expect(familiesOf('直', { lang: 'ja-JP' })).toEqual(['Noto Sans JP']);
    expect(familiesOf('直')).toEqual(['Noto Sans SC']);
    expect(familiesOf('直', { lang: 'zh-Hant' })).toEqual(['Noto Sans SC']);
  });
});
