import type { Clip } from './clip.ts';

/** Default values of the required clip fields that have a neutral value. */
export const CLIP_DEFAULTS = {
  name: '',
  src: '',
  mediaStart: 0,
  speed: 1,
  reverse: false,
  freezeAt: null,
  loop: false,
  x: 0,
  y: 0,
  scale: 1,
  rotation: 0,
  opacity: 1,
  volume: 1,
  muted: false,
  fadeIn: 0,
  fadeOut: 0,
} as const satisfies Partial<Clip>;
