import type { TextAnimationDefinition } from './text-animation.ts';

/** Text animation that rotates and grows into place. As a loop, the text rotates continuously. */
export const spin: TextAnimationDefinition = {
  name: 'spin',
  unit: 'character',
  duration: 0.6,
  stagger: 0.04,
  direction: 'left',
  easing: 'easeOutCubic',
  state: ({ phase, progress, cycle, direction }) => {
    const sense = direction === 'right' || direction === 'down' ? -1 : 1;
    if (phase === 'loop') return { rotation: sense * 360 * cycle };
    return {
      opacity: Math.min(1, Math.max(0, progress * 2)),
      rotation: sense * -270 * (1 - progress),
      scaleX: progress,
      scaleY: progress,
    };
  },
};
