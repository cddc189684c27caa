import type { Clip } from './clip.ts';
import type { TextStyle } from './text-style.ts';

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

/** Fields of a clip that affect only its audio and no pixel. */
export const AUDIBLE_FIELDS = [
  'volume',
  'muted',
  'fadeIn',
  'fadeOut',
  'fadeCurve',
  'fadeInFrom',
  'fadeInTo',
  'fadeOutFrom',
  'fadeOutTo',
  'pan',
  'pitch',
  'preservePitch',
  'chain',
  'duck',
  'loudness',
  'kfVolume',
  'kfPan',
] as const satisfies readonly (keyof Clip)[];

/** Default style of a text. Sizes in pixels; the line height is a multiple of the font size. */
export const TEXT_DEFAULTS = {
  fontSize: 80,
  fontWeight: 400,
  color: '#ffffff',
  align: 'center',
  lineHeight: 1.2,
} as const satisfies Omit<TextStyle, 'content'>;

/** Default minimum font size of `shrink`. Pixels. */
export const MIN_FONT_SIZE = 12;

/** Adds the default values to a text style, so that every program that reads the document can lay out the text. */
export function completeTextStyle(style: TextStyle): TextStyle {
  return { ...TEXT_DEFAULTS, ...style };
}
