/** Transitions, stored on the incoming clip. */
export const TRANSITION_TYPES = [
  'fade',
  'dissolve',
  'wipe',
  'slide',
  'push',
  'zoom',
  'spin',
  'blur',
  'flash',
  'glitch',
  'circle',
  'iris',
  'whip-pan',
  'radial',
  'blinds',
  'pixelate-out',
  'zoom-blur',
] as const;

/** Name of a transition. */
export type TransitionType = (typeof TRANSITION_TYPES)[number];
