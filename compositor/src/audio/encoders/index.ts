import { type AudioCoding, type Format, formatFacts } from '../../catalog/formats.ts';
import { aac } from './aac.ts';
import type { AudioCodec } from './audio-codec.ts';
import { mp3 } from './mp3.ts';
import { opus } from './opus.ts';
import { pcm } from './pcm.ts';

export type { AudioCodec } from './audio-codec.ts';

/** The encoder of each sound coding. To add one: a file beside this, a line here, a `SoundCoding` in the catalogue. */
export const audioCodecs: Readonly<Record<AudioCoding, AudioCodec>> = { aac, opus, mp3, pcm };

/** The encoder of a format's sound; null: it has none. */
export function audioCodecOf(format: Format): AudioCodec | null {
  const { audio } = formatFacts(format);
  return audio === null ? null : audioCodecs[audio];
}
