import { readFileSync } from 'node:fs';
import type { MediaFacts } from '@framemill/timeline';
import { type Clip, clipSources, type FontFile, FramemillError } from '@framemill/timeline/rendering';
import { readFont } from './read-font.ts';

/** Local file and metadata of each font, by the `src` that clips use. */
type FontSources = Readonly<Record<string, { readonly path: string; readonly facts: MediaFacts }>>;

/**
 * Returns the font files that clips use, by their `src`, in the form that the text engine takes. A file is read when a
 * text in that font is first laid out. Reading throws `not_found` for a missing font and `invalid_request` for an
 * invalid one, so that no text is drawn in a wrong font. Both errors name the clip.
 */
export function documentFonts(clips: readonly Clip[], media: FontSources): ReadonlyMap<string, FontFile> {
  const fonts = new Map<string, FontFile>();
  for (const clip of clips) {
    for (const { src, use } of clipSources(clip)) {
      if (use === 'font' && !fonts.has(src)) fonts.set(src, fontFile(clip, src, media));
    }
  }
  return fonts;
}

function fontFile(clip: Clip, src: string, media: FontSources): FontFile {
  const file = media[src];
  const { family, weight, italic } = file?.facts.font ?? { family: src, weight: 400, italic: false };
  const data = () => {
    if (!file) {
      throw new FramemillError(
        'not_found',
        `Clip ${clip.id} names the font "${src}", which is not among the render's media. Upload it and set fontFamily.`,
        { clipId: clip.id, src },
      );
    }
    try {
      return readFont(readFileSync(file.path));
    } catch (cause) {
      if (!(cause instanceof FramemillError)) throw cause;
      const details = { ...cause.details, clipId: clip.id, src, sha256: file.facts.sha256 };
      throw new FramemillError(cause.code, `Clip ${clip.id} ("${src}"): ${cause.message}`, details, { cause });
    }
  };
  return { family, weight, italic, data };
}
