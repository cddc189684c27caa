import { ease } from '../../easing/ease.ts';
import { away, type TextAnimationDefinition } from './text-animation.ts';

/** Text animation in which nothing moves or changes. */
export const none: TextAnimationDefinition = {
  name: 'none',
  unit: 'all',
  duration: 0,
  stagger: 0,
  direction: 'left',
  easing: 'linear',
  state: () => ({}),
};

/** Text animation that fades in. */
export const fade: TextAnimationDefinition = {
  name: 'fade',
  unit: 'all',
  duration: 0.5,
  stagger: 0.05,
  direction: 'left',
  easing: 'linear',
  state: ({ progress }) => ({ opacity: progress }),
};

/** Text animation that fades in while it rises from slightly below. */
export const rise: TextAnimationDefinition = {
  name: 'rise',
  unit: 'word',
  duration: 0.5,
  stagger: 0.08,
  direction: 'down',
  easing: 'easeOutCubic',
  state: ({ progress }) => ({ opacity: progress, y: (1 - progress) * 0.7 }),
};

/** Text animation that falls from above and quickly becomes opaque. */
export const drop: TextAnimationDefinition = {
  name: 'drop',
  unit: 'word',
  duration: 0.5,
  stagger: 0.08,
  direction: 'up',
  easing: 'easeOutCubic',
  state: ({ progress, linear }) => ({ opacity: Math.min(1, linear * 3), y: (progress - 1) * 1.2 }),
};

/** Text animation in which the text slides in from a side, over a distance of 1.8 times the font size. */
export const slide: TextAnimationDefinition = {
  name: 'slide',
  unit: 'word',
  duration: 0.5,
  stagger: 0.06,
  direction: 'left',
  easing: 'easeOutCubic',
  state: ({ progress, linear, direction }) => ({
    opacity: Math.min(1, linear * 2),
    ...away(direction, (1 - progress) * 1.8),
  }),
};

const popLargest = 1.15;
const popTurn = 0.6;

/** Text animation in which the text grows from size zero to 1.15 times its size, and then shrinks to its size. */
export const pop: TextAnimationDefinition = {
  name: 'pop',
  unit: 'word',
  duration: 0.45,
  stagger: 0.08,
  direction: 'up',
  easing: 'linear',
  state: ({ progress }) => {
    const size =
      progress < popTurn
        ? popLargest * ease('easeOutCubic', progress / popTurn)
        : popLargest + (1 - popLargest) * ease('easeInOutSine', (progress - popTurn) / (1 - popTurn));
    return { opacity: Math.min(1, progress * 5), scaleX: size, scaleY: size };
  },
};

/** Text animation that falls and bounces. As a loop, the text jumps. */
export const bounce: TextAnimationDefinition = {
  name: 'bounce',
  unit: 'character',
  duration: 0.8,
  stagger: 0.05,
  direction: 'up',
  easing: 'linear',
  state: ({ phase, progress, linear }) => {
    if (phase === 'loop') return { y: -0.35 * (1 - progress) };
    return { opacity: Math.min(1, linear * 6), y: -1.2 * (1 - ease('easeOutBounce', progress)) };
  },
};

/** Text animation in which the text grows from size zero. As a loop, the text shrinks and grows repeatedly. */
export const scale: TextAnimationDefinition = {
  name: 'scale',
  unit: 'word',
  duration: 0.5,
  stagger: 0.06,
  direction: 'up',
  easing: 'easeOutCubic',
  state: ({ phase, progress }) => {
    if (phase === 'loop') return { scaleX: 0.85 + 0.15 * progress, scaleY: 0.85 + 0.15 * progress };
    return { opacity: Math.min(1, Math.max(0, progress * 2)), scaleX: progress, scaleY: progress };
  },
};

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

/** Text animation that rotates around the horizontal axis, without perspective. */
export const flip: TextAnimationDefinition = {
  name: 'flip',
  unit: 'character',
  duration: 0.5,
  stagger: 0.05,
  direction: 'up',
  easing: 'easeOutBack',
  state: ({ phase, progress, linear, cycle }) => {
    if (phase === 'loop') return { scaleY: Math.cos(2 * Math.PI * cycle) };
    const height = Math.cos((Math.PI / 2) * (1 - progress));
    return { opacity: linear > 0 ? 1 : 0, scaleY: height };
  },
};

/** Text animation that fades in from a blur. As a loop, the text blurs and sharpens repeatedly. */
export const blur: TextAnimationDefinition = {
  name: 'blur',
  unit: 'all',
  duration: 0.6,
  stagger: 0.05,
  direction: 'left',
  easing: 'easeOut',
  state: ({ phase, progress }) => {
    if (phase === 'loop') return { blur: 0.12 * (1 - progress) };
    return { opacity: progress, blur: 0.3 * Math.max(0, 1 - progress) };
  },
};

/**
 * Text animation in which each line (or word or letter) slides into its position from outside its own box, and is
 * visible only inside that box.
 */
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
