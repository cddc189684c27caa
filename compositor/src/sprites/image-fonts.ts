import { readFileSync } from 'node:fs';
import type { TextEngine } from '@framemill/timeline';
import { fontPaths } from '../fonts/font-files.ts';
import { numberedGlyphs } from '../fonts/numbered-glyphs.ts';
import { skia, skiaFonts } from './skia.ts';
import type { ImageFontFamily } from './text/text-paint.ts';
import { createTextSprites, type TextSprites } from './text-sprite.ts';

/** Creates the sprites of texts in Node, with the fonts of `engine` and the bundled fonts with image glyphs. */
export function openTextSprites(engine: TextEngine): TextSprites {
  return createTextSprites(engine, skia, openImageFonts());
}

/**
 * Returns a function that registers a bundled font with image glyphs in the vector library, on first use, and returns
 * the font's family name. Each glyph is registered under a private-use character whose code is derived from the glyph
 * number, so that the library draws exactly the glyphs that the layout chose. Given the original text, the library
 * would choose other glyphs, such as a flag and a rainbow for the rainbow flag. The registration takes about 5 MB and
 * 30 ms.
 */
function openImageFonts(): ImageFontFamily {
  const paths = fontPaths();
  const registered = new Set<number>();
  return (index) => {
    const name = `Framemill pictures ${index}`;
    if (registered.has(index)) return name;
    const fonts = skiaFonts();
    if (!fonts.has(name)) fonts.register(Buffer.from(numberedGlyphs(readFileSync(paths[index] ?? '')).buffer), name);
    registered.add(index);
    return name;
  };
}
