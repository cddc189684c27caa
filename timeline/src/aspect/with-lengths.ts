import type { Clip } from '../document/clip.ts';
import type { Mask } from '../document/mask.ts';

/** Mask fields that are lengths. The points of a mask are lengths too. */
const MASK_LENGTHS = ['x', 'y', 'width', 'height', 'cornerRadius', 'feather', 'expansion', 'fontSize'] as const;

/** Scales the lengths of a clip whose unscaled box becomes `unit` times as large: corner radius and mask. */
export function withLengths(clip: Clip, unit: number): Clip {
  if (Math.abs(unit - 1) < 1e-9) return clip;
  const { mask, cornerRadius } = clip;
  return {
    ...clip,
    ...(cornerRadius === undefined ? {} : { cornerRadius: cornerRadius * unit }),
    ...(mask === undefined ? {} : { mask: maskWithLengths(mask, unit) }),
  };
}

function maskWithLengths(mask: Mask, unit: number): Mask {
  const next = { ...mask };
  for (const field of MASK_LENGTHS) {
    const length = mask[field];
    if (length !== undefined) next[field] = length * unit;
  }
  if (mask.points) next.points = mask.points.map(([x, y]): [number, number] => [x * unit, y * unit]);
  return next;
}
