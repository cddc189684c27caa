import { frameOfLowerThird, type LowerThird, plate, words } from './lower-third.ts';

/** A coloured bar from the edge of the canvas. */
export const bar: LowerThird = {
  preset: 'bar',
  parts: (input) => {
    const frame = frameOfLowerThird(input);
    const edge = -input.width / 2;
    return [
      plate(edge, frame.right - edge + 40 * frame.unit, frame.middleY, frame.blockHeight, '#1b6ef3'),
      ...words(input, frame, frame.left),
    ];
  },
};
