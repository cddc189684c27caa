import { type AudioPart, audioPlan, type Document } from '@framemill/timeline/rendering';
import { SAMPLE_RATE, type StereoBlock } from '../audio/audio-format.ts';
import type { AudioPorts } from '../audio/audio-ports.ts';
import { createLimiter, MIX_LIMITER } from '../audio/limiter.ts';
import { createPartMixer, playMixer } from '../audio/part-mixer.ts';
import { openProcessors } from '../audio/processors/chain.ts';
import type { MediaFiles } from '../media/media-files.ts';

/** Mix of a document's audio at 48 kHz, read forward. It has the samples that a render node encodes. */
export interface DocumentMix {
  /** Length of the whole mix in samples. */
  readonly totalSamples: number;
  /** Whether any clip is audible. */
  readonly hasAudio: boolean;
  /**
   * Reads up to `count` samples to the start of `into`, and returns their number. Fewer than `count` means that the mix
   * has ended. Rejects with `FramemillError` when a clip cannot be played; the message names it.
   */
  read(into: StereoBlock, count: number): Promise<number>;
  close(): void;
}

const BLOCK = 4_096;
/** Number of blocks between two turns of other tasks, such as the drawing of a frame: 0.3 s of audio. */
const BLOCKS_A_TURN = 4;
/**
 * Number of samples before the first requested one that are mixed and discarded. Filters, compressors, echoes and the
 * limiter reach the state that they have in a mix from the start, except for tails of more than 3 s.
 */
const LEAD = 3 * SAMPLE_RATE;

/** Opens the mix of a document from sample `fromSample` on. Sources are opened when they are first played. */
export function openDocumentMix(document: Document, media: MediaFiles, ports: AudioPorts, fromSample = 0): DocumentMix {
  const { totalSamples, parts } = audioPlan(document, (src) => media[src]?.facts ?? null);
  const begin = beginningOf(parts, Math.max(0, fromSample - LEAD));
  const mixer = createPartMixer({
    ...{ media, ports, fromSample: begin, scratch: 'mix', largest: BLOCK },
    parts: parts.map((part) => startingAt(part, begin)),
  });
  const stream = openProcessors(playMixer(mixer, BLOCK, begin, totalSamples), [createLimiter(MIX_LIMITER)]);
  let at = begin;
  let blocks = 0;

  async function read(into: StereoBlock, count: number): Promise<number> {
    const wanted = Math.max(0, Math.min(count, totalSamples - at));
    for (let done = 0; done < wanted; ) {
      const part = Math.min(BLOCK, wanted - done);
      // One block more than requested: the limiter reads ahead.
      await mixer.prepare(at + 2 * BLOCK);
      stream.read(into, done, part);
      at += part;
      done += part;
      blocks += 1;
      if (blocks % BLOCKS_A_TURN === 0) await ports.takeTurn();
    }
    return wanted;
  }

  return {
    totalSamples,
    hasAudio: parts.length > 0,
    async read(into, count) {
      if (at < fromSample) {
        const early = { left: new Float32Array(BLOCK), right: new Float32Array(BLOCK) };
        while (at < Math.min(fromSample, totalSamples)) await read(early, Math.min(BLOCK, fromSample - at));
      }
      return read(into, count);
    },
    close: () => stream.close(),
  };
}

/**
 * Returns the sample at which a mix must begin so that every part which is audible at sample `at` can be cut there or
 * begins later. Speed ramps and parts with a target loudness are played from their own start.
 */
function beginningOf(parts: readonly AudioPart[], at: number): number {
  let begin = at;
  for (const { startSample, lengthSamples, timeMap, loudness } of parts.toReversed()) {
    const isWhole = timeMap.length > 1 || loudness !== null;
    if (isWhole && startSample < begin && startSample + lengthSamples > begin) begin = startSample;
  }
  return begin;
}

/**
 * Cuts the beginning of a part so that it starts at sample `begin` of the mix, if it starts before it and ends after.
 */
function startingAt(part: AudioPart, begin: number): AudioPart {
  const by = begin - part.startSample;
  const lengthSamples = part.lengthSamples - by;
  if (by <= 0 || lengthSamples <= 0) return part;
  const bySec = (by * part.speed) / SAMPLE_RATE;
  const earlier = (points: AudioPart['volume']) => points.map((point) => ({ ...point, atSample: point.atSample - by }));
  const isForward = !part.reverse;
  return {
    ...part,
    startSample: begin,
    lengthSamples,
    handleSamples: Math.min(part.handleSamples, lengthSamples),
    // Reversed, the part ends where it ended before, and its length determines where it begins.
    sourceStartSec: part.sourceStartSec + (isForward && !part.loop ? bySec : 0),
    loopOffsetSec: part.loopOffsetSec + (isForward && part.loop ? bySec : 0),
    fadeInCutSamples: part.fadeInCutSamples + by,
    volume: earlier(part.volume),
    pan: earlier(part.pan),
  };
}
