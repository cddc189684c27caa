import { type Clip, clipSources, FramemillError } from '@framemill/timeline/rendering';
import type { LutTable } from '../graph/values.ts';
import type { MediaFile, MediaFiles } from '../media/media-files.ts';

/** Function that reads a .cube file. Throws `invalid_request` when the file is not valid. */
type CubeReader = (file: MediaFile) => LutTable | Promise<LutTable>;

/**
 * Reads the .cube files (colour lookup tables) that the clips use, each file once, and returns the tables by their
 * `src`. `gradeTable` and the effect "lut" use them. Throws `not_found`, with the clip's id, when a file was not
 * supplied, and `invalid_request` when a file is not a valid .cube file.
 */
export async function loadLuts(
  clips: readonly Clip[],
  media: MediaFiles,
  read: CubeReader,
): Promise<ReadonlyMap<string, LutTable>> {
  const luts = new Map<string, LutTable>();
  for (const clip of clips) {
    for (const { src, use } of clipSources(clip)) {
      if (use === 'lut' && !luts.has(src)) luts.set(src, await load(clip, src, media, read));
    }
  }
  return luts;
}

async function load(clip: Clip, src: string, media: MediaFiles, read: CubeReader): Promise<LutTable> {
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
    return await read(file);
  } catch (cause) {
    if (!(cause instanceof FramemillError)) throw cause;
    const details = { ...cause.details, clipId: clip.id, src };
    throw new FramemillError(cause.code, `Clip ${clip.id} ("${src}"): ${cause.message}`, details, { cause });
  }
}
