import { type CaptionStyleDefinition, emphasis, faintUnlessSpoken, spoken } from './caption-style-definition.ts';

/** Caption style with a box behind the spoken word. */
export const highlight: CaptionStyleDefinition = {
  name: 'highlight',
  unit: 'word',
  state: (moment, look) => ({
    ...emphasis(moment, look),
    box: spoken(moment),
    opacity: faintUnlessSpoken(moment, look),
  }),
};
