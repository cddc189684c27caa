import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Font } from 'harfbuzzjs';
import { afterEach, expect, it, vi } from 'vitest';
import { inspectFont } from './inspect-font.ts';

const require = createRequire(import.meta.url);
const font = () =>
  new Uint8Array(readFileSync(require.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf')));
afterEach(() => vi.restoreAllMocks());

/** Overwrites the version number of a font's character map (`cmap`), so that the font has no characters. */
function withoutCharacters(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer);
  for (let entry = 12; entry < 12 + 16 * view.getUint16(4); entry += 16) {
    if (Buffer.from(bytes.subarray(entry, entry + 4)).toString('latin1') === 'cmap')
      view.setUint16(view.getUint32(entry + 8), 0xffff);
  }
  return bytes;
}

it('draws no glyph of a font without characters', async () => {
  const drawn = vi.spyOn(Font.prototype, 'glyphToPath');
  await expect(inspectFont(withoutCharacters(font()))).rejects.toThrow(/no characters/);
  expect(drawn).not.toHaveBeenCalled();
});

it('stops drawing when glyphs have more outlines than those of fonts have', async () => {
  const drawn = vi.spyOn(Font.prototype, 'glyphToPath').mockReturnValue('M'.repeat(5_000_000));
  expect(await inspectFont(font())).toMatchObject({ family: 'Inter' });
  expect(drawn).toHaveBeenCalledTimes(4);
});
