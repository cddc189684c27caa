import { type CaptionStyleDefinition, emphasis, faintUnlessSpoken, since } from './caption-style-definition.ts';

const jumpSec = 0.35;
// Height of the jump as a multiple of the font size.
const height = 0.3;

/** Caption style in which the spoken word jumps. */
export const bounce: CaptionStyleDefinition = {
  name: 'bounce',
  unit: 'word',
  state: (moment, look) => {
    const flown = since(moment, Math.min(jumpSec, Math.max(1e-3, moment.end - moment.start)));
    return {
      ...emphasis(moment, look),
      y: -height * 4 * flown * (1 - flown),
      opacity: faintUnlessSpoken(moment, look),
    };
  },
};
