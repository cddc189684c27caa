import { frameOfLowerThird, type LowerThird, plate, words } from './lower-third.ts';

/** A dark, rounded box that lets the picture through a little. */
export const box: LowerThird = {
  preset: 'box',
  parts: (input) => {
    const frame = frameOfLowerThird(input);
    const width = frame.right - frame.left;
    const radius = Math.round(18 * frame.unit);
    return [
      plate(frame.left, width, frame.middleY, frame.blockHeight, 'rgba(10, 14, 24, 0.72)', radius),
      ...words(input, { ...frame, right: frame.right - 32 * frame.unit }, frame.left + 32 * frame.unit),
    ];
  },
};
