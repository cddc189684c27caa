import { fontPaths } from './font-files.ts';
import type { PictureFamily } from './text/text-paint.ts';
import { drawingFonts } from './vector-library.ts';

/** Gives the vector library the bundled fonts whose glyphs are pictures, each when it is first asked for. */
export function openPictureFonts(): PictureFamily {
  const paths = fontPaths();
  const registered = new Set<number>();
  return (index) => {
    const name = `Framemill pictures ${index}`;
    if (registered.has(index)) return name;
    const fonts = drawingFonts();
    if (!fonts.has(name)) fonts.registerFromPath(paths[index] ?? '', name);
    registered.add(index);
    return name;
  };
}
