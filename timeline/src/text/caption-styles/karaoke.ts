import { type CaptionStyleDefinition, emphasis, since } from './caption-style-definition.ts';

/** Caption style in which the active colour fills each word while it is spoken, and stays. */
export const karaoke: CaptionStyleDefinition = {
  name: 'karaoke',
  unit: 'word',
  state: (moment, look) => ({
    ...emphasis(moment, look),
    active: 0,
    fill: since(moment, Math.max(1e-3, moment.end - moment.start)),
    opacity: moment.timeSec >= moment.start ? 1 : (look.inactiveOpacity ?? 1),
  }),
};
