import type { AudioPart, PartDuck } from '@framemill/timeline';
import type { StereoBlock } from './audio-format.ts';
import { createDucker, type Ducker } from './ducker.ts';

/** A part that audio: its place in the plan and its sound in the current block. */
export interface AudiblePart {
  readonly place: number;
  readonly own: StereoBlock;
}

/** What lowers the parts of a plan while others are heard. */
export interface SideChains {
  /** Hears `count` samples from sample `at` of the mix on. Call with rising `at`. */
  hear(audible: readonly AudiblePart[], at: number, count: number): void;
  /** Lowers a part's sound of the same time, in place. */
  lower(part: AudioPart, block: StereoBlock): void;
}

interface SideChain {
  duck: PartDuck;
  /** Made when something is heard for the first time: a plan may have many. */
  ducker: Ducker | null;
  /** Where the last part that it lowers ends. */
  endSample: number;
}

/**
 * Parts that are lowered alike share one side-chain. It listens before they start, too: one that begins while something is heard begins lowered, so
 * that a clip audio the same when it is cut.
 */
export function createSideChains(parts: readonly AudioPart[], largest: number): SideChains {
  const alike = new Map<string, SideChain>();
  const chains = new Map<AudioPart, SideChain>();
  for (const part of parts) {
    if (!part.duck) continue;
    const key = JSON.stringify(part.duck);
    const chain = alike.get(key) ?? { duck: part.duck, ducker: null, endSample: 0 };
    chain.endSample = Math.max(chain.endSample, part.startSample + part.lengthSamples);
    alike.set(key, chain);
    chains.set(part, chain);
  }
  return {
    hear(audible, at, count) {
      for (const chain of alike.values()) {
        if (chain.endSample <= at) {
          chain.ducker = null;
          continue;
        }
        const audio = audible.filter(({ place }) => chain.duck.sources.includes(place)).map(({ own }) => own);
        if (audio.length > 0) chain.ducker ??= createDucker(chain.duck, largest);
        chain.ducker?.hear(audio, count);
      }
    },
    lower(part, block) {
      chains.get(part)?.ducker?.lower(block);
    },
  };
}
