import type { TextAnimationDefinition } from './text-animation.ts';

/** Text animation in which the active colour fills the text in reading direction and stays. */
export const karaoke: TextAnimationDefinition = {
  name: 'karaoke',
  unit: 'word',
  duration: 0.4,
  stagger: 0.4,
  direction: 'left',
  easing: 'linear',
  holds: true,
  takesTurns: true,
  state: ({ phase, progress, linear }) => ({ fill: { in: progress, out: 1 - progress, loop: linear }[phase] }),
};
