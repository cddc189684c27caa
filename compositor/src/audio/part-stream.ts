import type { AudioPart } from '@framemill/timeline';
import type { SourceStream } from './audio-format.ts';
import type { AudioPorts } from './audio-ports.ts';
import { openFileStream } from './file-stream.ts';
import { openPlayedPart } from './played-part.ts';
import { justATurn, openSpool } from './spool-file.ts';
import { playTape } from './tempo.ts';

/** Ports of the mixer in Node: the codec library decodes sources and plays tapes, and spools are scratch files. */
export const nodeAudio: AudioPorts = { openSource: openFileStream, playTape, openSpool, takeTurn: justATurn };

/** Opens the audio of one clip from a file; see `openPlayedPart`. `spoolPath` is the path of a scratch file. */
export function openPartStream(part: AudioPart, path: string, spoolPath: string): Promise<SourceStream> {
  return openPlayedPart(part, path, spoolPath, nodeAudio);
}
