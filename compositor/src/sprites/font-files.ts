import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createTextEngine, FramemillError, type TextEngine } from '@framemill/timeline';
import { bundledFonts } from '../catalog/index.ts';

/** Reads the bundled fonts and starts the text engine. Throws `not_configured` when a font file is missing. */
export function openTextEngine(): Promise<TextEngine> {
  const folder = dirname(createRequire(import.meta.url).resolve('@expo-google-fonts/inter/package.json'));
  const fonts = bundledFonts.map(({ family, weight, italic, file }) => ({
    family,
    weight,
    italic,
    data: readFont(join(folder, file)),
  }));
  return createTextEngine(fonts);
}

function readFont(path: string): Uint8Array {
  try {
    return new Uint8Array(readFileSync(path));
  } catch (cause) {
    throw new FramemillError(
      'not_configured',
      `The bundled font ${path} cannot be read. Install the packages again (npm start does).`,
      {},
      { cause },
    );
  }
}
