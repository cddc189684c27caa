import type { TextAnimation } from '../../vocabulary/index.ts';
import { flicker, glitch, highlight, karaoke, shift, tracking, wave } from './emphases.ts';
import { blur, bounce, drop, fade, flip, none, pop, reveal, rise, scale, slide, spin } from './entrances.ts';
import type { TextAnimationDefinition } from './text-animation.ts';
import { counter, scramble, typewriter } from './typing.ts';

/** All text animations by name. */
export const TEXT_ANIMATION_DEFINITIONS: Record<TextAnimation, TextAnimationDefinition> = {
  none,
  fade,
  rise,
  drop,
  slide,
  typewriter,
  pop,
  bounce,
  scale,
  spin,
  flip,
  blur,
  reveal,
  wave,
  tracking,
  shift,
  scramble,
  glitch,
  counter,
  highlight,
  karaoke,
  flicker,
};
