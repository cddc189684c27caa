import { LIMITS } from '../../document/limits.ts';
import { fileNameOf, findMedia, type ImportContext } from '../import-context.ts';
import type { SourceNode } from '../source-tree.ts';

/** Finds the fonts of texts by the names in the file. */
export interface FontFinder {
  /** Returns the font of a text. Reports a family that is not there, once. */
  find(family: SourceNode | null): FoundFont;
  /** Reports the font files that no text of the edit uses. */
  finish(): void;
}

/** A font of the project. `weight` is the one that the name of the family contains. */
export interface FoundFont {
  fontFamily: string | null;
  weight: number | null;
}

/** Weights that the name of a family may end with. */
const WEIGHTS: Record<string, number> = {
  thin: 100,
  extralight: 200,
  light: 300,
  regular: 400,
  medium: 500,
  semibold: 600,
  bold: 700,
  extrabold: 800,
  black: 900,
};

/** Creates the finder for an edit with the font files `fonts`, and for the families of `context.catalogue`. */
export function createFontFinder(fonts: SourceNode | null, context: ImportContext): FontFinder {
  const files = (fonts?.items() ?? []).flatMap((node) => {
    const source = node.get('src');
    if (!source || typeof source.raw !== 'string') return [];
    const src = source.raw;
    const media = findMedia(context, src);
    return [{ node: source, src, media, family: media?.facts.font?.family ?? '', isUsed: false }];
  });
  const families = new Map(context.catalogue.fonts.map(({ family }) => [plain(family), family]));
  const fallback = context.catalogue.fonts[0]?.family ?? null;
  const reported = new Set<string>();

  const bundled = (name: string): FoundFont | null => {
    const whole = families.get(plain(name));
    if (whole !== undefined) return { fontFamily: whole, weight: null };
    const [, base = '', suffix = ''] =
      /^(.*?)[\s_-]*(thin|extralight|light|regular|medium|semibold|extrabold|bold|black)$/i.exec(name.trim()) ?? [];
    const family = families.get(plain(base));
    return family === undefined ? null : { fontFamily: family, weight: WEIGHTS[suffix.toLowerCase()] ?? null };
  };

  const ofFile = (name: string): FoundFont | null => {
    if (plain(name) === '') return null;
    const file = files.find(({ src, family }) =>
      [stemOf(src), slugOf(src), family].some((one) => plain(one) === plain(name)),
    );
    if (!file) return null;
    file.isUsed = true;
    const { media } = file;
    if (media?.facts.kind === 'font') {
      file.node.use();
      return { fontFamily: media.src, weight: null };
    }
    const same = bundled(slugOf(file.src) || stemOf(file.src));
    if (same) {
      file.node.note('The font file is not there.', `The bundled family ${same.fontFamily}.`);
      return same;
    }
    file.node.lose('The font file is not there.', 'Upload it, and set it as the fontFamily of the texts.');
    return null;
  };

  return {
    find(node) {
      const name = node?.text()?.slice(0, LIMITS.nameLength) ?? null;
      if (!node || name === null || name === '') return { fontFamily: null, weight: null };
      const found = ofFile(name) ?? bundled(name);
      if (found) return found;
      if (!reported.has(name)) {
        reported.add(name);
        node.note('The font family is not there.', fallback === null ? null : `The family ${fallback}.`);
      }
      // Names of files say nothing to anyone who edits the text.
      return { fontFamily: isFileName(name) ? fallback : name, weight: null };
    },
    finish() {
      for (const { node, media, isUsed } of files) {
        if (isUsed) continue;
        if (media) node.lose('No text of the file uses this font by its name.');
        else node.lose('The font file is not there.', 'Upload it, and set it as the fontFamily of the texts.');
      }
    },
  };
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** Returns the name of a font file without its extension. */
function stemOf(src: string): string {
  return fileNameOf(src).replace(/\.[a-z0-9]{2,5}$/i, '');
}

/** Returns the family in the address of a file of Google Fonts; empty for other addresses. */
function slugOf(src: string): string {
  return /fonts\.gstatic\.com\/s\/([a-z0-9]+)\//i.exec(src)?.[1]?.toLowerCase() ?? '';
}

function isFileName(name: string): boolean {
  return name.length >= 20 && !name.includes(' ') && /\d/.test(name);
}
