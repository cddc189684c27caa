import { AV_SAMPLE_FMT_DBL, AV_SAMPLE_FMT_FLT } from 'node-av/constants';
import { avChannelLayoutDescribe, type Frame } from 'node-av/lib';
import { openFilterChain } from '../media/filter-chain.ts';
import { type DecodedBlock, openAudioDecoder, openBlockQueue } from './audio-decoder.ts';
import { SAMPLE_RATE, type SourceStream, type StereoBlock } from './audio-format.ts';
import { type BlockConverter, joinBlocks } from './block-stream.ts';
import { channelMix } from './channel-mix.ts';

/**
 * Maximum number of samples, over all channels, that one stream decodes: 12 hours of 5.1 audio at 96 kHz, about two
 * minutes of one thread. In containers without exact seek points, decoding begins at the start of the file, whatever
 * the requested position.
 */
const MOST_SAMPLES = 25e9;

/**
 * Opens the audio of a media file as 48 kHz stereo, from sample `fromSample` on. Sample n is at n / 48000 s of the
 * file, whatever the file's own sample rate. See `block-stream.ts` for gaps and discontinuities.
 *
 * Mono is copied to both channels at full level; surround is mixed down. Throws FramemillError `invalid_request` for a
 * file without audio that can be decoded, and when more than `mostSamples` are decoded.
 */
export function openFileStream(path: string, fromSample: number, mostSamples = MOST_SAMPLES): SourceStream {
  const blocks = openBlockQueue(openAudioDecoder(path, fromSample / SAMPLE_RATE));
  return joinBlocks({ blocks, keyOf, channelsOf, openConverter, fromSample, mostSamples });
}

/** Returns a key that is equal for frames that one resampler can process. */
function keyOf({ frame }: DecodedBlock): string {
  return `${frame.format} ${frame.sampleRate} ${avChannelLayoutDescribe(frame.channelLayout)}`;
}

function channelsOf({ frame }: DecodedBlock): number {
  return frame.channelLayout.nbChannels;
}

function openConverter({ frame }: DecodedBlock, silence: number): BlockConverter<DecodedBlock> {
  const { places, step } = channelMix(frame.channelLayout);
  // Interleaved floats come from PCM files in float; decoders that compute their samples return planes.
  const floatFile = frame.format === AV_SAMPLE_FMT_FLT || frame.format === AV_SAMPLE_FMT_DBL;
  const channels = avChannelLayoutDescribe(places ?? frame.channelLayout) ?? 'stereo';
  const chain = openFilterChain([
    [
      'abuffer',
      `time_base=1/${frame.sampleRate}:sample_rate=${frame.sampleRate}:` +
        `sample_fmt=${frame.format}:channel_layout=${channels}`,
    ],
    ...(silence > 0 ? [['adelay', `${silence}S:all=1`] as const] : []),
    ['aresample', `${SAMPLE_RATE}`],
    ...(step ? [step] : []),
    ['aformat', `sample_fmts=fltp:sample_rates=${SAMPLE_RATE}:channel_layouts=stereo`],
    ['abuffersink', ''],
  ]);
  return {
    push(block) {
      if (block && places) block.frame.channelLayout = places;
      chain.push(block?.frame ?? null);
    },
    pull() {
      const converted = chain.pull();
      if (!converted) return null;
      const block = copyOut(converted);
      if (floatFile) for (const side of [block.left, block.right]) leaveOutNoNumbers(side);
      return block;
    },
    close: () => chain.close(),
  };
}

/**
 * Replaces NaN and infinities by 0. Damaged float files contain them, and one such value in a filter's state would
 * silence everything after it.
 */
function leaveOutNoNumbers(values: Float32Array): void {
  for (let i = 0; i < values.length; i++) if (!Number.isFinite(values[i])) values[i] = 0;
}

/** Copies the samples of a planar float stereo frame out of the codec library's memory. */
export function copyOut(frame: Frame): StereoBlock {
  const [left, right] = frame.data ?? [];
  return { left: floats(left, frame.nbSamples), right: floats(right, frame.nbSamples) };
}

function floats(plane: Buffer | undefined, count: number): Float32Array {
  if (!plane) return new Float32Array(count);
  return new Float32Array(plane.buffer, plane.byteOffset, count).slice();
}
