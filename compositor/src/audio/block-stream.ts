import { FramemillError } from '@framemill/timeline/rendering';
import { SAMPLE_RATE, type SourceStream, type StereoBlock } from './audio-format.ts';
import { createContinuity, type StampedBlock } from './continuity.ts';
import { ratio } from './dsp/resampler.ts';
import { createGlide, createSeam, type Glide } from './splice.ts';

/** Maximum relative change of playback speed while the audio is resynchronised: less than a tenth of a semitone. */
const GLIDE_SPEED = 0.005;
/** Minimum duration of a speed change for resynchronisation, in samples. */
const GLIDE_LENGTH = SAMPLE_RATE;

/** Queue of decoded blocks that also allows reading ahead. Closing the queue closes the decoder. */
export interface BlockQueue<Block extends StampedBlock> {
  readonly channels: number;
  /** Duration of one tick of the time stamps, in seconds. */
  readonly tickSec: number;
  /** Returns the next block; null at the end. Valid until the next call. */
  next(): Block | null;
  /**
   * Yields the blocks after the current one until the first for which `isSameKind` is false. They stay in the queue.
   */
  ahead(isSameKind: (block: Block) => boolean): Iterable<Block>;
  /**
   * Decodes the blocks up to `untilSec` of the file and those that `next` reads ahead for them. Must be awaited before
   * `next` returns them. Absent: `next` decodes.
   */
  readonly load?: (untilSec: number) => Promise<void>;
  close(): void;
}

/** Converter of blocks to 48 kHz stereo. */
export interface BlockConverter<Block> {
  /** Takes the next block; null signals the end. */
  push(block: Block | null): void;
  /** Returns the next converted samples, owned by the caller; null when more blocks are needed. */
  pull(): StereoBlock | null;
  close(): void;
}

/** Decoded blocks of a file, and the library's functions for them. */
export interface BlockStreamInput<Block extends StampedBlock> {
  readonly blocks: BlockQueue<Block>;
  /** Returns a key that is equal for blocks that one converter can process. */
  keyOf(block: Block): string;
  channelsOf(block: Block): number;
  /**
   * Opens the converter for blocks like `block`. Its output begins with `silence` silent samples of the block's rate.
   */
  openConverter(block: Block, silence: number): BlockConverter<Block>;
  /** First sample to read, at 48 kHz. */
  readonly fromSample: number;
  /** Most samples, over all channels, that are decoded. */
  readonly mostSamples: number;
}

/**
 * Joins the decoded blocks of a file to 48 kHz stereo, from sample `fromSample` on. Sample n is at n / 48000 s of the
 * file, whatever the file's own sample rate. Blocks are joined without a gap unless their time stamps show one (see
 * `continuity.ts`). After a gap the audio restarts exactly at its time stamp, and the discontinuity is smoothed to
 * avoid a click. Gaps, and the time before the first block, are silent. The stream ends after the last block. Throws
 * FramemillError `invalid_request` when more than `mostSamples` are decoded.
 */
export function joinBlocks<Block extends StampedBlock>(input: BlockStreamInput<Block>): SourceStream {
  const { blocks, keyOf, fromSample, mostSamples } = input;
  const { load } = blocks;
  const continuity = createContinuity(blocks.tickSec);
  const seam = createSeam();
  const ready: PlacedBlock[] = [];
  let converter: BlockConverter<Block> | null = null;
  let converterKey = '';
  let glide: Glide | null = null;
  /** Output index of the next sample from the converter. */
  let outNext = 0;
  /** Last block from the converter. */
  let last: StereoBlock = { left: new Float32Array(0), right: new Float32Array(0) };
  /**
   * Output index of the first sample after a gap or overlap, which the converter is about to return; null: none.
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
    for (let block = converter?.pull(); block; block = converter?.pull()) {
      add(glide ? glide.push(block) : block);
      if (glide?.isOver) glide = null;
    }
  }

  /** Flushes the converter and the speed change. */
  function finish(): void {
    converter?.push(null);
    drain();
    if (glide) add(glide.rest());
    glide = null;
  }

  /**
   * Restarts the converter at the last position up to the block's first sample at which an input and an output sample
   * coincide. The time between this position and the first sample is filled with silence.
   */
  function restart(block: Block): BlockConverter<Block> {
    finish();
    converter?.close();
    const grid = ratio(block.rate);
    const aligned = Math.floor(block.first / grid.input) * grid.input;
    outNext = (aligned / grid.input) * grid.output;
    converterKey = keyOf(block);
    converter = input.openConverter(block, block.first - aligned);
    return converter;
  }

  /** Returns the converter for `block`, restarted if necessary. */
  function converterFor(block: Block): BlockConverter<Block> {
    if (!converter || keyOf(block) !== converterKey) {
      continuity.begin(block);
      return restart(block);
    }
    const continuation = continuity.next(block, () => blocks.ahead((later) => keyOf(later) === converterKey));
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
    return converter;
  }

  function decodeMore(): void {
    const block = blocks.next();
    if (block === null) {
      ended = true;
      finish();
      return;
    }
    decoded += block.count * input.channelsOf(block);
    if (decoded > mostSamples) throw tooManySamples(mostSamples);
    converterFor(block).push(block);
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
    ready: load && ((count) => load((position + count) / SAMPLE_RATE)),
    close() {
      converter?.close();
      blocks.close();
    },
  };
}

function tooManySamples(most: number): FramemillError {
  return new FramemillError(
    'invalid_request',
    `This file has too much audio: more than ${Math.round(most / 1e6)} million samples in all channels. ` +
      'Export its audio as stereo at 48 kHz and upload it again.',
    { overBudget: true },
  );
}

/** Converted block and its position. */
interface PlacedBlock {
  start: number;
  block: StereoBlock;
  /** Output index of the first sample after a gap or overlap; null when the block continues the previous one. */
  jumpTo: number | null;
}
