import { SAMPLE_RATE } from '../audio-format.ts';

/**
 * High-shelf filter whose gain may change at each sample. It takes the sample and the square root of the treble gain.
 * Gain 1 changes nothing, to the bit.
 */
export type MovingShelf = (value: number, rootOfGain: number) => number;

/**
 * Creates a shelf; `hertz` is the middle of its slope. It is a state variable filter in trapezoidal integration
 * (Simper, "Linear Trapezoidal State Variable Filter", 2013), which is stable while its parameters change.
 */
export function createShelf(hertz: number): MovingShelf {
  const warped = Math.tan((Math.PI * hertz) / SAMPLE_RATE);
  const damping = Math.SQRT2;
  const state = new Float64Array(2);
  return (value, root) => {
    const s1 = state[0] ?? 0;
    const s2 = state[1] ?? 0;
    const g = warped * Math.sqrt(root);
    const scale = 1 / (1 + g * (g + damping));
    const v3 = value - s2;
    const band = scale * (s1 + g * v3);
    const low = s2 + g * band;
    state[0] = settled(2 * band - s1);
    state[1] = settled(2 * low - s2);
    return root * root * value + damping * (1 - root) * root * band + (1 - root * root) * low;
  };
}

/** Replaces tiny values by zero: denormal numbers are a hundred times slower. */
function settled(state: number): number {
  return state < 1e-30 && state > -1e-30 ? 0 : state;
}
