import { SAMPLE_RATE } from '../audio-format.ts';
import { createDelayLine } from '../dsp/delay-line.ts';
import type { ProcessorDefinition } from './processor.ts';

/** Where the voices lie behind the sound. Milliseconds. */
const VOICES_MS = [11, 16, 23];
/** How far `depth` 1 moves them to either side at 1 Hz; faster wavering moves them less, so that the detuning stays the same. Milliseconds. */
const SWING_MS = 4;

/** Three delayed voices a side whose delays swing; the right side swings a quarter behind the left, which makes it wide. */
export const chorus: ProcessorDefinition = {
  type: 'chorus',
  create(param) {
    const rate = param('rateHz');
    const mix = param('mix');
    const swing = ((param('depth') * SWING_MS) / Math.max(1, rate)) * (SAMPLE_RATE / 1_000);
    const longest = ((VOICES_MS.at(-1) ?? 0) + SWING_MS) * (SAMPLE_RATE / 1_000);
    const lines = [createDelayLine(longest), createDelayLine(longest)] as const;
    const voices = VOICES_MS.map((ms, voice) => ({
      delay: (ms * SAMPLE_RATE) / 1_000,
      phase: voice / VOICES_MS.length,
    }));
    // Voices are unrelated, so their powers add.
    const level = 1 / Math.sqrt(voices.length);
    let at = 0;

    function voicesOf(line: ReturnType<typeof createDelayLine>, turns: number): number {
      let sum = 0;
      for (const { delay, phase } of voices)
        sum += line.readBetween(delay + swing * Math.sin(2 * Math.PI * (turns + phase)));
      return sum * level;
    }

    return {
      latency: 0,
      process({ left, right }, count) {
        for (let i = 0; i < count; i++, at++) {
          const turns = (rate * at) / SAMPLE_RATE;
          const l = left[i] ?? 0;
          const r = right[i] ?? 0;
          lines[0].write(l);
          lines[1].write(r);
          left[i] = l + mix * (voicesOf(lines[0], turns) - l);
          right[i] = r + mix * (voicesOf(lines[1], turns + 0.25) - r);
        }
      },
    };
  },
};
