import { type CaptionStyleDefinition, emphasis, faintUnlessSpoken } from './caption-style-definition.ts';

const defaultScale = 1.15;

/** Caption style in which the spoken word is larger. */
export const enlarge: CaptionStyleDefinition = {
  name: 'enlarge',
  unit: 'word',
  state: (moment, look) => ({
    ...emphasis(moment, { activeScale: defaultScale, ...look }),
    opacity: faintUnlessSpoken(moment, look),
  }),
};
