/** Ready-made motions that expand to keyframes. */
export const MOTION_PRESETS = [
  'fade-in',
  'fade-out',
  'slide-in-left',
  'slide-in-right',
  'slide-in-up',
  'slide-in-down',
  'slide-out-left',
  'slide-out-right',
  'zoom-in',
  'zoom-out',
  'pop-in',
  'pop-out',
  'drop-in',
  'spin-in',
  'blur-in',
  'ken-burns-in',
  'ken-burns-out',
  'pan-left',
  'pan-right',
  'pulse',
  'shake',
  'bounce',
  'wiggle',
  'float',
] as const;

/** Name of a ready-made motion. */
export type MotionPreset = (typeof MOTION_PRESETS)[number];
