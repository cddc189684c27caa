import type { SourceStream } from './audio-format.ts';
import type { PlayTape } from './speed.ts';
import type { SpoolWriter, TakeTurn } from './spool.ts';

/** Everything that the mixer gets from Node or from the browser. */
export interface AudioPorts {
  /**
   * Opens the audio of a media file as 48 kHz stereo, from sample `fromSample` on (see `block-stream.ts`). `path` is
   * that of the media table. Throws FramemillError `invalid_request` for a file without audio that can be decoded.
   */
  openSource(path: string, fromSample: number): SourceStream | Promise<SourceStream>;
  readonly playTape: PlayTape;
  /** Creates an empty spool. `path` is unique among the spools of a mix. */
  openSpool(path: string): SpoolWriter;
  /** Called regularly while audio is stored or measured, and while the mix of a document is read. */
  readonly takeTurn: TakeTurn;
}
