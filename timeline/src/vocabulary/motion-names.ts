/** Transition types. A transition is stored on the incoming clip. */
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

/** Easing curves. A keyframe's easing applies to the segment that starts at it. */
export const EASING_NAMES = [
  'linear',
  'easeIn',
  'easeOut',
  'easeInOut',
  'easeInSine',
  'easeOutSine',
  'easeInOutSine',
  'easeInQuad',
  'easeOutQuad',
  'easeInOutQuad',
  'easeInCubic',
  'easeOutCubic',
  'easeInOutCubic',
  'easeInQuart',
  'easeOutQuart',
  'easeInOutQuart',
  'easeInQuint',
  'easeOutQuint',
  'easeInOutQuint',
  'easeInExpo',
  'easeOutExpo',
  'easeInOutExpo',
  'easeInCirc',
  'easeOutCirc',
  'easeInOutCirc',
  'easeInBack',
  'easeOutBack',
  'easeInOutBack',
  'easeInElastic',
  'easeOutElastic',
  'easeInOutElastic',
  'easeInBounce',
  'easeOutBounce',
  'easeInOutBounce',
  'hold',
  'spring',
] as const;

/** Name of an easing curve. */
export type EasingName = (typeof EASING_NAMES)[number];

/** Predefined motions that expand to keyframes. */
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

/** Name of a predefined motion. */
export type MotionPreset = (typeof MOTION_PRESETS)[number];

/** Text animations. They apply to characters, words, lines or the whole text. */
export const TEXT_ANIMATIONS = [
  'none',
  'fade',
  'rise',
  'drop',
  'slide',
  'typewriter',
  'pop',
  'bounce',
  'scale',
  'spin',
  'flip',
  'blur',
  'reveal',
  'wave',
  'tracking',
  'shift',
  'scramble',
  'glitch',
  'counter',
  'highlight',
  'karaoke',
  'flicker',
] as const;

/** Name of a text animation. */
export type TextAnimation = (typeof TEXT_ANIMATIONS)[number];

/** Names of the predefined speed ramps. */
export const SPEED_RAMPS = ['montage', 'hero', 'bullet', 'jump-cut', 'flash-in', 'flash-out'] as const;

/** Name of a speed ramp. */
export type SpeedRamp = (typeof SPEED_RAMPS)[number];
