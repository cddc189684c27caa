import { SAMPLE_RATE } from '../audio-format.ts';

/** A high shelf whose gain may change at each sample: give the sample and the square root of the gain of the treble. Gain 1 changes nothing, to the bit. */
export type MovingShelf = (value: number, rootOfGain: number) => number;

/** Middle of the slope in hertz. A state variable filter in trapezoidal integration (Simper, "Linear Trapezoidal State Variable Filter", 2013), which stays calm when it is moved. */
export function createShelf(hertz: number): MovingShelf {
  const warped = Math.tan((Math.PI * hertz) / SAMPLE_RATE);
  const damping = Math.SQRT2;
  let s1 = 0;
  let s2 = 0;
  return (value, root) => {
    const g = warped * Math.sqrt(root);
    const scale = 1 / (1 + g * (g + damping));
    const v3 = value - s2;
    const band = scale * (s1 + g * v3);
    const low = s2 + g * band;
    s1 = 2 * band - s1;
    s2 = 2 * low - s2;
    if (s1 < 1e-30 && s1 > -1e-30) s1 = 0;
    if (s2 < 1e-30 && s2 > -1e-30) s2 = 0;
    return root * root * value + damping * (1 - root) * root * band + (1 - root * root) * low;
  };
}
