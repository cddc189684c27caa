import { away, type TextAnimationDefinition } from './text-animation.ts';

/** Text animation in which a wave moves through the letters. As a loop, the wave never ends; otherwise it fades out. */
export const wave: TextAnimationDefinition = {
  name: 'wave',
  unit: 'character',
  duration: 0.9,
  stagger: 0.06,
  direction: 'left',
  easing: 'linear',
  state: ({ phase, progress, linear, cycle }) => {
    if (phase === 'loop') return { y: -0.2 * Math.sin(2 * Math.PI * cycle) };
    return {
      opacity: Math.min(1, linear * 4),
      y: 0.6 * (1 - progress) * Math.cos(3 * Math.PI * progress),
    };
  },
};

/** Text animation in which wide letter spacing shrinks to its normal width. */
export const tracking: TextAnimationDefinition = {
  name: 'tracking',
  unit: 'line',
  duration: 0.9,
  stagger: 0.1,
  direction: 'left',
  easing: 'easeOutCubic',
  spreads: true,
  state: ({ phase, progress }) => {
    if (phase === 'loop') return { letterSpacing: 0.12 * (1 - progress) };
    return { opacity: Math.min(1, Math.max(0, progress * 1.5)), letterSpacing: 0.6 * (1 - progress) };
  },
};

/** Text animation in which neighbouring letters (or words or lines) move in from opposite sides. */
export const shift: TextAnimationDefinition = {
  name: 'shift',
  unit: 'character',
  duration: 0.5,
  stagger: 0.03,
  direction: 'up',
  easing: 'easeOutCubic',
  state: ({ phase, progress, linear, direction, index }) => {
    const side = index % 2 === 0 ? 1 : -1;
    if (phase === 'loop') return away(direction, side * 0.15 * (1 - progress));
    return { opacity: Math.min(1, linear * 2), ...away(direction, side * 1.1 * (1 - progress)) };
  },
};

const glitchesPerSec = 14;
const glitchColors = ['#00e5ff', '#ff2bd6', '#f5ff3b'];

/**
 * Text animation in which the text jerks sideways, slants and changes colour, less and less often. As a loop, this
 * happens now and then.
 */
export const glitch: TextAnimationDefinition = {
  name: 'glitch',
  unit: 'word',
  duration: 0.7,
  stagger: 0.03,
  direction: 'left',
  easing: 'linear',
  state: ({ phase, linear, timeSec, random }) => {
    if (phase !== 'loop' && linear <= 0) return { opacity: 0 };
    const tick = Math.floor(timeSec * glitchesPerSec) * 8;
    const strength = phase === 'loop' ? 0.22 : 1 - linear;
    if (phase !== 'loop' && linear >= 1) return {};
    if (random(tick) > strength * 1.3) return {};
    const color = glitchColors[Math.floor(random(tick + 1) * 5)];
    return {
      opacity: random(tick + 2) < 0.2 ? 0.25 : 1,
      x: (random(tick + 3) - 0.5) * 0.5,
      y: (random(tick + 4) - 0.5) * 0.12,
      skewX: (random(tick + 5) - 0.5) * 40,
      ...(color && { color }),
    };
  },
};

const highlightEdge = 0.15;

/**
 * Text animation in which a box behind the text moves from word to word (or from letter to letter, or line to line).
 */
export const highlight: TextAnimationDefinition = {
  name: 'highlight',
  unit: 'word',
  duration: 0.45,
  stagger: 0.4,
  direction: 'left',
  easing: 'linear',
  takesTurns: true,
  state: ({ linear }) => {
    const strength = Math.min(1, Math.max(0, Math.min(linear, 1 - linear) / highlightEdge));
    return { box: strength, active: strength };
  },
};

/** Text animation in which the active colour gradually fills the text in reading direction, and stays. */
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

const flickersPerSec = 16;

/** Text animation that flickers like a starting fluorescent tube. As a loop, the text goes dark for short times. */
export const flicker: TextAnimationDefinition = {
  name: 'flicker',
  unit: 'all',
  duration: 0.9,
  stagger: 0.05,
  direction: 'left',
  easing: 'linear',
  state: ({ phase, linear, timeSec, random }) => {
    if (phase !== 'loop' && linear <= 0) return { opacity: 0 };
    if (phase !== 'loop' && linear >= 1) return {};
    const chance = random(Math.floor(timeSec * flickersPerSec));
    const lit = phase === 'loop' ? chance < 0.88 : chance < 0.25 + 0.75 * linear;
    return { opacity: lit ? 1 : 0.12 };
  },
};
