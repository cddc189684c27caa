import { type Clip, createTextEngine, type FontFile, type TextEngine } from '@framemill/timeline/rendering';
import { bundledFonts } from '../fonts/bundled-fonts.ts';
import { clipFonts } from '../fonts/clip-fonts.ts';
import { createLazyFonts, FontPending, type LazyFonts } from '../fonts/lazy-fonts.ts';
import { numberedGlyphs } from '../fonts/numbered-glyphs.ts';
import type { MediaFile, MediaFiles } from '../media/media-files.ts';
import type { EnginePorts } from './ports.ts';

/** Fonts of the engine. Their files are loaded when a text first needs them. */
export interface EngineFonts extends Pick<LazyFonts, 'withFonts'> {
  /**
   * Returns the text engine with the bundled fonts and the uploaded fonts that clips use. It is the same engine as
   * before while the uploaded fonts are the same.
   */
  engineFor(clips: readonly Clip[], media: MediaFiles): Promise<TextEngine>;
  /** Returns the family name of a font with image glyphs. Throws `FontPending` before the font is registered. */
  imageFamily(fontIndex: number): string;
}

/** Creates the fonts of an engine. Its text engine starts with the first text. */
export function createEngineFonts(ports: EnginePorts): EngineFonts {
  const names = bundledFonts.map(({ file }) => file.split('/').at(-1) ?? '');
  const uploads = new Map<string, MediaFile>();
  const { dataOf, withFonts } = createLazyFonts((address) => {
    const file = uploads.get(address);
    return file ? ports.readFile(file) : ports.readBundledFont(address);
  });
  const families = new Set<string>();

  const bundled = bundledFonts.map(({ package: _, file: __, ...font }, index): FontFile => {
    return { ...font, data: dataOf(names[index] ?? '') };
  });
  let engine: Promise<TextEngine> | null = null;
  let latest: { readonly key: string; readonly engine: TextEngine } | null = null;

  return {
    async engineFor(clips, media) {
      engine ??= createTextEngine(bundled);
      const uploaded = clipFonts(clips, media, (file) => {
        uploads.set(file.path, file);
        return dataOf(file.path)();
      });
      const key = JSON.stringify([...uploaded.keys()].map((src) => [src, media[src]?.path]));
      if (latest?.key !== key) latest = { key, engine: (await engine).withFonts(uploaded) };
      return latest.engine;
    },
    withFonts,
    imageFamily(index) {
      const family = `Framemill pictures ${index}`;
      if (families.has(family)) return family;
      const data = numberedGlyphs(dataOf(names[index] ?? '')());
      const registered = ports.registerFont(family, data).then(() => void families.add(family));
      throw new FontPending(family, registered);
    },
  };
}
