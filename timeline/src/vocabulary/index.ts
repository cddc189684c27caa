import { EASING_NAMES, MOTION_PRESETS, SPEED_RAMPS, TEXT_ANIMATIONS, TRANSITION_TYPES } from './motion-names.ts';

export {
  EASING_NAMES,
  type EasingName,
  MOTION_PRESETS,
  type MotionPreset,
  SPEED_RAMPS,
  type SpeedRamp,
  TEXT_ANIMATIONS,
  type TextAnimation,
  TRANSITION_TYPES,
  type TransitionType,
} from './motion-names.ts';

/** Types of clip that commands create. */
export const CLIP_TYPES = ['video', 'audio', 'text', 'image', 'shape', 'sticker'] as const;

/** Type of a clip that commands create. */
export type ClipType = (typeof CLIP_TYPES)[number];

/** Aspect ratios of a project. */
export const ASPECT_RATIOS = ['16:9', '9:16', '1:1', '4:5', '4:3', '21:9'] as const;

/** Name of an aspect ratio, such as `16:9`. */
export type AspectRatio = (typeof ASPECT_RATIOS)[number];

/** Shape kinds. */
export const SHAPE_KINDS = [
  'rectangle',
  'circle',
  'triangle',
  'arrow',
  'line',
  'star',
  'rounded-rectangle',
  'ellipse',
  'square',
  'diamond',
  'pentagon',
  'hexagon',
  'octagon',
  'polygon',
  'parallelogram',
  'trapezoid',
  'cross',
  'heart',
  'ring',
  'pie',
  'arc',
  'chevron',
  'double-arrow',
  'speech-bubble',
  'burst',
  'path',
] as const;

/** Name of a drawn shape. */
export type ShapeKind = (typeof SHAPE_KINDS)[number];

/** Clip properties that can have keyframes. */
export const KEYFRAMABLE_PROPS = [
  'opacity',
  'scale',
  'x',
  'y',
  'rotation',
  'volume',
  'cropL',
  'cropR',
  'cropT',
  'cropB',
  'scaleX',
  'scaleY',
  'skewX',
  'skewY',
  'blur',
  'exposure',
  'contrast',
  'saturation',
  'hue',
  'temperature',
  'tint',
  'maskX',
  'maskY',
  'maskScale',
  'maskFeather',
  'pan',
  'speed',
] as const;

/** A clip property that can have keyframes. */
export type KeyframableProp = (typeof KEYFRAMABLE_PROPS)[number];

/** Names of the filters. A filter sets the colour grade of a clip, and some filters also add effects. */
export const FILTER_PRESETS = [
  'none',
  'boost',
  'contrast',
  'muted',
  'darken',
  'lighten',
  'grayscale',
  'negative',
  'sepia',
  'warm',
  'cool',
  'vivid',
  'faded',
  'vintage',
  'noir',
  'mono',
  'cinematic',
  'teal-orange',
  'bleach-bypass',
  'golden-hour',
  'day-for-night',
  'pastel',
  'film-print',
  'cross-process',
] as const;

/** Name of a filter. */
export type FilterPreset = (typeof FILTER_PRESETS)[number];

/** Effect types. The effects of a clip are applied in the order in which the clip lists them. */
export const EFFECT_TYPES = [
  'blur',
  'motion-blur',
  'zoom-blur',
  'sharpen',
  'glow',
  'drop-shadow',
  'outline',
  'vignette',
  'grain',
  'pixelate',
  'halftone',
  'posterize',
  'duotone',
  'invert',
  'rgb-split',
  'glitch',
  'scanlines',
  'vhs',
  'wave',
  'lens-distortion',
  'mirror',
  'kaleidoscope',
  'chroma-key',
  'luma-key',
  'lut',
  'corner-pin',
] as const;

/** Name of an effect. */
export type EffectType = (typeof EFFECT_TYPES)[number];

/** Blend modes of W3C Compositing 1, and add (plus-lighter). */
export const BLEND_MODES = [
  'normal',
  'multiply',
  'screen',
  'overlay',
  'darken',
  'lighten',
  'color-dodge',
  'color-burn',
  'hard-light',
  'soft-light',
  'difference',
  'exclusion',
  'hue',
  'saturation',
  'color',
  'luminosity',
  'add',
] as const;

/** Name of a blend mode, as in CSS. */
export type BlendMode = (typeof BLEND_MODES)[number];

/** Mask shapes. */
export const MASK_SHAPES = [
  'none',
  'rectangle',
  'rounded-rectangle',
  'circle',
  'ellipse',
  'triangle',
  'diamond',
  'hexagon',
  'star',
  'heart',
  'linear',
  'mirror',
  'polygon',
  'path',
  'text',
  'image',
] as const;

/** Name of a mask's shape. */
export type MaskShape = (typeof MASK_SHAPES)[number];

/** Styles that highlight the spoken word of a caption. */
export const CAPTION_STYLES = [
  'none',
  'color',
  'karaoke',
  'highlight',
  'pop',
  'fade',
  'slide',
  'bounce',
  'typewriter',
  'enlarge',
] as const;

/** Name of a style that highlights the spoken word of a caption. */
export type CaptionStyle = (typeof CAPTION_STYLES)[number];

/** Track types. */
export const TRACK_TYPES = ['video', 'audio', 'text'] as const;

/** Type of a track. */
export type TrackType = (typeof TRACK_TYPES)[number];

/** Fit modes: the size of an image relative to the canvas at scale 1. */
export const FITS = ['cover', 'contain', 'fill', 'none', 'contain-blur'] as const;

/** Name of a fit mode. */
export type Fit = (typeof FITS)[number];

/** Curves of audio fades. */
export const FADE_CURVES = ['linear', 'equal-power', 'exponential', 's-curve'] as const;

/** Name of an audio fade curve. */
export type FadeCurve = (typeof FADE_CURVES)[number];

/** Directions of motion, for example of a transition. */
export const DIRECTIONS = ['left', 'right', 'up', 'down'] as const;

/** A direction of motion. */
export type Direction = (typeof DIRECTIONS)[number];

/** Audio processors of a clip's chain. */
export const AUDIO_EFFECT_TYPES = [
  'highpass',
  'lowpass',
  'peaking',
  'lowshelf',
  'highshelf',
  'gain',
  'compressor',
  'limiter',
  'gate',
  'deesser',
  'denoise',
  'saturate',
  'delay',
  'reverb',
  'chorus',
  'phaser',
  'pitchshift',
] as const;

/** Name of an audio processor. */
export type AudioEffectType = (typeof AUDIO_EFFECT_TYPES)[number];

/** Groups of a clip's fields that are copied and reset together. */
export const STYLE_GROUPS = [
  'transform',
  'crop',
  'blend',
  'mask',
  'grade',
  'effects',
  'keyframes',
  'transition',
  'text',
  'textAnimation',
  'shape',
  'audio',
  'speed',
] as const;

/** A group of clip fields that is copied and reset as a unit. */
export type StyleGroup = (typeof STYLE_GROUPS)[number];

/** Predefined lower thirds. */
export const LOWER_THIRD_PRESETS = ['bar', 'box', 'line', 'minimal'] as const;

/** Name of a predefined lower third. */
export type LowerThirdPreset = (typeof LOWER_THIRD_PRESETS)[number];

/** Layouts of several clips on the canvas: picture in picture, columns, rows, grid. */
export const LAYOUTS = ['pip', 'split-h', 'split-v', 'grid'] as const;

/** Name of a layout of several clips on the canvas. */
export type Layout = (typeof LAYOUTS)[number];

/** All lists of names for the command schema's `enums`, by name of the list. */
export const VOCABULARY = {
  clipType: CLIP_TYPES,
  aspectRatio: ASPECT_RATIOS,
  transitionType: TRANSITION_TYPES,
  shapeKind: SHAPE_KINDS,
  keyframableProp: KEYFRAMABLE_PROPS,
  easing: EASING_NAMES,
  motionPreset: MOTION_PRESETS,
  filterPreset: FILTER_PRESETS,
  effectType: EFFECT_TYPES,
  blendMode: BLEND_MODES,
  maskShape: MASK_SHAPES,
  textAnimation: TEXT_ANIMATIONS,
  captionStyle: CAPTION_STYLES,
  trackType: TRACK_TYPES,
  fit: FITS,
  fadeCurve: FADE_CURVES,
  direction: DIRECTIONS,
  audioEffectType: AUDIO_EFFECT_TYPES,
  styleGroup: STYLE_GROUPS,
  lowerThirdPreset: LOWER_THIRD_PRESETS,
  speedRamp: SPEED_RAMPS,
  layout: LAYOUTS,
} as const;
