import { entrance, exit, loop, type Motion, shake, travel } from './movements.ts';

/**
 * All predefined motions, in the order in which clients list them. Longer motions have their code in `movements.ts`.
 */
export const MOTIONS: readonly Motion[] = [
  // Opacity from 0.
  entrance('fade-in', 'easeOut', { opacity: () => 0 }),
  // Opacity to 0.
  exit('fade-out', 'easeIn', { opacity: () => 0 }),
  // Enters from the left, over one width of the canvas.
  entrance('slide-in-left', 'easeOutCubic', { x: (rest, { width }) => rest - width }),
  // Enters from the right, over one width of the canvas.
  entrance('slide-in-right', 'easeOutCubic', { x: (rest, { width }) => rest + width }),
  // Rises from below, over one height of the canvas.
  entrance('slide-in-up', 'easeOutCubic', { y: (rest, { height }) => rest + height }),
  // Descends from above, over one height of the canvas.
  entrance('slide-in-down', 'easeOutCubic', { y: (rest, { height }) => rest - height }),
  // Exits to the left, over one width of the canvas.
  exit('slide-out-left', 'easeInCubic', { x: (rest, { width }) => rest - width }),
  // Exits to the right, over one width of the canvas.
  exit('slide-out-right', 'easeInCubic', { x: (rest, { width }) => rest + width }),
  // Grows from nothing and fades in.
  entrance('zoom-in', 'easeOutCubic', { scale: () => 0, opacity: () => 0 }),
  // Shrinks to nothing and fades out.
  exit('zoom-out', 'easeInCubic', { scale: () => 0, opacity: () => 0 }),
  // Grows from nothing to a tenth too large, then to its size: easeOutBack overshoots by exactly that.
  entrance('pop-in', 'easeOutBack', { scale: () => 0 }),
  // The reverse of pop-in.
  exit('pop-out', 'easeInBack', { scale: () => 0 }),
  // Falls from above and bounces.
  entrance('drop-in', 'easeOutBounce', { y: (rest, { height }) => rest - height }),
  // One turn clockwise while it grows from nothing.
  entrance('spin-in', 'easeOutCubic', { rotation: (rest) => rest - 360, scale: () => 0 }),
  // From a blur of 24 pixels, fading in.
  entrance('blur-in', 'easeOut', { blur: (rest) => rest + 24, opacity: () => 0 }),
  // A slow zoom in, by a tenth.
  travel('ken-burns-in', {
    scale: (rest, { intensity }) => [rest, rest * (1 + 0.1 * intensity)],
  }),
  // A slow zoom out, by a tenth.
  travel('ken-burns-out', {
    scale: (rest, { intensity }) => [rest * (1 + 0.1 * intensity), rest],
  }),
  // A slow move to the left by a tenth of the width. The image is enlarged by as much, so that no edge shows.
  travel('pan-left', {
    scale: (rest, { intensity }) => [rest * (1 + 0.1 * intensity), rest * (1 + 0.1 * intensity)],
    x: (rest, { width, intensity }) => [rest + 0.05 * width * intensity, rest - 0.05 * width * intensity],
  }),
  // A slow move to the right by a tenth of the width. The image is enlarged by as much, so that no edge shows.
  travel('pan-right', {
    scale: (rest, { intensity }) => [rest * (1 + 0.1 * intensity), rest * (1 + 0.1 * intensity)],
    x: (rest, { width, intensity }) => [rest - 0.05 * width * intensity, rest + 0.05 * width * intensity],
  }),
  // Grows by 6 % and back, once a second.
  loop(
    'pulse',
    1,
    'scale',
    [
      { at: 0, add: 0, easing: 'easeInOutSine' },
      { at: 0.5, add: 0.06, easing: 'easeInOutSine' },
    ],
    true,
  ),
  shake,
  // Jumps 24 pixels up and falls back, once a second.
  loop('bounce', 1, 'y', [
    { at: 0, add: 0, easing: 'easeOutQuad' },
    { at: 0.5, add: -24, easing: 'easeInQuad' },
  ]),
  // Turns 4 degrees to each side, twice a second.
  loop('wiggle', 0.5, 'rotation', [
    { at: 0, add: 0, easing: 'easeOutSine' },
    { at: 0.25, add: 4, easing: 'easeInOutSine' },
    { at: 0.75, add: -4, easing: 'easeInSine' },
  ]),
  // Moves 10 pixels up and down along a sine, every 3 seconds.
  loop('float', 3, 'y', [
    { at: 0, add: 0, easing: 'easeOutSine' },
    { at: 0.25, add: -10, easing: 'easeInOutSine' },
    { at: 0.75, add: 10, easing: 'easeInSine' },
  ]),
];
