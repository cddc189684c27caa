import { frameOfLowerThird, type LowerThird, plate, words } from './lower-third.ts';

/** All lower thirds, in the order of the list of names. */
export const LOWER_THIRDS: readonly LowerThird[] = [
  // A coloured bar from the edge of the canvas.
  {
    preset: 'bar',
    parts: (input) => {
      const frame = frameOfLowerThird(input);
      const edge = -input.width / 2;
      return [
        plate(edge, frame.right - edge + 40 * frame.unit, frame.middleY, frame.blockHeight, '#1b6ef3'),
        ...words(input, frame, frame.left),
      ];
    },
  },
  // A dark, rounded box that is slightly transparent.
  {
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
  },
  // Words beside an upright line.
  {
    preset: 'line',
    parts: (input) => {
      const frame = frameOfLowerThird(input);
      const shadow = { y: 2 * frame.unit, blur: 10 * frame.unit, color: '#000000', opacity: 0.6 };
      return [
        plate(frame.left, 8 * frame.unit, frame.middleY, frame.blockHeight, '#ffd166'),
        ...words(input, frame, frame.left + 32 * frame.unit, { shadow }),
      ];
    },
  },
  // Only the words, with a soft shadow.
  {
    preset: 'minimal',
    parts: (input) => {
      const frame = frameOfLowerThird(input);
      const shadow = { y: 2 * frame.unit, blur: 14 * frame.unit, color: '#000000', opacity: 0.7 };
      return words(input, frame, frame.left, { shadow });
    },
  },
];
