import type { StereoBlock } from '../audio-format.ts';
import { createOnsetMap, ONSET_LOOK_AHEAD } from '../dsp/onset-map.ts';
import { createSincReader, sincReach } from '../dsp/sinc.ts';
import { createWsola, WSOLA_STEP } from '../dsp/wsola.ts';
import type { ProcessorDefinition } from './processor.ts';

/**
 * Number of buffered samples of the source and of the stretched audio. It is more than the maximum latency, which
 * occurs at 24 semitones down.
 */
const MEMORY = 32_768;

/**
 * Pitch shifter. It stretches the audio by the pitch ratio with WSOLA (overlap-add of similar excerpts) and plays the
 * result faster by that ratio. Each onset (start of a note or consonant) is kept in one piece. Formants move with the
 * pitch. The latency is 110-510 ms.
 */
export const pitchshift: ProcessorDefinition = {
  type: 'pitchshift',
  create(param) {
    const ratio = 2 ** (param('semitones') / 12);
    if (ratio === 1) return { latency: 0, process: () => {} };
    const cutoff = Math.min(1, 1 / ratio);
    const reach = sincReach(cutoff);
    const aheadOfStep = Math.ceil(ONSET_LOOK_AHEAD * Math.max(1, 1 / ratio));
    const latency = aheadOfStep + Math.ceil((WSOLA_STEP + reach + 1) / ratio) + 2;
    const interpolate = createSincReader();
    const history = ringOf(MEMORY);
    const stretched = ringOf(MEMORY);
    const step = { left: new Float32Array(WSOLA_STEP), right: new Float32Array(WSOLA_STEP) };
    let written = 0;
    let made = 0;
    const tempo = {
      placeOf: (at: number) => at / ratio,
      timeOf: (place: number) => place * ratio,
      end: Number.POSITIVE_INFINITY,
    };
    let stretch: ((into: StereoBlock) => void) | null = null;

    function read(into: StereoBlock, from: number, count: number): void {
      for (let i = 0; i < count; i++) {
        const at = (from + i) & (MEMORY - 1);
        into.left[i] = from + i < 0 ? 0 : (history.left[at] ?? 0);
        into.right[i] = from + i < 0 ? 0 : (history.right[at] ?? 0);
      }
    }

    function makeStep(): void {
      stretch ??= createWsola({ read, ...createOnsetMap(tempo, read, -ONSET_LOOK_AHEAD) });
      stretch(step);
      for (let i = 0; i < WSOLA_STEP; i++, made++) {
        stretched.left[made & (MEMORY - 1)] = step.left[i] ?? 0;
        stretched.right[made & (MEMORY - 1)] = step.right[i] ?? 0;
      }
    }

    return {
      latency,
      process(block, count) {
        const { left, right } = block;
        for (let i = 0; i < count; i++, written++) {
          history.left[written & (MEMORY - 1)] = left[i] ?? 0;
          history.right[written & (MEMORY - 1)] = right[i] ?? 0;
          const place = (written - latency) * ratio;
          left[i] = 0;
          right[i] = 0;
          if (place < 0) continue;
          while (made <= place + reach) makeStep();
          interpolate(stretched, place, cutoff, block, i);
        }
      },
    };
  },
};

function ringOf(samples: number): StereoBlock {
  return { left: new Float32Array(samples), right: new Float32Array(samples) };
}
