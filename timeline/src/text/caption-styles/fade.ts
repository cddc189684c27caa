import { type CaptionStyleDefinition, emphasis, faintUnlessSpoken, since } from './caption-style-definition.ts';

const fadeSec = 0.25;

/** Caption style in which each word fades in when it is spoken. */
export const fade: CaptionStyleDefinition = {
  name: 'fade',
  unit: 'word',
  state: (moment, look) => ({
    ...emphasis(moment, look),
    opacity: since(moment, fadeSec) * faintUnlessSpoken(moment, look),
  }),
};
