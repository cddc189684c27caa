import { type Static, Type } from '#typebox';
import { EASING_NAMES } from '../vocabulary/index.ts';
import { LIMITS } from './limits.ts';
import { CLOSED, numberIn, oneOf } from './scalars.ts';

/**
 * Schema of a keyframe, whose time may be outside its clip. A trimmed or split clip keeps the keyframes on both sides
 * of the cut, so that the animation inside stays exactly the same.
 */
export const KeyframeSchema = keyframe(-1e6, 1e6);

/** A keyframe: the value of a property at a time of its clip, and the easing of the segment that starts there. */
export type Keyframe = Static<typeof KeyframeSchema>;

/** Schema of the keyframes of one property, with values from `minimum` to `maximum`. */
function keyframes(minimum: number, maximum: number, description: string) {
  return Type.Optional(
    Type.Array(keyframe(minimum, maximum), {
      maxItems: LIMITS.keyframesPerProperty,
      description: `Keyframes: ${description}`,
    }),
  );
}

function keyframe(minimum: number, maximum: number) {
  return Type.Object(
    {
      time: numberIn(-LIMITS.seconds, LIMITS.seconds, 'Relative to the start of the clip. Seconds.'),
      value: numberIn(minimum, maximum, 'The value at this time.'),
      easing: Type.Optional(oneOf(EASING_NAMES, 'Curve of the segment that starts here; linear when absent.')),
    },
    CLOSED,
  );
}

/** Keyframe fields of a clip, 27 in all. Listed explicitly so that each field has its own type. */
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
