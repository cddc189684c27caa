import { type CaptionStyleDefinition, emphasis } from './caption-style-definition.ts';

/** Caption style in which words appear letter by letter while they are spoken. */
export const typewriter: CaptionStyleDefinition = {
  name: 'typewriter',
  unit: 'character',
  state: (moment, look) => ({
    ...emphasis(moment, look),
    scaleX: 1,
    scaleY: 1,
    opacity: moment.timeSec >= moment.start ? 1 : 0,
  }),
};
