import { readFileSync } from 'node:fs';
import { numberedGlyphs } from '../fonts/numbered-glyphs.ts';
import { fontPaths } from './font-files.ts';
import type { ImageFontFamily } from './text/text-paint.ts';
import { drawingFonts } from './vector-library.ts';

/**
 * Gives the vector library the bundled fonts whose glyphs are pictures, each when it is first asked for, with their glyphs' numbers for characters: of
 * the text itself the library makes other glyphs than the layout (it draws a flag and a rainbow for a rainbow flag). About 5 MB and 30 ms.
 */
export function openImageFonts(): ImageFontFamily {
  const paths = fontPaths();
  const registered = new Set<number>();
  return (index) => {
    const name = `Framemill pictures ${index}`;
    if (registered.has(index)) return name;
    const fonts = drawingFonts();
    if (!fonts.has(name)) fonts.register(Buffer.from(numberedGlyphs(readFileSync(paths[index] ?? '')).buffer), name);
    registered.add(index);
    return name;
  };
}
