import { type AudioPart, FramemillError } from '@framemill/timeline/rendering';
import type { MediaFiles } from '../media/media-files.ts';
import type { SourceStream } from './audio-format.ts';
import { openPartStream } from './part-stream.ts';

/**
 * Opens the audio of a part from its source's file. Errors, also later ones of reading, contain the clip and the
 * source. Throws `not_found` when the source is not in `media`.
 */
export async function openPart(part: AudioPart, media: MediaFiles, spoolPath: string): Promise<SourceStream> {
  const file = media[part.src];
  if (!file) {
    throw new FramemillError('not_found', `Clip ${part.clipId} plays ${part.src}, which is not among the sources.`, {
      src: part.src,
    });
  }
  const stream = await openPartStream(part, file.path, spoolPath).catch((cause) => {
    throw named(part, cause);
  });
  return {
    mono: stream.mono,
    read(into, offset, count) {
      try {
        return stream.read(into, offset, count);
      } catch (cause) {
        throw named(part, cause);
      }
    },
    close: () => stream.close(),
  };
}

function named(part: AudioPart, cause: unknown): unknown {
  if (!(cause instanceof FramemillError)) return cause;
  const message = `The audio of clip ${part.clipId} (${part.src}) cannot be played: ${cause.message}`;
  return new FramemillError(cause.code, message, { ...cause.details, src: part.src, clipId: part.clipId }, { cause });
}
