import { frameOfLowerThird, type LowerThird, words } from './lower-third.ts';

/** Only the words, with a soft shadow. */
export const minimal: LowerThird = {
  preset: 'minimal',
  parts: (input) => {
    const frame = frameOfLowerThird(input);
    const shadow = { y: 2 * frame.unit, blur: 14 * frame.unit, color: '#000000', opacity: 0.7 };
    return words(input, frame, frame.left, { shadow });
  },
};
