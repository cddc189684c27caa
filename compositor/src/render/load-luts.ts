import { type Clip, clipSources, FramemillError } from '@framemill/timeline/rendering';
import { readCube } from '../grade/parse-cube.ts';
import type { LutTable } from '../graph/values.ts';
import type { MediaFiles } from '../media/media-files.ts';

/**
 * Reads the .cube files (colour lookup tables) that the clips use, each file once, and returns the tables by their
 * `src`. `gradeTable` and the effect "lut" use them. Throws `not_found`, with the clip's id, when a file was not
 * supplied, and `invalid_request` when a file is not a valid .cube file.
 */
export function loadLuts(clips: readonly Clip[], media: MediaFiles): ReadonlyMap<string, LutTable> {
  const luts = new Map<string, LutTable>();
  for (const clip of clips) {
    for (const { src, use } of clipSources(clip)) {
      if (use === 'lut' && !luts.has(src)) luts.set(src, load(clip, src, media));
    }
  }
  return luts;
}

function load(clip: Clip, src: string, media: MediaFiles): LutTable {
  const file = media[src];
  if (!file) {
    throw new FramemillError(
      'not_found',
      `Clip ${clip.id} names the .cube file "${src}", which is not among the render's media. Upload it and set ` +
        'its src.',
      { clipId: clip.id, src },
    );
  }
  try {
    return readCube(file.path, file.facts.sha256);
  } catch (cause) {
    if (!(cause instanceof FramemillError)) throw cause;
    const details = { ...cause.details, clipId: clip.id, src };
    throw new FramemillError(cause.code, `Clip ${clip.id} ("${src}"): ${cause.message}`, details, { cause });
  }
}
