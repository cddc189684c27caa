import type { KeyframableProp } from '../vocabulary/keyframable-prop.ts';
import { keyframes } from './keyframe.ts';
import { LIMITS } from './limits.ts';

/** What is known of a property that keyframes may drive. `initial` is its value on a clip that does not set it. */
interface Keyframable {
  field: keyof typeof KEYFRAME_FIELDS;
  minimum: number;
  maximum: number;
  initial: number;
  unit: string;
}

/** The 27 keyframable properties: the clip's field of keyframes, the range and the unit of each. */
export const KEYFRAMABLE: Record<KeyframableProp, Keyframable> = {
  opacity: { field: 'kfOpacity', minimum: 0, maximum: 1, initial: 1, unit: '0-1' },
  scale: { field: 'kfScale', minimum: 0, maximum: 100, initial: 1, unit: 'factor' },
  x: { field: 'kfX', minimum: -LIMITS.position, maximum: LIMITS.position, initial: 0, unit: 'pixels from the centre' },
  y: { field: 'kfY', minimum: -LIMITS.position, maximum: LIMITS.position, initial: 0, unit: 'pixels from the centre' },
  rotation: { field: 'kfRotation', minimum: -36_000, maximum: 36_000, initial: 0, unit: 'degrees clockwise' },
  volume: { field: 'kfVolume', minimum: 0, maximum: 4, initial: 1, unit: 'gain, 1 = unchanged' },
  cropL: { field: 'kfCropL', minimum: 0, maximum: 1, initial: 0, unit: 'fraction of the width' },
  cropR: { field: 'kfCropR', minimum: 0, maximum: 1, initial: 0, unit: 'fraction of the width' },
  cropT: { field: 'kfCropT', minimum: 0, maximum: 1, initial: 0, unit: 'fraction of the height' },
  cropB: { field: 'kfCropB', minimum: 0, maximum: 1, initial: 0, unit: 'fraction of the height' },
  scaleX: { field: 'kfScaleX', minimum: 0, maximum: 100, initial: 1, unit: 'factor' },
  scaleY: { field: 'kfScaleY', minimum: 0, maximum: 100, initial: 1, unit: 'factor' },
  skewX: { field: 'kfSkewX', minimum: -89, maximum: 89, initial: 0, unit: 'degrees' },
  skewY: { field: 'kfSkewY', minimum: -89, maximum: 89, initial: 0, unit: 'degrees' },
  blur: { field: 'kfBlur', minimum: 0, maximum: 200, initial: 0, unit: 'radius in pixels' },
  exposure: { field: 'kfExposure', minimum: -5, maximum: 5, initial: 0, unit: 'stops' },
  contrast: { field: 'kfContrast', minimum: -1, maximum: 1, initial: 0, unit: '-1 to 1' },
  saturation: { field: 'kfSaturation', minimum: -1, maximum: 1, initial: 0, unit: '-1 to 1' },
  hue: { field: 'kfHue', minimum: -36_000, maximum: 36_000, initial: 0, unit: 'degrees' },
  temperature: { field: 'kfTemperature', minimum: -1, maximum: 1, initial: 0, unit: '-1 to 1' },
  tint: { field: 'kfTint', minimum: -1, maximum: 1, initial: 0, unit: '-1 to 1' },
  maskX: { field: 'kfMaskX', minimum: -LIMITS.position, maximum: LIMITS.position, initial: 0, unit: 'pixels' },
  maskY: { field: 'kfMaskY', minimum: -LIMITS.position, maximum: LIMITS.position, initial: 0, unit: 'pixels' },
  maskScale: { field: 'kfMaskScale', minimum: 0, maximum: 100, initial: 1, unit: 'factor' },
  maskFeather: { field: 'kfMaskFeather', minimum: 0, maximum: 1_000, initial: 0, unit: 'pixels' },
  pan: { field: 'kfPan', minimum: -1, maximum: 1, initial: 0, unit: '-1 left to 1 right' },
  speed: { field: 'kfSpeed', minimum: 0.01, maximum: 100, initial: 1, unit: 'factor' },
};

/** The 27 arrays of keyframes on a clip. Written out so that the type of each field is known. */
export const KEYFRAME_FIELDS = {
  kfOpacity: keyframes(0, 1, 'opacity, 0-1.'),
  kfScale: keyframes(0, 100, 'scale, factor.'),
  kfX: keyframes(-LIMITS.position, LIMITS.position, 'x, pixels from the canvas centre.'),
  kfY: keyframes(-LIMITS.position, LIMITS.position, 'y, pixels from the canvas centre, downwards.'),
  kfRotation: keyframes(-36_000, 36_000, 'rotation, degrees clockwise.'),
  kfVolume: keyframes(0, 4, 'volume, gain; 1 leaves the sound as it is.'),
  kfCropL: keyframes(0, 1, 'crop from the left, fraction of the width.'),
  kfCropR: keyframes(0, 1, 'crop from the right, fraction of the width.'),
  kfCropT: keyframes(0, 1, 'crop from the top, fraction of the height.'),
  kfCropB: keyframes(0, 1, 'crop from the bottom, fraction of the height.'),
  kfScaleX: keyframes(0, 100, 'horizontal scale, factor.'),
  kfScaleY: keyframes(0, 100, 'vertical scale, factor.'),
  kfSkewX: keyframes(-89, 89, 'horizontal skew, degrees.'),
  kfSkewY: keyframes(-89, 89, 'vertical skew, degrees.'),
  kfBlur: keyframes(0, 200, 'blur radius, pixels.'),
  kfExposure: keyframes(-5, 5, 'exposure, stops.'),
  kfContrast: keyframes(-1, 1, 'contrast.'),
  kfSaturation: keyframes(-1, 1, 'saturation.'),
  kfHue: keyframes(-36_000, 36_000, 'hue, degrees.'),
  kfTemperature: keyframes(-1, 1, 'white balance, blue to amber.'),
  kfTint: keyframes(-1, 1, 'white balance, green to magenta.'),
  kfMaskX: keyframes(-LIMITS.position, LIMITS.position, 'x of the mask, pixels.'),
  kfMaskY: keyframes(-LIMITS.position, LIMITS.position, 'y of the mask, pixels.'),
  kfMaskScale: keyframes(0, 100, 'scale of the mask, factor.'),
  kfMaskFeather: keyframes(0, 1_000, 'feather of the mask, pixels.'),
  kfPan: keyframes(-1, 1, 'pan, left to right.'),
  kfSpeed: keyframes(0.01, 100, 'speed, factor; the source time is its integral.'),
};
