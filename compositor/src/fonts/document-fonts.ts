import { readFileSync } from 'node:fs';
import type { MediaFacts } from '@framemill/timeline';
import type { Clip, FontFile } from '@framemill/timeline/rendering';
import { clipFonts } from './clip-fonts.ts';
import { readFont } from './read-font.ts';

/** Local file and metadata of each font, by the `src` that clips use. */
type FontSources = Readonly<Record<string, { readonly path: string; readonly facts: MediaFacts }>>;

/** Returns the font files that clips use, read from local files of any font format. See `clipFonts`. */
export function documentFonts(clips: readonly Clip[], media: FontSources): ReadonlyMap<string, FontFile> {
  return clipFonts(clips, media, ({ path }) => readFont(readFileSync(path)));
}
