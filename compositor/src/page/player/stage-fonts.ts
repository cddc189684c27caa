import { createTextEngine, type FontFile, type TextEngine } from '@framemill/timeline';
import { bundledFonts } from '../../fonts/bundled-fonts.ts';
import { createLazyFonts } from '../../fonts/lazy-fonts.ts';
import { bundledPageFonts } from '../page-fonts.ts';
import type { StageMedia } from '../stage-messages.ts';

/** Fonts of an editor's preview, loaded when a text first needs them. */
export interface StageFonts {
  /**
   * Runs `work`. When a font is missing, loads it and runs `work` again until none is missing. Throws when a font
   * cannot be loaded.
   */
  withFonts<T>(work: (engine: TextEngine) => Promise<T>): Promise<T>;
  /** Returns the uploaded fonts among the files of a document, by `src`. */
  uploaded(media: readonly StageMedia[]): Map<string, FontFile>;
}

/** Starts the text engine with the list of bundled fonts. Font files are loaded later, when they are needed. */
export async function openStageFonts(): Promise<StageFonts> {
  const { dataOf, withFonts } = createLazyFonts(load);
  const bundled = bundledFonts.map(({ package: _, file: __, ...font }, index): FontFile => {
    return { ...font, data: dataOf(bundledPageFonts[index]?.url ?? '') };
  });
  const engine = await createTextEngine(bundled);
  const known = new Map<string, FontFile>();

  return {
    withFonts: (work) => withFonts(() => work(engine)),
    uploaded(media) {
      return new Map(
        media.flatMap(({ src, facts, url }): [string, FontFile][] => {
          // Text layout reads no packed fonts (WOFF, WOFF2): such texts have the letters of the first bundled font.
          if (!facts.font || facts.mimeType.startsWith('font/woff')) return [];
          const font = known.get(src) ?? { ...facts.font, data: dataOf(url) };
          known.set(src, font);
          return [[src, font]];
        }),
      );
    },
  };
}

async function load(url: string): Promise<Uint8Array> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`The font ${url} could not be loaded (HTTP status ${answer.status}).`);
  return new Uint8Array(await answer.arrayBuffer());
}
