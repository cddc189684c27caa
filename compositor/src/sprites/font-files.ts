import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createTextEngine, FramemillError, type TextEngine } from '@framemill/timeline';
import { type BundledFont, bundledFonts } from '../catalog/index.ts';

/**
 * Checks that every bundled font is there and starts the text engine; large ones are read when a text needs them.
 * Throws `not_configured` when a font file is missing.
 */
export function openTextEngine(): Promise<TextEngine> {
  const paths = fontPaths();
  return createTextEngine(
    bundledFonts.map(({ package: _, file: __, ...font }, index) => ({ ...font, data: () => read(paths[index] ?? '') })),
  );
}

/** The files of the bundled fonts, in their order. Throws `not_configured` when one is missing. */
export function fontPaths(): string[] {
  const resolve = createRequire(import.meta.url).resolve;
  return bundledFonts.map((font) => {
    const path = pathOf(font, resolve);
    if (!existsSync(path)) throw missing(path);
    return path;
  });
}

function pathOf(font: BundledFont, resolve: (name: string) => string): string {
  try {
    return join(dirname(resolve(`${font.package}/package.json`)), font.file);
  } catch (cause) {
    throw missing(`${font.package}/${font.file}`, cause);
  }
}

function read(path: string): Uint8Array {
  try {
    return new Uint8Array(readFileSync(path));
  } catch (cause) {
    throw missing(path, cause);
  }
}

function missing(path: string, cause?: unknown): FramemillError {
  const message = `The bundled font ${path} cannot be read. Install the packages again (npm start does).`;
  return new FramemillError('not_configured', message, {}, { cause });
}
