import { Frame } from 'node-av/lib';
import type { AudioDecoder } from './audio-decoder.ts';
import type { StampedBlock } from './continuity.ts';

/** Block of decoded samples, in its own sample rate and channel layout. */
export interface DecodedBlock extends StampedBlock {
  readonly frame: Frame;
}

/** Queue of a decoder's blocks in order, with look-ahead. Closing it closes the decoder. */
export interface BlockQueue {
  readonly channels: number;
  readonly tickSec: number;
  /** Returns the next block; null at the end. Valid until the next call. */
  next(): DecodedBlock | null;
  /** Yields the following blocks, decoded on demand, until the first one for which `isSameKind` is false. */
  ahead(isSameKind: (block: DecodedBlock) => boolean): Iterable<DecodedBlock>;
  close(): void;
}

/** Creates the queue of a decoder that is at its start. The queue owns the decoder. */
export function openBlockQueue(decoder: AudioDecoder): BlockQueue {
  const waiting: DecodedBlock[] = [];
  const spare: Frame[] = [];
  let current: DecodedBlock | null = null;

  function decode(): DecodedBlock | null {
    const frame = spare.pop() ?? newFrame();
    const first = decoder.next(frame);
    if (first !== null) return { frame, first, count: frame.nbSamples, rate: frame.sampleRate };
    spare.push(frame);
    return null;
  }

  return {
    channels: decoder.channels,
    tickSec: decoder.tickSec,
    next() {
      if (current) spare.push(current.frame);
      current = waiting.shift() ?? decode();
      return current;
    },
    *ahead(isSameKind) {
      for (let index = 0; ; index++) {
        const block = waiting[index] ?? decode();
        if (block === null) return;
        if (index === waiting.length) waiting.push(block);
        if (!isSameKind(block)) return;
        yield block;
      }
    },
    close() {
      for (const frame of spare) frame.free();
      for (const { frame } of waiting) frame.free();
      current?.frame.free();
      decoder.close();
    },
  };
}

function newFrame(): Frame {
  const frame = new Frame();
  frame.alloc();
  return frame;
}
