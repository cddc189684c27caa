import type { KeyframableProp } from '../vocabulary/index.ts';
import type { KEYFRAME_FIELDS } from './keyframe.ts';
import { LIMITS } from './limits.ts';

/**
 * Keyframe field, range and unit of a property that can be animated. `initial` is the value of the property on a clip
 * that does not set it.
 */
interface Keyframable {
  field: keyof typeof KEYFRAME_FIELDS;
  minimum: number;
  maximum: number;
  initial: number;
  unit: string;
}

/** Field, range and unit of each of the 27 keyframable properties. */
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
