import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TextStyle } from '../document/text-style.ts';
import { createTextEngine } from './text-engine.ts';
import type { FontFile, TextEngine } from './text-layout.ts';

const require = createRequire(import.meta.url);

function inter(file: string, weight: number, family = 'Inter'): FontFile {
  return { family, weight, italic: false, data: readFileSync(require.resolve(`@expo-google-fonts/inter/${file}`)) };
}

let engine: TextEngine;
const texts = (style: TextStyle) => engine.layout(style).lines.map((line) => line.text);

beforeAll(async () => {
  engine = await createTextEngine([
    inter('400Regular/Inter_400Regular.ttf', 400),
    inter('700Bold/Inter_700Bold.ttf', 700),
  ]);
});

describe('text layout', () => {
  it('sets one line in the middle of its own width', () => {
    const layout = engine.layout({ content: 'Hello', fontSize: 100 });
    expect(layout.lines).toHaveLength(1);
    expect(layout.height).toBeCloseTo(120);
    expect(layout.width).toBeGreaterThan(200);
    expect(layout.width).toBeLessThan(280);
    expect(layout.lines[0]?.x).toBe(0);
    expect(layout.lines[0]?.glyphs).toHaveLength(5);
    expect(layout.lines[0]?.glyphs[0]?.scale).toBeCloseTo(100 / 2048);
  });

  it('kerns: AV is narrower than A and V apart', () => {
    const width = (content: string) => engine.layout({ content, fontSize: 1000 }).width;
    expect(width('AV')).toBeLessThan(width('A') + width('V') - 10);
  });

  it('chooses the weight nearest to the one asked for', () => {
    const fontOf = (fontWeight: number) => engine.layout({ content: 'a', fontWeight }).lines[0]?.glyphs[0]?.fontIndex;
    expect(fontOf(300)).toBe(0);
    expect(fontOf(900)).toBe(1);
  });

  it('wraps at the width, and every line fits', () => {
    const style = { content: 'The quick brown fox jumps over the lazy dog', fontSize: 60, width: 500 };
    const layout = engine.layout(style);
    expect(layout.lines.length).toBeGreaterThan(2);
    for (const line of layout.lines) expect(line.width).toBeLessThanOrEqual(500);
    expect(layout.lines.map((line) => line.text).join(' ')).toBe(style.content);
    expect(layout.width).toBe(500);
  });

  it('keeps explicit new lines, empty ones too', () => {
    expect(texts({ content: 'a\n\nb' })).toEqual(['a', '', 'b']);
  });

  it('cuts a word that is wider than the line where the style asks for it', () => {
    const style = { content: 'Donaudampfschifffahrt', fontSize: 60, width: 300, overflowWrap: 'anywhere' } as const;
    const layout = engine.layout(style);
    expect(layout.lines.length).toBeGreaterThan(1);
    expect(layout.lines.map((line) => line.text).join('')).toBe('Donaudampfschifffahrt');
  });

  it('does not break a word that is wider than the line: it overflows, ends in an ellipsis, or all text shrinks', () => {
    const style = { content: 'The NORTHWIND blows', fontSize: 60, width: 200 };
    const whole = engine.layout(style);
    expect(whole.lines.map((line) => line.text)).toEqual(['The', 'NORTHWIND', 'blows']);
    expect(whole.width).toBe(whole.lines[1]?.width);
    expect(whole.width).toBeGreaterThan(200);
    const ellipsis = engine.layout({ ...style, overflow: 'ellipsis' });
    expect(ellipsis.lines.map((line) => line.text)).toEqual(['The', expect.stringMatching(/^NO.*…$/), 'blows']);
    expect(Math.max(...ellipsis.lines.map(({ width }) => width))).toBeLessThan(200.5);
    const shrunk = engine.layout({ ...style, overflow: 'shrink' });
    expect(shrunk.width).toBe(200);
    expect(shrunk.fontSize).toBeLessThan(60);
    expect(shrunk.lines.map((line) => line.text)).toContain('NORTHWIND');
  });

  it('breaks neither before punctuation nor at a no-break space', () => {
    expect(texts({ content: 'abc def, ghi', fontSize: 60, width: 150 })).toEqual(['abc', 'def,', 'ghi']);
    expect(texts({ content: 'one 10\u00a0km', fontSize: 60, width: 190 })).toEqual(['one', '10\u00a0km']);
  });

  it('aligns lines within the block', () => {
    const at = (align: 'left' | 'center' | 'right') =>
      engine.layout({ content: 'wide line\nx', align }).lines[1]?.x ?? -1;
    expect(at('left')).toBe(0);
    expect(at('right')).toBeCloseTo(at('center') * 2);
  });

  it('spaces letters apart, without a gap after the last', () => {
    const plain = engine.layout({ content: 'abc', fontSize: 50 }).width;
    expect(engine.layout({ content: 'abc', fontSize: 50, letterSpacing: 10 }).width).toBeCloseTo(plain + 20);
  });

  it.each(['مرحبا abc', 'abc مرحبا', 'مرحبا', 'abc'])(
    'holds all glyphs of spaced %s in its line, and no more',
    (content) => {
      const style = { content, fontSize: 50, letterSpacing: 30 } as const;
      const line = engine.layout(style).lines[0];
      const last = line?.glyphs.at(-1);
      // Joined letters, here those from right to left, have no spacing after them.
      const end = (last?.x ?? 0) + (last?.advance ?? 0) - (last?.rightToLeft ? 0 : 30);
      expect(line?.width).toBeCloseTo(end, 6);
      expect(texts({ ...style, width: end + 0.1 })).toEqual([content]);
      expect(texts({ ...style, width: end - 0.1, overflowWrap: 'anywhere' })).not.toEqual([content]);
    },
  );

  it('is never narrower than nothing, however tight its letters stand', () => {
    expect(engine.layout({ content: 'tight', fontSize: 10, letterSpacing: -20 }).lines[0]?.width).toBe(0);
  });

  it('ends cut text with an ellipsis that fits', () => {
    const layout = engine.layout({
      content: 'The quick brown fox jumps over the lazy dog',
      fontSize: 60,
      width: 500,
      maxLines: 2,
      overflow: 'ellipsis',
    });
    expect(layout.lines).toHaveLength(2);
    expect(layout.lines[1]?.text).toMatch(/…$/);
    expect(layout.lines[1]?.width).toBeLessThanOrEqual(500);
  });

  it('shrinks to the largest size that keeps maxLines, not below minFontSize', () => {
    const style = {
      content: 'The quick brown fox',
      fontSize: 120,
      width: 500,
      maxLines: 1,
      overflow: 'shrink',
    } as const;
    const layout = engine.layout(style);
    expect(layout.lines).toHaveLength(1);
    expect(layout.fontSize).toBeLessThan(120);
    expect(
      engine.layout({ ...style, fontSize: layout.fontSize + 1, overflow: 'visible', maxLines: undefined }).lines.length,
    ).toBe(2);
    expect(engine.layout({ ...style, minFontSize: 100 }).fontSize).toBe(100);
  });

  it('writes in capitals by the rules of the language', () => {
    expect(texts({ content: 'straße', textTransform: 'uppercase' })).toEqual(['STRASSE']);
    expect(texts({ content: 'istanbul', textTransform: 'uppercase', lang: 'tr' })).toEqual(['İSTANBUL']);
    expect(texts({ content: 'one fine day', textTransform: 'capitalize' })).toEqual(['One Fine Day']);
  });

  it('gives outlines of glyphs and nothing for a space', () => {
    const [o, space] = engine.layout({ content: 'o ' + 'x' }).lines[0]?.glyphs ?? [];
    expect(engine.outline(o?.fontIndex ?? -1, o?.glyphId ?? -1)).toMatch(/^M[\d.-]+,[\d.-]+/);
    expect(engine.outline(space?.fontIndex ?? -1, space?.glyphId ?? -1)).toBe('');
  });

  it('draws right-to-left text from the right and the lines of an empty text', () => {
    const line = engine.layout({ content: 'שלום' }).lines[0];
    expect(line?.glyphs.map((glyph) => glyph.cluster)).toEqual([3, 2, 1, 0]);
    expect(engine.layout({ content: '' }).lines).toHaveLength(1);
  });

  it('survives odd input', () => {
    for (const content of [
      '\u0000',
      '👩‍👩‍👧‍👦',
      '\ud800',
      'a\u0301\u0301\u0301',
      '\u202eabc',
      '漢字かな交じり文',
      '   ',
    ]) {
      for (const overflow of ['visible', 'clip', 'ellipsis', 'shrink'] as const) {
        const layout = engine.layout({ content, width: 40, maxLines: 1, overflow, lang: 'not a language' });
        expect(Number.isFinite(layout.width + layout.height)).toBe(true);
      }
    }
  });

  it('needs a font', async () => {
    await expect(createTextEngine([])).rejects.toThrow(/needs at least one font/);
  });
});

describe('directions', () => {
  const order = (content: string, style: Partial<TextStyle> = {}) =>
    engine
      .layout({ content, ...style })
      .lines[0]?.glyphs.map((glyph) => content[glyph.cluster])
      .join('');

  it('nest: a number inside a right-to-left quotation inside left-to-right text', () => {
    expect(order('say "אב 12 גד" now')).toBe('say "דג 12 בא" now');
  });

  it('begin where the base direction says, with brackets mirrored and numbers kept', () => {
    // The first bracket stands right of the second: each is drawn as the other.
    expect(order('אב (cd) 12')).toBe('12 )cd( בא');
    expect(order('ab אב!', { direction: 'rtl' })).toBe('!בא ab');
  });

  it('obey embeddings and isolates', () => {
    expect(order('\u2067ab אב\u2069 c')?.replaceAll(/[\u2067\u2069]/g, '')).toBe('בא ab c');
  });

  it('are found for each paragraph', () => {
    const lines = engine.layout({ content: 'אב 1\nab 1' }).lines;
    expect(lines.map((line) => line.glyphs[0]?.cluster)).toEqual([3, 0]);
  });
});

describe('line breaks', () => {
  const broken = (content: string, width: number) => texts({ content, width, fontSize: 40 });

  it('lie between ideographs but not before closing or after opening marks', () => {
    const lines = broken('漢字かな「交じり」文です。', 130);
    expect(lines.length).toBeGreaterThan(2);
    for (const line of lines) expect(line).not.toMatch(/^[」。]|「$/u);
  });

  it('lie after hyphens and at soft places, not inside numbers or words', () => {
    expect(broken('well-known 1,000.50', 180)).toEqual(['well-', 'known', '1,000.50']);
    expect(broken('one\u200btwo', 80)).toEqual(['one\u200b', 'two']);
  });

  it('lie between Thai words', () => {
    expect(broken('ภาษาไทยไม่มีช่องว่าง', 200).every((line) => !/^[ะาำิีึืุู็่้๊๋์]/u.test(line))).toBe(true);
  });

  it('are where separators of lines and paragraphs say', () => {
    expect(texts({ content: 'a\u2028b\u2029c\r\nd' })).toEqual(['a', 'b', 'c', 'd']);
  });
});

describe('spans', () => {
  const spans = [
    { start: 0, end: 3, fontSize: 80 },
    { start: 4, end: 7, fontWeight: 700, color: '#ff0000' },
  ];

  it('set their part in their own size, weight and colour', () => {
    const layout = engine.layout({ content: 'big red and', fontSize: 40, spans });
    const glyphs = layout.lines[0]?.glyphs ?? [];
    expect(glyphs.map((glyph) => glyph.fontSize)).toEqual([80, 80, 80, ...Array(8).fill(40)]);
    expect(glyphs.map((glyph) => glyph.fontIndex)).toEqual([0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0]);
    expect(layout.looks[glyphs[5]?.look ?? 0]?.color).toBe('#ff0000');
    expect(layout.looks[glyphs[9]?.look ?? -1]?.color).toBeUndefined();
  });

  it('make a line as high as its largest letters and wrap with their widths', () => {
    const layout = engine.layout({ content: 'big red and', fontSize: 40, spans });
    expect(layout.height).toBeCloseTo(96);
    const plain = engine.layout({ content: 'big red and', fontSize: 40 });
    expect(layout.width).toBeGreaterThan(plain.width + 30);
    expect(engine.layout({ content: 'big red and', fontSize: 40, spans, width: plain.width }).lines).toHaveLength(2);
  });

  it('let the later one decide where they overlap', () => {
    const layout = engine.layout({
      content: 'abc',
      spans: [
        { start: 0, end: 3, color: '#111111', fontWeight: 700 },
        { start: 1, end: 2, color: '#222222' },
      ],
    });
    const looks = layout.lines[0]?.glyphs.map((glyph) => layout.looks[glyph.look]) ?? [];
    expect(looks.map((look) => look?.color)).toEqual(['#111111', '#222222', '#111111']);
    expect(looks.every((look) => look?.fontWeight === 700)).toBe(true);
  });

  it('keep their letters through a change of case and an ellipsis', () => {
    const layout = engine.layout({
      content: 'straße red',
      textTransform: 'uppercase',
      spans: [{ start: 7, end: 10, color: '#ff0000' }],
    });
    const glyphs = layout.lines[0]?.glyphs ?? [];
    expect(glyphs.filter((glyph) => glyph.look > 0).map((glyph) => glyph.source)).toEqual([7, 8, 9]);
  });
});

describe('fonts', () => {
  it('given as functions are read when a text needs them', async () => {
    const read: string[] = [];
    const data = (name: string, file: string) => () => {
      read.push(name);
      return readFileSync(require.resolve(`@expo-google-fonts/inter/${file}`));
    };
    const lazy = await createTextEngine([
      { family: 'A', weight: 400, italic: false, data: data('A', '400Regular/Inter_400Regular.ttf') },
      { family: 'B', weight: 400, italic: false, covers: /[א-ת]/u, data: data('B', '700Bold/Inter_700Bold.ttf') },
    ]);
    expect(read).toEqual([]);
    lazy.layout({ content: 'abc\u4e00' });
    expect(read).toEqual(['A']);
    lazy.layout({ content: 'שלום' });
    expect(read).toEqual(['A', 'B']);
  });
});

describe('fonts of the caller', () => {
  const brand = () => inter('900Black_Italic/Inter_900Black_Italic.ttf', 400, 'Brand');
  const fontsOf = (used: TextEngine, style: TextStyle) =>
    used.layout(style).lines.flatMap(({ glyphs }) => glyphs.map(({ fontIndex }) => fontIndex));

  it('are used by the texts that name them, whatever weight they ask for, and by no other', () => {
    const own = engine.withFonts(new Map([['med_a', brand()]]));
    expect(fontsOf(own, { content: 'ab', fontFamily: 'med_a', fontWeight: 700 })).toEqual([2, 2]);
    expect(fontsOf(own, { content: 'ab', fontFamily: 'med_A' })).toEqual([0, 0]);
    expect(fontsOf(own, { content: 'ab' })).toEqual([0, 0]);
    expect(fontsOf(engine, { content: 'ab', fontFamily: 'med_a' })).toEqual([0, 0]);
    const spans = [{ start: 1, end: 2, fontFamily: 'med_a' }];
    expect(fontsOf(own, { content: 'abc', spans })).toEqual([0, 2, 0]);
    expect(own.outline(2, 20)).not.toBe(engine.outline(0, 20));
    expect(engine.outline(2, 20)).toBe('');
  });

  it('leave characters that they lack to the bundled ones', () => {
    const lacking = engine.withFonts(new Map([['med_a', { ...brand(), covers: /[a-m]/ }]]));
    expect(fontsOf(lacking, { content: 'amz', fontFamily: 'med_a', fontWeight: 700 })).toEqual([2, 2, 1]);
  });

  it('are slanted when italic is asked for and they are upright', () => {
    const slants = (italic: boolean) => {
      const own = engine.withFonts(new Map([['med_a', { ...brand(), italic }]]));
      return own.layout({ content: 'a', fontFamily: 'med_a', fontStyle: 'italic' }).lines[0];
    };
    expect(slants(false)?.glyphs[0]?.isSlanted).toBe(true);
    expect(slants(true)?.glyphs[0]?.isSlanted).toBe(false);
  });

  it('are read when a text needs them, once for as long as the file is the same object', () => {
    let reads = 0;
    const { data, ...file } = brand();
    const read = () => {
      reads += 1;
      return typeof data === 'function' ? data() : data;
    };
    const font = { ...file, data: read };
    const fonts = new Map([['med_a', font]]);
    for (const _ of [1, 2]) {
      const own = engine.withFonts(fonts);
      own.layout({ content: 'ab' });
      expect(reads).toBeLessThan(2);
      own.layout({ content: 'ab', fontFamily: 'med_a' });
    }
    expect(reads).toBe(1);
  });
});
