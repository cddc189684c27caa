import { SAMPLE_RATE } from '../audio-format.ts';
import { createDelayLine } from '../dsp/delay-line.ts';
import type { ProcessorDefinition } from './processor.ts';

/** Delays of the voices, in milliseconds. */
const VOICES_MS = [11, 16, 23];
/**
 * Modulation of the delays at `depth` 1 and 1 Hz, to either side, in milliseconds. Faster modulation has less range, so
 * that the detuning stays the same.
 */
const SWING_MS = 4;

/**
 * Chorus: three delayed voices a channel with modulated delays. The right channel is a quarter of a cycle behind the
 * left, which widens the sound.
 */
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
    // The voices are uncorrelated, so their powers add up.
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
