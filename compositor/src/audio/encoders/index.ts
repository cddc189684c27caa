import { type AudioCoding, type Format, formatFacts } from '../../catalog/formats.ts';
import { aac } from './aac.ts';
import type { AudioCodec } from './audio-codec.ts';
import { mp3 } from './mp3.ts';
import { opus } from './opus.ts';
import { pcm } from './pcm.ts';

export type { AudioCodec } from './audio-codec.ts';

/** Encoder of each audio coding. To add one: a file in this folder, a line here, an `AudioCoding` in the catalogue. */
export const audioCodecs: Readonly<Record<AudioCoding, AudioCodec>> = { aac, opus, mp3, pcm };

/** Returns the audio encoder of a format; null when the format has no audio. */
export function audioCodecOf(format: Format): AudioCodec | null {
  const { audio } = formatFacts(format);
  return audio === null ? null : audioCodecs[audio];
}
