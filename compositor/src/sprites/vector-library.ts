import type { RgbaPixels } from '../graph/backend.ts';
import type { Rect } from '../graph/box.ts';
import type { Coverage } from '../graph/graph-node.ts';
import { edgePath } from '../graph/path-data.ts';

/**
 * Library that draws vectors, with the 2D API of browsers. Paths and canvases of one library must not be used with
 * another.
 */
export interface VectorLibrary {
  /** Creates the context of a new transparent canvas. `width` and `height` are in pixels. */
  createContext(width: number, height: number): VectorContext;
  /** Creates an outline from SVG path data. Without `data`, the outline is empty. */
  createPath(data?: string): VectorPath;
  /** Creates the part of an outline between two fractions (0-1) of its length. */
  createTrimmedPath(data: string, from: number, to: number): VectorPath;
  /** Returns path data that fills the same area by the nonzero rule, without overlapping subpaths. */
  simplified(data: string): string;
}

/** Outline, made of SVG path data. */
export interface VectorPath {
  addPath(path: VectorPath, transform?: AffineParts): void;
}

/** Affine transform with the names of the 2D API: x' = a x + c y + e, y' = b x + d y + f. */
interface AffineParts {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly e: number;
  readonly f: number;
}

/** Gradient of a vector library. */
interface VectorGradient {
  addColorStop(offset: number, color: string): void;
}

/** The part of the 2D API with which sprites are drawn. */
export interface VectorContext {
  readonly canvas: { readonly width: number; readonly height: number };
  fillStyle: string | object;
  strokeStyle: string | object;
  lineWidth: number;
  lineCap: 'butt' | 'round' | 'square';
  lineJoin: 'bevel' | 'miter' | 'round';
  shadowOffsetX: number;
  shadowOffsetY: number;
  shadowBlur: number;
  shadowColor: string;
  filter: string;
  font: string;
  globalCompositeOperation: string;
  save(): void;
  restore(): void;
  translate(x: number, y: number): void;
  getTransform(): AffineParts;
  setTransform(a: number, b: number, c: number, d: number, e: number, f: number): void;
  resetTransform(): void;
  beginPath(): void;
  roundRect(
    x: number,
    y: number,
    width: number,
    height: number,
    radius: number | { readonly x: number; readonly y: number },
  ): void;
  fill(): void;
  fill(path: VectorPath, rule?: 'nonzero' | 'evenodd'): void;
  stroke(path: VectorPath): void;
  clip(): void;
  clip(path: VectorPath): void;
  setLineDash(lengths: number[]): void;
  fillRect(x: number, y: number, width: number, height: number): void;
  fillText(text: string, x: number, y: number): void;
  /** Draws a canvas of the same library. */
  drawImage(canvas: object, x: number, y: number): void;
  createLinearGradient(x0: number, y0: number, x1: number, y1: number): VectorGradient;
  createRadialGradient(x0: number, y0: number, r0: number, x1: number, y1: number, r1: number): VectorGradient;
  getImageData(x: number, y: number, width: number, height: number): { readonly data: Uint8ClampedArray };
}

/** Draws on a transparent canvas of whole pixels and returns its pixels. */
export function rasterise(
  vectors: VectorLibrary,
  width: number,
  height: number,
  draw: (context: VectorContext) => void,
): RgbaPixels {
  const context = vectors.createContext(width, height);
  draw(context);
  return { data: context.getImageData(0, 0, width, height).data, width, height, hasAlpha: true };
}

/**
 * Rasterises the inside of a path in white on a transparent canvas the size of `rect`. The path's edge is antialiased
 * and moved outwards by `expansion` pixels. Returns RGBA, rows without gaps. The caller applies the feather.
 */
export function rasterOutline(
  vectors: VectorLibrary,
  { d, expansion }: Pick<Extract<Coverage, { kind: 'outline' }>, 'd' | 'expansion'>,
  rect: Rect,
): Uint8ClampedArray {
  const context = vectors.createContext(rect.width, rect.height);
  context.translate(-rect.x, -rect.y);
  context.fillStyle = 'white';
  context.strokeStyle = 'white';
  context.fill(vectors.createPath(d), 'nonzero');
  // The edge is moved by a stroke: added to expand, cut out to shrink. Caps are round, so that every point moves
  // equally far. Each segment is stroked separately, because a stroke around a whole path leaves holes where it is
  // wider than a bend. Where subpaths overlap, their lines inside the shape are not edges.
  if (expansion !== 0) {
    context.globalCompositeOperation = expansion > 0 ? 'source-over' : 'destination-out';
    context.lineWidth = 2 * Math.abs(expansion);
    context.lineCap = 'round';
    context.stroke(vectors.createPath(edgePath(expansion < 0 ? vectors.simplified(d) : d)));
  }
  return context.getImageData(0, 0, rect.width, rect.height).data;
}
