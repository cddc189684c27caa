/** Clip properties that keyframes may drive. */
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

/** A property of a clip that can have keyframes. */
export type KeyframableProp = (typeof KEYFRAMABLE_PROPS)[number];
