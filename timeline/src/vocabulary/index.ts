import { ASPECT_RATIOS } from './aspect-ratio.ts';
import { AUDIO_EFFECT_TYPES } from './audio-effect-type.ts';
import { BLEND_MODES } from './blend-mode.ts';
import { CAPTION_STYLES } from './caption-style.ts';
import { CLIP_TYPES } from './clip-type.ts';
import { DIRECTIONS } from './direction.ts';
import { EASING_NAMES } from './easing-name.ts';
import { EFFECT_TYPES } from './effect-type.ts';
import { FADE_CURVES } from './fade-curve.ts';
import { FILTER_PRESETS } from './filter-preset.ts';
import { FITS } from './fit.ts';
import { KEYFRAMABLE_PROPS } from './keyframable-prop.ts';
import { LAYOUTS } from './layout.ts';
import { LOWER_THIRD_PRESETS } from './lower-third-preset.ts';
import { MASK_SHAPES } from './mask-shape.ts';
import { MOTION_PRESETS } from './motion-preset.ts';
import { SHAPE_KINDS } from './shape-kind.ts';
import { SPEED_RAMPS } from './speed-ramp.ts';
import { STYLE_GROUPS } from './style-group.ts';
import { TEXT_ANIMATIONS } from './text-animation.ts';
import { TRACK_TYPES } from './track-type.ts';
import { TRANSITION_TYPES } from './transition-type.ts';

/** Every value list of the command schema's `enums`, by its name there. One file and one line a family. */
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
