import { type CaptionStyleDefinition, emphasis, faintUnlessSpoken, spoken } from './caption-style-definition.ts';

/** Caption style in which the spoken word has the active colour. */
export const color: CaptionStyleDefinition = {
  name: 'color',
  unit: 'word',
  state: (moment, look) => ({
    ...emphasis(moment, look),
    active: spoken(moment),
    opacity: faintUnlessSpoken(moment, look),
  }),
};
