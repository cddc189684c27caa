import type { TransitionGraph } from './define-transition.ts';
import { push, slide, spin, whipPan, zoom } from './moves.ts';
import { blinds, circle, iris, radial, wipe } from './reveals.ts';
import { blur, fade, flash, glitch, pixelateOut, zoomBlur } from './swaps.ts';

/** All transitions that are effect graphs. `dissolve` is not among them, because it mixes planar frames directly. */
export const transitions: readonly TransitionGraph[] = [
  fade,
  wipe,
  slide,
  push,
  zoom,
  spin,
  blur,
  flash,
  glitch,
  circle,
  iris,
  whipPan,
  radial,
  blinds,
  pixelateOut,
  zoomBlur,
];
