import { blurIn } from './blur-in.ts';
import { bounce } from './bounce.ts';
import { dropIn } from './drop-in.ts';
import { fadeIn } from './fade-in.ts';
import { fadeOut } from './fade-out.ts';
import { float } from './float.ts';
import { kenBurnsIn } from './ken-burns-in.ts';
import { kenBurnsOut } from './ken-burns-out.ts';
import type { Motion } from './motion.ts';
import { panLeft } from './pan-left.ts';
import { panRight } from './pan-right.ts';
import { popIn } from './pop-in.ts';
import { popOut } from './pop-out.ts';
import { pulse } from './pulse.ts';
import { shake } from './shake.ts';
import { slideInDown } from './slide-in-down.ts';
import { slideInLeft } from './slide-in-left.ts';
import { slideInRight } from './slide-in-right.ts';
import { slideInUp } from './slide-in-up.ts';
import { slideOutLeft } from './slide-out-left.ts';
import { slideOutRight } from './slide-out-right.ts';
import { spinIn } from './spin-in.ts';
import { wiggle } from './wiggle.ts';
import { zoomIn } from './zoom-in.ts';
import { zoomOut } from './zoom-out.ts';

/** Every ready-made motion, in the order of the list of names. One file and one line a motion. */
export const MOTIONS: readonly Motion[] = [
  fadeIn,
  fadeOut,
  slideInLeft,
  slideInRight,
  slideInUp,
  slideInDown,
  slideOutLeft,
  slideOutRight,
  zoomIn,
  zoomOut,
  popIn,
  popOut,
  dropIn,
  spinIn,
  blurIn,
  kenBurnsIn,
  kenBurnsOut,
  panLeft,
  panRight,
  pulse,
  shake,
  bounce,
  wiggle,
  float,
];
