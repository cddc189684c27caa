import type { AudioPart, PartDuck } from '@framemill/timeline';
import type { StereoBlock } from './audio-format.ts';
import { createDucker, type Ducker } from './ducker.ts';

/** Part with its place in the plan and its audio in the current block. */
export interface AudiblePart {
  readonly place: number;
  readonly own: StereoBlock;
}

/** Side chains of a plan, which lower parts while others are audible. */
export interface SideChains {
  /** Processes the keys of all side chains: `count` samples from sample `at` of the mix on. Call with rising `at`. */
  hear(audible: readonly AudiblePart[], at: number, count: number): void;
  /** Lowers a part's audio of the same block, in place. */
  lower(part: AudioPart, block: StereoBlock): void;
}

interface SideChain {
  duck: PartDuck;
  /** Ducker of the chain, created when a key is first audible: a plan may have many chains. */
  ducker: Ducker | null;
  /** Sample of the mix at which the last part of the chain ends. */
  endSample: number;
}

/**
 * Creates the side chains of a plan. Parts with equal ducking settings share one. A chain also processes its keys
 * before its parts start: a part that starts while a key is audible starts lowered, so that cutting a clip does not
 * change the mix.
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
