import type { MediaFacts } from '@framemill/timeline';
import { type Clip, clipSources, type FontFile, FramemillError } from '@framemill/timeline/rendering';

/** Address and metadata of a font. */
interface FontSource {
  readonly path: string;
  readonly facts: MediaFacts;
}

/**
 * Returns the font files that clips use, by their `src`, in the form that the text engine takes. `read` returns the
 * bytes of a file (TTF or OTF). It is called when a text in that font is first laid out. That throws `not_found` for a
 * missing font and `invalid_request` for an invalid one, so that no text is drawn in a wrong font. Both errors name the
 * clip.
 */
export function clipFonts<S extends FontSource>(
  clips: readonly Clip[],
  media: Readonly<Record<string, S>>,
  read: (file: S) => Uint8Array,
): ReadonlyMap<string, FontFile> {
  const fonts = new Map<string, FontFile>();
  for (const clip of clips) {
    for (const { src, use } of clipSources(clip)) {
      if (use === 'font' && !fonts.has(src)) fonts.set(src, fontFile(clip, src, media[src], read));
    }
  }
  return fonts;
}

function fontFile<S extends FontSource>(
  clip: Clip,
  src: string,
  file: S | undefined,
  read: (file: S) => Uint8Array,
): FontFile {
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
      return read(file);
    } catch (cause) {
      if (!(cause instanceof FramemillError)) throw cause;
      const details = { ...cause.details, clipId: clip.id, src, sha256: file.facts.sha256 };
      throw new FramemillError(cause.code, `Clip ${clip.id} ("${src}"): ${cause.message}`, details, { cause });
    }
  };
  return { family, weight, italic, data };
}
