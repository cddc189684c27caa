import { readFileSync } from 'node:fs';
import { createTextEngine } from '@framemill/timeline';
import { expect, it } from 'vitest';
import { bundledFont, woff, woff2 } from '../../test/packed-font.ts';
import { readFont } from './read-font.ts';

const text = 'Fjord Äpfel ½ ﬁn Q';

it.each([
  ['Lora', 700, true],
  ['Bebas Neue', 400, false],
  ['Noto Sans Devanagari', 400, false],
] as const)(
  '%s %i draws the same packed as WOFF and WOFF2, with and without transformed outlines',
  async (family, weight, italic) => {
    const file = readFileSync(bundledFont(family, weight, italic));
    const drawn = async (data: Uint8Array) => {
      const engine = await createTextEngine([{ family: 'Font', weight: 400, italic: false, data }]);
      const layout = engine.layout({ content: text });
      const outlines = Array.from({ length: 300 }, (_, glyph) => engine.outline(0, glyph));
      return { layout, outlines };
    };
    const plain = await drawn(readFont(file));
    expect(plain.outlines.filter((outline) => outline !== '').length).toBeGreaterThan(100);
    for (const packed of [woff(file), woff2(file), woff2(file, false)]) {
      expect(packed.length).toBeLessThan(file.length);
      expect(await drawn(readFont(packed))).toEqual(plain);
    }
  },
);
