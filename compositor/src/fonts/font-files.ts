import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createTextEngine, FramemillError, type TextEngine } from '@framemill/timeline/rendering';
import { type BundledFont, bundledFonts } from './bundled-fonts.ts';

// One engine a process: fonts that were read stay in WebAssembly memory (up to 50 MB), and every renderer uses the same
// ones.
let opened: Promise<TextEngine> | null = null;

/**
 * Starts the text engine, which all callers share, after checking that every bundled font file exists. A font file is
 * read when a text first needs it. Throws `not_configured` when a font file is missing.
 */
export function openTextEngine(): Promise<TextEngine> {
  opened ??= startTextEngine().catch((error: unknown) => {
    opened = null;
    throw error;
  });
  return opened;
}

/**
 * Returns the paths of the bundled fonts, in the order of `bundledFonts`. Throws `not_configured` when a file is
 * missing.
 */
export function fontPaths(): string[] {
  const resolve = createRequire(import.meta.url).resolve;
  return bundledFonts.map((font) => {
    const path = pathOf(font, resolve);
    if (!existsSync(path)) throw missing(path);
    return path;
  });
}

async function startTextEngine(): Promise<TextEngine> {
  const paths = fontPaths();
  return createTextEngine(
    bundledFonts.map(({ package: _, file: __, ...font }, index) => ({ ...font, data: () => read(paths[index] ?? '') })),
  );
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
    return readFileSync(path);
  } catch (cause) {
    throw missing(path, cause);
  }
}

function missing(path: string, cause?: unknown): FramemillError {
  const message = `The bundled font ${path} cannot be read. Install the packages again (npm start does).`;
  return new FramemillError('not_configured', message, {}, { cause });
}
