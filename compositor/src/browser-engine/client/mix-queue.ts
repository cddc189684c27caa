import { SAMPLE_RATE } from '../../audio/audio-format.ts';
import type { MixBlock } from '../worker/messages.ts';

/**
 * Blocks of a mix on the clock of an audio context of 48 kHz, which plays when the context runs. Positions are samples
 * of the document.
 */
export interface MixQueue {
  /**
   * Removes all blocks. The position stays at `atSample` until the context has a block to play there, so that playback
   * waits for a mixer that is slower than time.
   */
  waitAt(atSample: number): void;
  /**
   * Removes all blocks. The position continues from `atSample`, in silence until a block arrives in time. Blocks that
   * are too late are left out.
   */
  joinAt(atSample: number): void;
  /**
   * Adds the next block, or the first of another mix. What was to be played from there on is removed. A block that
   * follows the last one is played without a gap.
   */
  add(block: MixBlock): void;
  /** Marks the mix as complete: the position continues after the last block. */
  finish(): void;
  /** Resolves when there is space for another block, and when the signal is aborted. */
  space(signal: AbortSignal): Promise<void>;
  /** Returns the position that is audible now, with fractions. */
  position(): number;
  /** Returns the sample after the last block; `Infinity` after `joinAt` until the first block. */
  end(): number;
}

/** Maximum number of blocks that have not been played: 4 s of audio. */
const MOST_BLOCKS = 4;
/** Time from the scheduling of a block to its first sample, in samples: 10 ms. */
const MARGIN = 480;

interface QueuedBlock {
  readonly source: AudioBufferSourceNode;
  readonly from: number;
  until: number;
}

/**
 * Creates a queue whose blocks are played to `output`. Each block is an `AudioBufferSourceNode` with a start in whole
 * samples. This is as exact as a worklet, and needs no script, which the content security policies of pages forbid.
 */
export function createMixQueue(context: AudioContext, output: AudioNode): MixQueue {
  let blocks: QueuedBlock[] = [];
  /** Sample of the context at which sample 0 of the document plays. */
  let zero = 0;
  let end = 0;
  let isFinished = false;
  let waiting: (() => void)[] = [];

  function wake(): void {
    const woken = waiting;
    waiting = [];
    for (const resolve of woken) resolve();
  }

  /** Removes what was to be played from a sample on. */
  function cut(from: number): void {
    for (const block of blocks) {
      if (block.until <= from) continue;
      block.source.stop(block.from < from ? (zero + from) / SAMPLE_RATE : 0);
      block.until = from;
    }
    blocks = blocks.filter((block) => block.from < from);
  }

  function clear(atSample: number): void {
    cut(Number.NEGATIVE_INFINITY);
    zero = contextSample() - atSample;
    isFinished = false;
    wake();
  }

  function contextSample(): number {
    return Math.ceil(context.currentTime * SAMPLE_RATE);
  }

  /** Samples that have been played and are not audible yet. Some browsers do not report them. */
  function latency(): number {
    return (context.outputLatency || 0) * SAMPLE_RATE;
  }

  function sourceOf({ left, right }: MixBlock, skipped: number): AudioBufferSourceNode {
    const length = left.length - skipped;
    const buffer = new AudioBuffer({ length, sampleRate: SAMPLE_RATE, numberOfChannels: 2 });
    buffer.copyToChannel(left.subarray(skipped), 0);
    buffer.copyToChannel(right.subarray(skipped), 1);
    const source = new AudioBufferSourceNode(context, { buffer });
    source.connect(output);
    return source;
  }

  return {
    waitAt(atSample) {
      clear(atSample);
      end = atSample;
    },
    joinAt(atSample) {
      clear(atSample);
      zero -= Math.round(latency());
      end = Number.POSITIVE_INFINITY;
    },
    add(block) {
      const { atSample } = block;
      const earliest = contextSample() + MARGIN - zero;
      const from = Math.max(atSample, Math.min(earliest, end));
      const until = atSample + block.left.length;
      if (from >= until) return;
      cut(from);
      // The block is late: what follows is played later, and the position has waited at the end of the block before.
      zero += Math.max(0, earliest - from);
      const source = sourceOf(block, from - atSample);
      source.addEventListener('ended', () => {
        source.disconnect();
        blocks = blocks.filter((one) => one.source !== source);
        wake();
      });
      source.start((zero + from) / SAMPLE_RATE);
      blocks.push({ source, from, until });
      end = until;
      isFinished = false;
    },
    finish() {
      isFinished = true;
    },
    async space(signal) {
      while (blocks.length >= MOST_BLOCKS && !signal.aborted) {
        const { promise, resolve } = Promise.withResolvers<void>();
        waiting.push(resolve);
        signal.addEventListener('abort', () => resolve(), { once: true });
        await promise;
      }
    },
    position() {
      const audible = context.currentTime * SAMPLE_RATE - latency() - zero;
      return isFinished ? audible : Math.min(audible, end);
    },
    end: () => end,
  };
}
