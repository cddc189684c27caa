import type { BlendMode } from '@framemill/timeline';
import type { Matrix } from './matrix.ts';
import type { RemapField } from './remap-field.ts';

/**
 * A picture as a tree of primitives: what effects, transitions, masks and grades are made of. Data only; a backend
 * turns it into pixels. Colours are gamma-encoded sRGB; pixels are premultiplied RGBA. Lengths are pixels of the
 * picture that is worked on, whose origin is its box's top left corner; a backend adds room around the box where a
 * primitive reaches out of it.
 */
export type Picture =
  | InputPicture
  | SolidPicture
  | TransformPicture
  | RemapPicture
  | LutPicture
  | BlurPicture
  | SumPicture
  | KeyPicture
  | MattePicture
  | PatternPicture
  | NoisePicture
  | CompositePicture;

/** What lies beyond a picture's box when it is sampled there. */
export type Edge = 'transparent' | 'clamp' | 'mirror' | 'wrap';

/** Straight colour, each 0-1. */
export interface Colour {
  readonly r: number;
  readonly g: number;
  readonly b: number;
  readonly a: number;
}

/** A picture that is given: `clip` (the layer itself), `from` and `to` (a transition), or the source of an image matte. */
export interface InputPicture {
  readonly kind: 'input';
  readonly name: string;
}

export interface SolidPicture {
  readonly kind: 'solid';
  readonly colour: Colour;
  /** How far it reaches out of the box on all sides, pixels; 0 when absent. For what is drawn around an outline. */
  readonly room?: number;
}

/** Rows of a projective map: x' = (a x + b y + c) / (g x + h y + i), y' = (d x + e y + f) / (g x + h y + i). */
export type Projection = readonly [
  a: number,
  b: number,
  c: number,
  d: number,
  e: number,
  f: number,
  g: number,
  h: number,
  i: number,
];

/** The picture moved by `map` (from its pixels to the result's). Area average when it shrinks, bilinear otherwise. */
export interface TransformPicture {
  readonly kind: 'transform';
  readonly of: Picture;
  readonly map: Matrix | Projection;
  readonly edge: Edge;
  /** Only this channel moves, the others stay; alpha is the larger of the two. All move when absent. */
  readonly channel?: 'r' | 'g' | 'b';
}

/** The picture sampled through a displacement field, bilinear. */
export interface RemapPicture {
  readonly kind: 'remap';
  readonly of: Picture;
  readonly field: RemapField;
  readonly edge: Edge;
}

/** What becomes of colours. Equal ids hold equal values. */
export type LutTable = CubeTable | CurveTable;

/** `size` points a side; `values[((b * size + g) * size + r) * 3 + channel]`, 0-1. */
export interface CubeTable {
  readonly size: number;
  readonly values: Float32Array;
  readonly id: string;
}

/** Red, green and blue change each by itself: what becomes of each of the 256 levels, 0-1. */
export interface CurveTable {
  readonly curves: readonly [red: Float32Array, green: Float32Array, blue: Float32Array];
  readonly id: string;
}

/** Straight colours through a table (tetrahedral), mixed with the original by `intensity` 0-1; alpha stays. */
export interface LutPicture {
  readonly kind: 'lut';
  readonly of: Picture;
  readonly table: LutTable;
  readonly intensity: number;
}

export interface BlurPicture {
  readonly kind: 'blur';
  readonly of: Picture;
  readonly edge: 'transparent' | 'clamp';
  readonly shape:
    | { readonly type: 'gaussian'; readonly sigmaX: number; readonly sigmaY: number }
    /** Mean along a line of `length` pixels; `angle` in degrees clockwise from the x axis. */
    | { readonly type: 'directional'; readonly length: number; readonly angle: number }
    /** Mean along the line to the centre, from the pixel itself to `amount` (0-1) of the way. */
    | { readonly type: 'radial'; readonly amount: number; readonly centerX: number; readonly centerY: number };
}

/** k1 a b + k2 a + k3 b + k4 per premultiplied channel, clamped (the arithmetic operator of SVG's feComposite). */
export interface SumPicture {
  readonly kind: 'sum';
  readonly a: Picture;
  readonly b: Picture;
  readonly k1: number;
  readonly k2: number;
  readonly k3: number;
  readonly k4: number;
}

/** The picture with what matches the key made transparent. Shares are 0-1. */
export interface KeyPicture {
  readonly kind: 'key';
  readonly of: Picture;
  readonly key:
    | {
        readonly type: 'chroma';
        /** `corners`: that of the picture's corners (`rgba/corner-chroma.ts`); where they are grey, nothing becomes transparent. */
        readonly colour: Colour | 'corners';
        readonly similarity: number;
        readonly smoothness: number;
        readonly spill: number;
      }
    | {
        readonly type: 'luma';
        readonly threshold: number;
        readonly tolerance: number;
        readonly softness: number;
        readonly invert: boolean;
      };
}

/** The picture multiplied by a coverage. `strength` 0 leaves it, 1 is the coverage in full. */
export interface MattePicture {
  readonly kind: 'matte';
  readonly of: Picture;
  readonly by: Coverage;
  readonly invert: boolean;
  readonly strength: number;
}

/** `colour` with an alpha that follows a formula over the box. */
export interface PatternPicture {
  readonly kind: 'pattern';
  readonly colour: Colour;
  /** As of a solid. */
  readonly room?: number;
  readonly pattern: /** Stripes `spacing` pixels apart, of `share` (0-1) of it; `angle` degrees clockwise, 0: horizontal stripes. */
    | { readonly type: 'lines'; readonly spacing: number; readonly share: number; readonly angle: number }
    /** Round dots on a turned grid of `size` pixels, the larger the darker `of` is at a dot's centre. */
    | { readonly type: 'dots'; readonly of: Picture; readonly size: number; readonly angle: number }
    /** 0 within `inner` of the way to the edge, 1 beyond `outer`, smoothstep between; radii in pixels. */
    | {
        readonly type: 'radial';
        readonly centerX: number;
        readonly centerY: number;
        readonly radiusX: number;
        readonly radiusY: number;
        readonly inner: number;
        readonly outer: number;
      };
}

/**
 * Opaque noise around mid grey: 0.5 +- `amount` / 2, cells of `size` pixels, `roughness` 0 (smooth between cells) to 1
 * (each cell for itself). The same `seed` (a 32-bit integer) gives the same noise on every backend.
 */
export interface NoisePicture {
  readonly kind: 'noise';
  /** As of a solid. */
  readonly room?: number;
  readonly seed: number;
  readonly size: number;
  readonly amount: number;
  readonly roughness: number;
  readonly monochrome: boolean;
}

/** `over` on `under` by a blend mode of W3C Compositing 1 (source-over; `add` is plus-lighter). `opacity` 0-1 is of `over`. */
export interface CompositePicture {
  readonly kind: 'composite';
  /** true: `over` shows only where `under` is, whose alpha stays (source-atop). Grain and scan lines keep outlines so. */
  readonly atop?: boolean;
  readonly over: Picture;
  readonly under: Picture;
  readonly blend: BlendMode;
  readonly opacity: number;
}

/** When and on what a look is made. */
export interface Moment {
  /** The box of the picture worked on. Pixels. */
  readonly width: number;
  readonly height: number;
  /** Pixels of the picture worked on a pixel of the document. */
  readonly scale: number;
  /** From the clip's id, or that of the clip it was cut from: 32 bits, stable. */
  readonly seed: number;
  /** Document frames since the clip's effects (or the transition) began. */
  readonly frame: number;
  /** The same in seconds. */
  readonly timeSec: number;
  /**
   * What lies beyond the picture when it is blurred or bent: `clamp` when it fills its box (video, photographs),
   * `transparent`, also when absent, when it has an outline of its own (text, shapes, stickers).
   */
  readonly edge?: 'transparent' | 'clamp';
  /** The .cube files that the clip names, by `src`. */
  readonly luts?: ReadonlyMap<string, LutTable>;
}

/** How much of each pixel is kept, 0-1, as a formula or a shape. Lengths are pixels of the picture worked on. */
export type Coverage =
  /** Inside an SVG path (nonzero), its edge moved outwards by `expansion`, softened over `feather` pixels around it. */
  | { readonly kind: 'outline'; readonly d: string; readonly feather: number; readonly expansion: number }
  /** 1 on the side that `angle` (degrees clockwise from the x axis) points to, from the line through (x, y). */
  | { readonly kind: 'half'; readonly x: number; readonly y: number; readonly angle: number; readonly feather: number }
  | {
      readonly kind: 'disc';
      readonly x: number;
      readonly y: number;
      readonly radiusX: number;
      readonly radiusY: number;
      readonly feather: number;
    }
  /** The first `share` (0-1) of a turn clockwise from 12 o'clock around (x, y). */
  | { readonly kind: 'sweep'; readonly x: number; readonly y: number; readonly share: number; readonly feather: number }
  /** `count` slats across the box, each open by `share` (0-1); `angle` degrees clockwise, 0: horizontal slats opening downwards. */
  | { readonly kind: 'slats'; readonly count: number; readonly share: number; readonly angle: number }
  /** A channel of another picture, its edge moved (Euclidean) by `expansion` and softened over `feather`. */
  | {
      readonly kind: 'picture';
      readonly picture: Picture;
      readonly channel: 'alpha' | 'luma';
      readonly expansion: number;
      readonly feather: number;
    };
