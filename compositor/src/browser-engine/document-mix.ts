import { audioPlan, type Document } from '@framemill/timeline/rendering';
import type { StereoBlock } from '../audio/audio-format.ts';
import type { AudioPorts } from '../audio/audio-ports.ts';
import { createLimiter, MIX_LIMITER } from '../audio/limiter.ts';
import { startedMix } from '../audio/mix-start.ts';
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
/** Opens the mix of a document from sample `fromSample` on. Sources are opened when they are first played. */
export function openDocumentMix(document: Document, media: MediaFiles, ports: AudioPorts, fromSample = 0): DocumentMix {
  const { totalSamples, parts } = audioPlan(document, (src) => media[src]?.facts ?? null);
  const start = startedMix(parts, fromSample);
  const begin = start.fromSample;
  const mixer = createPartMixer({ ...{ media, ports, scratch: 'mix', largest: BLOCK }, ...start });
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
