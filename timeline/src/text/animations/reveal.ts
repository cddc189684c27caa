import { away, type TextAnimationDefinition } from './text-animation.ts';

/** Text animation that moves in from behind the edge of its own place in the line. */
export const reveal: TextAnimationDefinition = {
  name: 'reveal',
  unit: 'line',
  duration: 0.6,
  stagger: 0.12,
  direction: 'down',
  easing: 'easeOutCubic',
  state: ({ progress, direction, text }) => {
    const sideways = direction === 'left' || direction === 'right';
    // Sideways, a unit must move by its own width. No letter is much wider than its height.
    const distance = sideways ? 1.1 * Math.max(1, text.length) : 1.3;
    const visible = progress > 0 ? 1 : 0;
    return { opacity: visible, inPlace: progress !== 1, ...away(direction, (1 - progress) * distance) };
  },
};
