import type { TextAnimation } from '../../vocabulary/index.ts';
import { blur } from './blur.ts';
import { bounce } from './bounce.ts';
import { counter } from './counter.ts';
import { drop } from './drop.ts';
import { fade } from './fade.ts';
import { flicker } from './flicker.ts';
import { flip } from './flip.ts';
import { glitch } from './glitch.ts';
import { highlight } from './highlight.ts';
import { karaoke } from './karaoke.ts';
import { none } from './none.ts';
import { pop } from './pop.ts';
import { reveal } from './reveal.ts';
import { rise } from './rise.ts';
import { scale } from './scale.ts';
import { scramble } from './scramble.ts';
import { shift } from './shift.ts';
import { slide } from './slide.ts';
import { spin } from './spin.ts';
import type { TextAnimationDefinition } from './text-animation.ts';
import { tracking } from './tracking.ts';
import { typewriter } from './typewriter.ts';
import { wave } from './wave.ts';

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
