/** Where each pixel of a result is taken from, as a formula. Lengths are pixels, angles degrees, phases turns (0-1). */
export type DisplacementMap =
  /** Shifts along `axis` by amplitude * sin(2 pi (position across / wavelength + phase)). */
  | {
      readonly kind: 'wave';
      readonly axis: 'x' | 'y';
      readonly amplitude: number;
      readonly wavelength: number;
      readonly phase: number;
    }
  /** Radial: source radius = r (1 + amount r^2) / zoom, r = 1 at the box's corner. Positive: barrel, negative: pincushion. */
  | {
      readonly kind: 'lens';
      readonly amount: number;
      readonly centerX: number;
      readonly centerY: number;
      /** 1 when absent. */
      readonly zoom?: number;
    }
  /** What lies beyond the line at `at` along `axis` mirrors what lies before it. */
  | { readonly kind: 'mirror'; readonly axis: 'x' | 'y'; readonly at: number }
  | {
      readonly kind: 'kaleidoscope';
      readonly segments: number;
      readonly angle: number;
      readonly centerX: number;
      readonly centerY: number;
    }
  /** Every cell of a grid of `size` centred on the box shows its middle. */
  | { readonly kind: 'pixelate'; readonly size: number }
  /** Rectangles that take their pixels from (dx, dy) further; later ones win. */
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

/** Whether a field leaves every pixel where it is. */
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
