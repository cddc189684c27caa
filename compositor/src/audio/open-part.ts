import { type AudioPart, FramemillError } from '@framemill/timeline';
import type { MediaFiles } from '../render/media-files.ts';
import type { PcmStream } from './audio-format.ts';
import { openPartStream } from './part-stream.ts';

/** Opens a part's sound from its source's file. Errors, also later ones of reading, name the clip and the source. */
export function openPart(part: AudioPart, media: MediaFiles, spoolPath: string): PcmStream {
  const file = media[part.src];
  if (!file) {
    throw new FramemillError('not_found', `Clip ${part.clipId} plays ${part.src}, which is not among the sources.`, {
      src: part.src,
    });
  }
  const stream = naming(part, () => openPartStream(part, file.path, spoolPath));
  return {
    read: (into, offset, count) => naming(part, () => stream.read(into, offset, count)),
    close: () => stream.close(),
  };
}

function naming<T>(part: AudioPart, action: () => T): T {
  try {
    return action();
  } catch (cause) {
    if (!(cause instanceof FramemillError)) throw cause;
    const message = `The sound of clip ${part.clipId} (${part.src}) cannot be played: ${cause.message}`;
    throw new FramemillError(cause.code, message, { ...cause.details, src: part.src, clipId: part.clipId }, { cause });
  }
}
