import {
  AV_CODEC_ID_AAC,
  AV_CODEC_ID_AC3,
  AV_CODEC_ID_EAC3,
  AV_CODEC_ID_MP2,
  AV_CODEC_ID_MP3,
  AV_CODEC_ID_WMAV2,
} from 'node-av/constants';
import type { MediaInput } from './open-input.ts';

// Samples that encoders put in front of the sound, at most: AAC 1024 (ffmpeg), 2048 (Fraunhofer) or 2112 (Apple), MP3 1105 (LAME).
const encoderDelays: ReadonlyMap<number, number> = new Map([
  [AV_CODEC_ID_AAC, 2112],
  [AV_CODEC_ID_MP3, 1105],
  [AV_CODEC_ID_MP2, 481],
  [AV_CODEC_ID_AC3, 256],
  [AV_CODEC_ID_EAC3, 256],
  [AV_CODEC_ID_WMAV2, 2048],
]);

/**
 * The longest priming that a file's sound may begin with although the file does not say so. Seconds; 0 where it says how much it is (an edit list in MP4, a codec delay
 * in Matroska) and for codecs without.
 */
export function unstatedPrimingSec({ audio }: MediaInput): number {
  if (!audio || audio.codecpar.initialPadding > 0) return 0;
  return (encoderDelays.get(audio.codecpar.codecId) ?? 0) / audio.codecpar.sampleRate;
}
