import {
  AV_CODEC_ID_AAC,
  AV_CODEC_ID_AC3,
  AV_CODEC_ID_EAC3,
  AV_CODEC_ID_MP2,
  AV_CODEC_ID_MP3,
  AV_CODEC_ID_WMAV2,
} from 'node-av/constants';
import type { MediaInput } from './open-input.ts';

// Largest number of priming samples that encoders put before the audio: AAC 1024 (ffmpeg), 2048 (Fraunhofer) or 2112
// (Apple), MP3 1105 (LAME).
const encoderDelays: ReadonlyMap<number, number> = new Map([
  [AV_CODEC_ID_AAC, 2112],
  [AV_CODEC_ID_MP3, 1105],
  [AV_CODEC_ID_MP2, 481],
  [AV_CODEC_ID_AC3, 256],
  [AV_CODEC_ID_EAC3, 256],
  [AV_CODEC_ID_WMAV2, 2048],
]);

/**
 * Returns the longest encoder priming that the audio may begin with although the file does not state it. In seconds.
 * Returns 0 where the file states its priming (an edit list in MP4, a codec delay in Matroska) and for codecs without
 * priming.
 */
export function unstatedPrimingSec({ audio }: MediaInput): number {
  if (!audio || audio.codecpar.initialPadding > 0) return 0;
  return (encoderDelays.get(audio.codecpar.codecId) ?? 0) / audio.codecpar.sampleRate;
}
