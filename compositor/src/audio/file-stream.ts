import { FramemillError } from '@framemill/timeline/rendering';
import { AV_SAMPLE_FMT_DBL, AV_SAMPLE_FMT_FLT } from 'node-av/constants';
import { avChannelLayoutDescribe, type Frame } from 'node-av/lib';
import { type FilterChain, openFilterChain } from '../media/filter-chain.ts';
import { THIS_FILE } from '../media/open-input.ts';
import { type DecodedBlock, openAudioDecoder, openBlockQueue } from './audio-decoder.ts';
import { SAMPLE_RATE, type SourceStream, type StereoBlock } from './audio-format.ts';
import { type ChannelMix, channelMix } from './channel-mix.ts';
import { createContinuity } from './continuity.ts';
import { createGlide, createSeam, type Glide } from './splice.ts';

/** Maximum relative change of playback speed while the audio is resynchronised: less than a tenth of a semitone. */
const GLIDE_SPEED = 0.005;
/** Minimum duration of a speed change for resynchronisation, in samples. */
const GLIDE_LENGTH = SAMPLE_RATE;

/**
 * Maximum number of samples, over all channels, that one stream decodes: 12 hours of 5.1 audio at 96 kHz, about two
 * minutes of one thread. In containers without exact seek points, decoding begins at the start of the file, whatever
 * the requested position.
 */
const MOST_SAMPLES = 25e9;

/**
 * Opens the audio of a media file as 48 kHz stereo, from sample `fromSample` on. Sample n is at n / 48000 s of the
 * file, whatever the file's own sample rate. Decoded blocks are joined without a gap unless their time stamps show one
 * (see `continuity.ts`). After a gap the audio restarts exactly at its time stamp, and the discontinuity is smoothed to
 * avoid a click.
 *
 * Mono is copied to both channels at full level; surround is mixed down. Gaps, and the time before the file's first
 * sample, are silent. The stream ends where the file's audio ends. Throws FramemillError `invalid_request` for a file
 * without audio that can be decoded, and when more than `mostSamples` are decoded.
 */
export function openFileStream(path: string, fromSample: number, mostSamples = MOST_SAMPLES): SourceStream {
  const blocks = openBlockQueue(openAudioDecoder(path, fromSample / SAMPLE_RATE));
  const continuity = createContinuity(blocks.tickSec);
  const seam = createSeam();
  const ready: PlacedBlock[] = [];
  let chain: FilterChain | null = null;
  let chainKey = '';
  let mix: ChannelMix | null = null;
  let glide: Glide | null = null;
  let floatFile = false;
  /** Output index of the next sample from the resampler. */
  let outNext = 0;
  /** Last block from the resampler. */
  let last: StereoBlock = { left: new Float32Array(0), right: new Float32Array(0) };
  /**
   * Output index of the first sample after a gap or overlap, which the resampler is about to return; null: none.
   * `seamAt` is the same for the block that is being read.
   */
  let jumpTo: number | null = null;
  let seamAt: number | null = null;
  let ended = false;
  let position = fromSample;
  let decoded = 0;

  function add(block: StereoBlock): void {
    if (block.left.length === 0) return;
    ready.push({ start: outNext, block, jumpTo });
    jumpTo = null;
    outNext += block.left.length;
    last = block;
  }

  function drain(): void {
    for (let frame = chain?.pull(); frame; frame = chain?.pull()) {
      const block = copyOut(frame);
      if (floatFile) for (const side of [block.left, block.right]) leaveOutNoNumbers(side);
      add(glide ? glide.push(block) : block);
      if (glide?.isOver) glide = null;
    }
  }

  /** Flushes the resampler and the speed change. */
  function finish(): void {
    chain?.push(null);
    drain();
    if (glide) add(glide.rest());
    glide = null;
  }

  /**
   * Restarts the resampler at the last position up to `first` at which an input and an output sample coincide. The time
   * between this position and `first` is filled with silence.
   */
  function restart({ frame, first }: DecodedBlock): FilterChain {
    finish();
    chain?.close();
    const grid = coincidence(frame.sampleRate);
    const aligned = Math.floor(first / grid.input) * grid.input;
    outNext = (aligned / grid.input) * grid.output;
    chainKey = keyOf(frame);
    mix = channelMix(frame.channelLayout);
    // Interleaved floats come from PCM files in float; decoders that compute their samples return planes.
    floatFile = frame.format === AV_SAMPLE_FMT_FLT || frame.format === AV_SAMPLE_FMT_DBL;
    chain = openResampler(frame, mix, first - aligned);
    return chain;
  }

  /** Returns the resampler for `block`, restarted if necessary. */
  function chainFor(block: DecodedBlock): FilterChain {
    if (!chain || keyOf(block.frame) !== chainKey) {
      continuity.begin(block);
      return restart(block);
    }
    const continuation = continuity.next(block, () => blocks.ahead((later) => keyOf(later.frame) === chainKey));
    if (continuation.kind === 'jumps') {
      const jumped = restart(block);
      jumpTo = Math.ceil((block.first * SAMPLE_RATE) / block.rate);
      return jumped;
    }
    if (continuation.kind === 'glides') {
      const samples = Math.round((continuation.samples * SAMPLE_RATE) / block.rate);
      if (glide) add(glide.rest());
      glide = createGlide(last, Math.max(GLIDE_LENGTH, Math.ceil(Math.abs(samples) / GLIDE_SPEED)), samples);
    }
    return chain;
  }

  function decodeMore(): void {
    const block = blocks.next();
    if (block === null) {
      ended = true;
      finish();
      return;
    }
    decoded += block.frame.nbSamples * block.frame.channelLayout.nbChannels;
    if (decoded > mostSamples) throw tooManySamples(mostSamples);
    const target = chainFor(block);
    if (mix?.places) block.frame.channelLayout = mix.places;
    target.push(block.frame);
    drain();
  }

  /** Copies `count` samples of `from` to the current position of `into`; silence when `from` is null. */
  function place(from: StereoBlock | null, start: number, count: number, into: StereoBlock, at: number): void {
    for (const side of ['left', 'right'] as const) {
      if (from) into[side].set(from[side].subarray(start, start + count), at);
      else into[side].fill(0, at, at + count);
    }
    seam.pass(into, at, at + count);
    position += count;
  }

  /** Returns the first block with unread samples; null at the end. */
  function head(): PlacedBlock | null {
    for (;;) {
      const first = ready[0];
      if (first && first.start + first.block.left.length > position) return first;
      if (!first && ended) return null;
      if (first) ready.shift();
      else decodeMore();
    }
  }

  return {
    mono: blocks.channels === 1,
    read(into, offset, count) {
      let done = 0;
      for (let next = head(); next && done < count; next = head()) {
        if (next.jumpTo !== null) {
          // The next samples, silence or audio, interrupt the previous audio. After silence, the audio that follows
          // begins with another discontinuity.
          seam.open();
          seamAt = next.jumpTo > position ? next.jumpTo : null;
          next.jumpTo = null;
        }
        if (position === seamAt) {
          seam.open();
          seamAt = null;
        }
        const isSilent = next.start > position;
        const end = isSilent ? next.start : next.start + next.block.left.length;
        const taken = Math.min(count - done, end - position, (seamAt ?? Number.POSITIVE_INFINITY) - position);
        place(isSilent ? null : next.block, position - next.start, taken, into, offset + done);
        done += taken;
      }
      return done;
    },
    close() {
      chain?.close();
      blocks.close();
    },
  };
}

function tooManySamples(most: number): FramemillError {
  return new FramemillError(
    'invalid_request',
    `${THIS_FILE} has too much audio: more than ${Math.round(most / 1e6)} million samples in all channels. ` +
      'Export its audio as stereo at 48 kHz and upload it again.',
    { overBudget: true },
  );
}

interface PlacedBlock {
  start: number;
  block: StereoBlock;
  /** Output index of the first sample after a gap or overlap; null when the block continues the previous one. */
  jumpTo: number | null;
}

/** Returns a key that is equal for frames that one resampler can process. */
function keyOf(frame: Frame): string {
  return `${frame.format} ${frame.sampleRate} ${avChannelLayoutDescribe(frame.channelLayout)}`;
}

/** Returns the smallest numbers of samples at `rate` and at 48 kHz that last equally long. */
function coincidence(rate: number): { input: number; output: number } {
  let a = rate;
  let b = SAMPLE_RATE;
  while (b !== 0) [a, b] = [b, a % b];
  return { input: rate / a, output: SAMPLE_RATE / a };
}

function openResampler(frame: Frame, { places, step }: ChannelMix, silence: number): FilterChain {
  const channels = avChannelLayoutDescribe(places ?? frame.channelLayout) ?? 'stereo';
  return openFilterChain([
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
