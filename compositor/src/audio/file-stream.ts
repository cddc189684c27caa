import { FramemillError } from '@framemill/timeline/rendering';
import { AV_SAMPLE_FMT_DBL, AV_SAMPLE_FMT_FLT } from 'node-av/constants';
import { avChannelLayoutDescribe, type Frame } from 'node-av/lib';
import { type FilterChain, openFilterChain } from '../media/filter-chain.ts';
import { THIS_FILE } from '../media/open-input.ts';
import { openAudioDecoder } from './audio-decoder.ts';
import { SAMPLE_RATE, type SourceStream, type StereoBlock } from './audio-format.ts';
import { type DecodedBlock, openBlockQueue } from './block-queue.ts';
import { type ChannelMix, channelMix } from './channel-mix.ts';
import { createContinuity } from './continuity.ts';
import { createGlide, type Glide } from './glide.ts';
import { createSeam } from './seam.ts';

/** A glide changes the speed by that share at most: less than a tenth of a semitone. */
const GLIDE_SPEED = 0.005;
/** The shortest glide. Samples. */
const GLIDE_LENGTH = SAMPLE_RATE;

/**
 * Most samples of all channels together that one reading of a file decodes: 12 hours of 5.1 at 96 kHz, about two minutes of one thread. Where a container
 * has no exact places to enter at, a reading begins at its start, wherever it is to be heard from.
 */
const MOST_SAMPLES = 25e9;

/**
 * The sound of a media file as 48 kHz stereo from sample `fromSample` on; sample n is second n / 48000 of the file, whatever its own rate. Blocks follow each other without a break
 * unless the time stamps show one (`continuity.ts`): then the sound begins anew at its stamp, exactly, and the seam does not click.
 * Mono goes to both sides at full level, surround is mixed down. Before the file's first sample and in gaps there is silence; it ends where the
 * file's sound ends. Throws FramemillError `invalid_request`, also when more than `mostSamples` are decoded.
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
  /** Number of the next sample out of the resampler. */
  let outNext = 0;
  /** What came out last. */
  let last: StereoBlock = { left: new Float32Array(0), right: new Float32Array(0) };
  /** Where the next sound out of the resampler begins that does not go on from the one before; of that which is being read. Output samples. */
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

  /** Gets out what the resampler still holds. */
  function finish(): void {
    chain?.push(null);
    drain();
    if (glide) add(glide.rest());
    glide = null;
  }

  /** Starts a resampler at the last place up to `first` at which input and output samples coincide, with silence up to there. */
  function restart({ frame, first }: DecodedBlock): FilterChain {
    finish();
    chain?.close();
    const grid = coincidence(frame.sampleRate);
    const aligned = Math.floor(first / grid.input) * grid.input;
    outNext = (aligned / grid.input) * grid.output;
    chainKey = keyOf(frame);
    mix = channelMix(frame.channelLayout);
    // Decoders that compute their samples hand out planes.
    floatFile = frame.format === AV_SAMPLE_FMT_FLT || frame.format === AV_SAMPLE_FMT_DBL;
    chain = openResampler(frame, mix, first - aligned);
    return chain;
  }

  /** The resampler that `block` goes to. */
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

  /** Puts `count` samples, of silence without a block, where `into` is at. */
  function place(from: StereoBlock | null, start: number, count: number, into: StereoBlock, at: number): void {
    for (const side of ['left', 'right'] as const) {
      if (from) into[side].set(from[side].subarray(start, start + count), at);
      else into[side].fill(0, at, at + count);
    }
    seam.pass(into, at, at + count);
    position += count;
  }

  /** The first block with samples that are not read yet, null at the end. */
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
          // Whatever comes now, silence or sound, breaks off what was heard; where there is silence, the sound after it begins with a step of its own.
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
    `${THIS_FILE} has too much sound to be read: more than ${Math.round(most / 1e6)} million samples of all channels. ` +
      'Export its sound as stereo at 48 kHz and upload it again.',
    { overBudget: true },
  );
}

interface PlacedBlock {
  start: number;
  block: StereoBlock;
  /** Not null: it does not go on from the block before; its sound begins here. */
  jumpTo: number | null;
}

/** Equal for blocks that one resampler takes. */
function keyOf(frame: Frame): string {
  return `${frame.format} ${frame.sampleRate} ${avChannelLayoutDescribe(frame.channelLayout)}`;
}

/** Every `input` samples at `rate` take exactly as long as `output` samples at 48 kHz. */
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
      `time_base=1/${frame.sampleRate}:sample_rate=${frame.sampleRate}:sample_fmt=${frame.format}:channel_layout=${channels}`,
    ],
    ...(silence > 0 ? [['adelay', `${silence}S:all=1`] as const] : []),
    ['aresample', `${SAMPLE_RATE}`],
    ...(step ? [step] : []),
    ['aformat', `sample_fmts=fltp:sample_rates=${SAMPLE_RATE}:channel_layouts=stereo`],
    ['abuffersink', ''],
  ]);
}

/** Float files of damaged projects hold NaN and infinities: one of them in a filter's memory silences all that follows. */
function leaveOutNoNumbers(values: Float32Array): void {
  for (let i = 0; i < values.length; i++) if (!Number.isFinite(values[i])) values[i] = 0;
}

/** Copies a planar float stereo frame out of the library's memory. */
export function copyOut(frame: Frame): StereoBlock {
  const [left, right] = frame.data ?? [];
  return { left: floats(left, frame.nbSamples), right: floats(right, frame.nbSamples) };
}

function floats(plane: Buffer | undefined, count: number): Float32Array {
  if (!plane) return new Float32Array(count);
  return new Float32Array(plane.buffer, plane.byteOffset, count).slice();
}
