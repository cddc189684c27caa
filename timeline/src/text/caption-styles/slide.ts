import { ease } from '../../easing/ease.ts';
import { type CaptionStyleDefinition, emphasis, faintUnlessSpoken, since } from './caption-style-definition.ts';

const slideSec = 0.25;

/** Caption style in which each word slides up into place when it is spoken. */
export const slide: CaptionStyleDefinition = {
  name: 'slide',
  unit: 'word',
  state: (moment, look) => ({
    ...emphasis(moment, look),
    y: 0.6 * (1 - ease('easeOutCubic', since(moment, slideSec))),
    opacity: Math.min(1, since(moment, slideSec) * 2) * faintUnlessSpoken(moment, look),
  }),
};
