import { FramemillError, type Rate } from '@framemill/timeline/rendering';
import { registerAacEncoder } from '@mediabunny/aac-encoder';
import {
  type AudioCodec,
  AudioSampleSource,
  canEncodeAudio,
  getFirstEncodableVideoCodec,
  Mp4OutputFormat,
  type OutputFormat,
  type VideoCodec,
  VideoSampleSource,
  WebMOutputFormat,
} from 'mediabunny';
import { SAMPLE_RATE } from '../../audio/audio-format.ts';
import type { ExportFormat, ExportOrder, ExportQuality } from './export-messages.ts';

/** Codecs of the video, the preferred one first. */
const videoCodecs: Readonly<Record<ExportFormat, VideoCodec[]>> = {
  mp4: ['avc', 'vp9', 'av1'],
  webm: ['vp9', 'av1', 'vp8'],
};

const codecNames: Readonly<Record<string, string>> = { avc: 'H.264', vp9: 'VP9', vp8: 'VP8', av1: 'AV1' };

/** Bit rate of 1920x1080 at 30 frames a second, in bits per second. */
const fullHdBitRates: Readonly<Record<ExportQuality, number>> = { draft: 4e6, standard: 8e6, high: 16e6 };
const fullHdPixels = 1920 * 1080 * 30;
const keyFrameSec = 4;

const audioBitRates: Readonly<Record<ExportFormat, Readonly<Record<ExportQuality, number>>>> = {
  mp4: { draft: 128_000, standard: 160_000, high: 192_000 },
  webm: { draft: 96_000, standard: 128_000, high: 160_000 },
};

/** Encoder of the frames. */
export interface VideoTrack {
  readonly source: VideoSampleSource;
  readonly codec: VideoCodec;
}

/** Encoder of the mix. */
export interface AudioTrack {
  readonly source: AudioSampleSource;
  readonly codec: AudioCodec;
  /** Samples that the encoder adds before the audio and does not declare. */
  readonly delaySamples: number;
  /** Returns the most packets that audio of a length can have. */
  mostPackets(samples: number): number;
}

/** Returns the container of a format. An MP4 has its index at the start, in space that is reserved for it. */
export function outputFormat(format: ExportFormat): OutputFormat {
  return format === 'mp4' ? new Mp4OutputFormat({ fastStart: 'reserve' }) : new WebMOutputFormat();
}

/**
 * Opens the encoder of the frames. Throws `invalid_request` when the browser can encode none of the format's codecs at
 * this size.
 */
export async function videoTrackFor(
  format: ExportFormat,
  quality: ExportQuality,
  { width, height }: ExportOrder['size'],
  { num, den }: Rate,
): Promise<VideoTrack> {
  // Detail grows more slowly than the number of pixels.
  const share = (width * height * (num / den)) / fullHdPixels;
  const bitrate = Math.round(fullHdBitRates[quality] * share ** 0.75);
  const codecs = videoCodecs[format];
  const codec = await getFirstEncodableVideoCodec(codecs, { width, height, bitrate });
  if (codec) return { codec, source: new VideoSampleSource({ codec, bitrate, keyFrameInterval: keyFrameSec }) };
  const names = codecs.map((one) => codecNames[one] ?? one).join(', ');
  throw new FramemillError(
    'invalid_request',
    `This browser can encode none of ${names} at ${width}x${height}. Choose a smaller size or the other format, or ` +
      'render on the farm.',
  );
}

/**
 * Opens the encoder of the mix. AAC is encoded by a library: the delay of the encoders of browsers is unknown, and many
 * browsers have none. Throws `invalid_request` when a browser cannot encode Opus.
 */
export async function audioTrackFor(format: ExportFormat, quality: ExportQuality): Promise<AudioTrack> {
  const bitrate = audioBitRates[format][quality];
  if (format === 'mp4') {
    registerAacEncoder();
    const source = new AudioSampleSource({ codec: 'aac', bitrate });
    return { source, codec: 'aac', delaySamples: 1_024, mostPackets: (samples) => Math.ceil(samples / 1_024) + 4 };
  }
  if (!(await canEncodeAudio('opus', { numberOfChannels: 2, sampleRate: SAMPLE_RATE, bitrate }))) {
    const message = 'This browser cannot encode Opus audio. Export as MP4, or render on the farm.';
    throw new FramemillError('invalid_request', message);
  }
  const source = new AudioSampleSource({ codec: 'opus', bitrate });
  return { source, codec: 'opus', delaySamples: 312, mostPackets: (samples) => Math.ceil(samples / 120) + 4 };
}
