import type { AudioPart, PartDuck } from '@framemill/timeline';
import { SAMPLE_RATE, type StereoBlock } from './audio-format.ts';
import { createPeakFollower, gainOfDb } from './dsp/levels.ts';

/** Audio part (the audio of one clip) that is audible in the current block: its index in the plan and its samples. */
export interface AudiblePart {
  readonly place: number;
  readonly own: StereoBlock;
}

/** Side chains for ducking: each lowers some audio parts of a document while certain other parts are audible. */
export interface SideChains {
  /**
   * Processes the key signals (the audio that causes ducking) of all side chains: `count` samples, from sample `at` of
   * the mix on. Call with ascending `at`.
   */
  hear(audible: readonly AudiblePart[], at: number, count: number): void;
  /** Lowers a part's audio, in place. `block` must cover the samples last passed to `hear`. */
  lower(part: AudioPart, block: StereoBlock): void;
}

interface SideChain {
  duck: PartDuck;
  /**
   * Gain stage of the side chain; null until a key signal is first audible, to save memory when a document has many
   * side chains.
   */
  ducker: Ducker | null;
  /** Sample of the mix at which the last of the lowered parts ends. */
  endSample: number;
}

/**
 * Creates the side chains of a document's audio parts. Parts with equal ducking settings share one side chain. A side
 * chain processes its key signals even before the parts that it lowers start. A part that starts while a key signal is
 * audible is therefore lowered from its first sample, and cutting a clip in two does not change the mix.
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

/** Peak level above which the key signal counts as audible: -40 dBFS. */
const AUDIBLE = 0.01;
/** Time constant of the level follower, in seconds, which smooths over single waves. */
const FOLLOW_SEC = 0.03;
/**
 * Maximum pause of the key signal during which the gain stays low, in seconds. Raising the gain in short pauses would
 * be audible as pumping.
 */
const HOLD_SEC = 0.3;
/** Shortest attack and release in seconds: a sudden change would click. */
const SHORTEST_SEC = 0.001;

/** Ducker: a gain stage that lowers audio while a key signal is audible. */
interface Ducker {
  /** Processes the next `count` samples of the key signals `sounds`, which are summed; `count` is at most `largest`. */
  hear(sounds: readonly StereoBlock[], count: number): void;
  /** Lowers a block in place. The block must cover the samples last passed to `hear`. */
  lower(block: StereoBlock): void;
}

/**
 * Creates a ducker. When the key signal becomes audible, the gain falls linearly in dB over the attack time. It stays
 * low through pauses of up to 0.3 s, and then rises again over the release time.
 */
function createDucker({ amountDb, attackSec, releaseSec }: PartDuck, largest: number): Ducker {
  const down = amountDb / (Math.max(SHORTEST_SEC, attackSec) * SAMPLE_RATE);
  const up = -amountDb / (Math.max(SHORTEST_SEC, releaseSec) * SAMPLE_RATE);
  const follow = createPeakFollower(FOLLOW_SEC);
  const factors = new Float64Array(largest);
  /** Number of valid entries in `factors`; 0 while the key signal is silent and the gain is back at 0 dB. */
  let audibleSamples = 0;
  let held = 0;
  let gainDb = 0;
  return {
    hear(sounds, count) {
      const atRest = gainDb === 0 && held <= 0;
      audibleSamples = atRest && sounds.length === 0 ? 0 : count;
      let [holding, currentDb] = [held, gainDb];
      for (let i = 0; i < audibleSamples; i++) {
        let l = 0;
        let r = 0;
        for (const { left, right } of sounds) {
          l += left[i] ?? 0;
          r += right[i] ?? 0;
        }
        const level = follow(Math.max(Math.abs(l), Math.abs(r)));
        holding = level > AUDIBLE ? HOLD_SEC * SAMPLE_RATE : holding - 1;
        currentDb = holding > 0 ? Math.max(amountDb, currentDb + down) : Math.min(0, currentDb + up);
        factors[i] = currentDb === 0 ? 1 : gainOfDb(currentDb);
      }
      held = holding;
      gainDb = currentDb;
    },
    lower({ left, right }) {
      for (let i = 0; i < audibleSamples; i++) {
        const factor = factors[i] ?? 1;
        left[i] = (left[i] ?? 0) * factor;
        right[i] = (right[i] ?? 0) * factor;
      }
    },
  };
}
