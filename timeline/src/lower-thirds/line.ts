import { frameOfLowerThird, type LowerThird, plate, words } from './lower-third.ts';

/** Words beside an upright line. */
export const line: LowerThird = {
  preset: 'line',
  parts: (input) => {
    const frame = frameOfLowerThird(input);
    const shadow = { y: 2 * frame.unit, blur: 10 * frame.unit, color: '#000000', opacity: 0.6 };
    return [
      plate(frame.left, 8 * frame.unit, frame.middleY, frame.blockHeight, '#ffd166'),
      ...words(input, frame, frame.left + 32 * frame.unit, { shadow }),
    ];
  },
};
