/**
 * Formula for the source position of each pixel of a result. Lengths are in pixels, angles in degrees, phases in
 * fractions of a period (0-1).
 */
export type DisplacementMap =
  /**
   * Wave: shift along `axis` by amplitude * sin(2 pi (p / wavelength + phase)), where p is the position along the other
   * axis.
   */
  | {
      readonly kind: 'wave';
      readonly axis: 'x' | 'y';
      readonly amplitude: number;
      readonly wavelength: number;
      readonly phase: number;
    }
  /**
   * Radial distortion: source radius = r (1 + amount r^2) / zoom, where r is 1 at the corner of the box. A positive
   * amount is barrel, a negative one pincushion distortion.
   */
  | {
      readonly kind: 'lens';
      readonly amount: number;
      readonly centerX: number;
      readonly centerY: number;
      /** Factor by which the image is enlarged. Default: 1. */
      readonly zoom?: number;
    }
  /**
   * Mirror: the part of the image beyond position `at` on `axis` is replaced by the mirror image of the part before it.
   */
  | { readonly kind: 'mirror'; readonly axis: 'x' | 'y'; readonly at: number }
  | {
      readonly kind: 'kaleidoscope';
      readonly segments: number;
      readonly angle: number;
      readonly centerX: number;
      readonly centerY: number;
    }
  /**
   * Pixelation: every cell of a grid that is centred on the box gets the colour at its centre. `size` is the size of a
   * cell.
   */
  | { readonly kind: 'pixelate'; readonly size: number }
  /**
   * Shifted rectangles: their pixels are taken from positions shifted by (dx, dy). Where rectangles overlap, the last
   * one applies.
   */
  | {
      readonly kind: 'blocks';
      readonly blocks: readonly {
        readonly x: number;
        readonly y: number;
        readonly width: number;
        readonly height: number;
        readonly dx: number;
        readonly dy: number;
      }[];
    };

/** Whether a displacement map leaves every pixel unchanged. */
export function isStillField(field: DisplacementMap): boolean {
  switch (field.kind) {
    case 'wave':
      return field.amplitude === 0;
    case 'lens':
      return field.amount === 0 && (field.zoom ?? 1) === 1;
    case 'pixelate':
      return field.size <= 1;
    case 'blocks':
      return field.blocks.every(({ dx, dy }) => dx === 0 && dy === 0);
    default:
      return false;
  }
}
