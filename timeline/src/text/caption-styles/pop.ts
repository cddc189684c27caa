import { ease } from '../../easing/ease.ts';
import { type CaptionStyleDefinition, emphasis, faintUnlessSpoken, since } from './caption-style-definition.ts';

const popSec = 0.25;

/** Caption style in which each word pops up when it is spoken. */
export const pop: CaptionStyleDefinition = {
  name: 'pop',
  unit: 'word',
  state: (moment, look) => {
    const { scaleX = 1, ...rest } = emphasis(moment, look);
    const grown = ease('easeOutBack', since(moment, popSec)) * scaleX;
    const opacity = faintUnlessSpoken(moment, look) * Math.min(1, since(moment, popSec) * 4);
    return { ...rest, scaleX: grown, scaleY: grown, opacity };
  },
};
