import {
  FF_ENCODER_AAC,
  FF_ENCODER_LIBMP3LAME,
  FF_ENCODER_LIBOPUS,
  FF_ENCODER_PCM_S16LE,
  type FFAudioEncoder,
} from 'node-av/constants';
import { type AudioCoding, type Format, formatFacts, type Quality } from '../formats/output-formats.ts';

/** Settings of an audio encoder for the mix. */
export interface AudioCodec {
  readonly coding: AudioCoding;
  /** Name of the encoder in the codec library. */
  readonly encoder: FFAudioEncoder;
  /**
   * Muxer of the mixed audio file, before the final mux. For codecs stored in `mp4`, this muxer is used because its
   * time stamps count samples.
   */
  readonly muxer: 'mp4' | 'mp3' | 'wav';
  /** Returns the bit rate in bits a second. */
  bitRate(quality: Quality): number;
  options: Readonly<Record<string, string>>;
}

/**
 * AAC-LC for MP4, by the codec library's own encoder, which is free software. It uses floating-point arithmetic:
 * processors with FMA (AVX2 and newer) all give the same bytes, older ones give other bytes. The calibration detects
 * this.
 */
const aac: AudioCodec = {
  coding: 'aac',
  encoder: FF_ENCODER_AAC,
  muxer: 'mp4',
  bitRate: (quality) => ({ draft: 128_000, standard: 160_000, high: 192_000 })[quality],
  // Noise substitution (pns) and intensity stereo (is) lose bands of dense music, `twoloop` those of tones: figures in
  // the README.
  options: { profile: 'aac_low', aac_coder: 'fast', aac_pns: '0', aac_is: '0', cutoff: '18000' },
};

/** Opus encoder for WebM. */
const opus: AudioCodec = {
  coding: 'opus',
  encoder: FF_ENCODER_LIBOPUS,
  muxer: 'mp4',
  bitRate: (quality) => ({ draft: 96_000, standard: 128_000, high: 160_000 })[quality],
  options: { application: 'audio', vbr: 'on' },
};

/** MP3. Its own muxer writes the encoder's delay into the file's first frame, so that players trim it. */
const mp3: AudioCodec = {
  coding: 'mp3',
  encoder: FF_ENCODER_LIBMP3LAME,
  muxer: 'mp3',
  bitRate: (quality) => ({ draft: 128_000, standard: 192_000, high: 320_000 })[quality],
  options: {},
};

/** Uncompressed samples of 16 bits. */
const pcm: AudioCodec = {
  coding: 'pcm',
  encoder: FF_ENCODER_PCM_S16LE,
  muxer: 'wav',
  bitRate: () => 1_536_000,
  options: {},
};

/**
 * Encoder settings of each audio coding. To add one: define a constant above, add it here, and add an `AudioCoding` to
 * the catalogue.
 */
export const audioCodecs: Readonly<Record<AudioCoding, AudioCodec>> = { aac, opus, mp3, pcm };

/** Returns the audio encoder of a format; null when the format has no audio. */
export function audioCodecOf(format: Format): AudioCodec | null {
  const { audio } = formatFacts(format);
  return audio === null ? null : audioCodecs[audio];
}
