/**
 * Formula that gives the source position of each pixel of a result. Lengths are in pixels, angles in degrees, phases in
 * fractions of a period (0-1).
 */
export type DisplacementMap =
  /** Shift along `axis` by amplitude * sin(2 pi (position across / wavelength + phase)). */
  | {
      readonly kind: 'wave';
      readonly axis: 'x' | 'y';
      readonly amplitude: number;
      readonly wavelength: number;
      readonly phase: number;
    }
  /**
   * Radial distortion: source radius = r (1 + amount r^2) / zoom, with r = 1 at the box's corner. Positive: barrel,
   * negative: pincushion.
   */
  | {
      readonly kind: 'lens';
      readonly amount: number;
      readonly centerX: number;
      readonly centerY: number;
      /** Factor by which the image is enlarged. Default: 1. */
      readonly zoom?: number;
    }
  /** Mirror: the part beyond the line at `at` along `axis` mirrors the part before it. */
  | { readonly kind: 'mirror'; readonly axis: 'x' | 'y'; readonly at: number }
  | {
      readonly kind: 'kaleidoscope';
      readonly segments: number;
      readonly angle: number;
      readonly centerX: number;
      readonly centerY: number;
    }
  /** Pixelation: every cell of a grid of `size`, centred on the box, has the colour at the cell's centre. */
  | { readonly kind: 'pixelate'; readonly size: number }
  /**
   * Rectangles whose pixels are taken from positions shifted by (dx, dy). Where rectangles overlap, the later one
   * applies.
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
