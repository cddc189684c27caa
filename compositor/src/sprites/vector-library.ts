import { createRequire } from 'node:module';
import type { Canvas, GlobalFonts, Path2D, SKRSContext2D } from '@napi-rs/canvas';
import type { RgbaPixels } from '../graph/backend.ts';
import type { Rect } from '../graph/box.ts';
import type { Coverage } from '../graph/graph-node.ts';
import { edgePath } from '../graph/path-data.ts';

const require = createRequire(import.meta.url);

// Loaded with the first text or shape: a process that only shows images starts without it.
function loaded(): typeof import('@napi-rs/canvas') {
  return require('@napi-rs/canvas');
}

/** Creates a transparent canvas of `width` x `height` pixels. */
export function createCanvas(width: number, height: number): Canvas {
  return loaded().createCanvas(width, height);
}

/** Creates an outline from SVG path data. Without `data`, the outline is empty. */
export function createPath(data?: string): Path2D {
  const { Path2D } = loaded();
  return data === undefined ? new Path2D() : new Path2D(data);
}

/** Returns the registry of fonts that canvases use by name. */
export function drawingFonts(): typeof GlobalFonts {
  return loaded().GlobalFonts;
}

/** Draws on a transparent canvas of whole pixels and returns its pixels. */
export function rasterise(width: number, height: number, draw: (context: SKRSContext2D) => void): RgbaPixels {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  draw(context);
  return { data: context.getImageData(0, 0, width, height).data, width, height, hasAlpha: true };
}

/**
 * Rasterises the inside of a path in white on a transparent canvas the size of `rect`. The path's edge is antialiased
 * and moved outwards by `expansion` pixels. Returns RGBA, rows without gaps. The caller applies the feather.
 */
export function rasterOutline(
  { d, expansion }: Pick<Extract<Coverage, { kind: 'outline' }>, 'd' | 'expansion'>,
  rect: Rect,
): Uint8ClampedArray {
  const canvas = createCanvas(rect.width, rect.height);
  const context = canvas.getContext('2d');
  const path = createPath(d);
  context.translate(-rect.x, -rect.y);
  context.fillStyle = 'white';
  context.strokeStyle = 'white';
  context.fill(path, 'nonzero');
  // The edge is moved by a stroke: added to expand, cut out to shrink. Caps are round, so that every point moves
  // equally far. Each segment is stroked separately, because a stroke around a whole path leaves holes where it is
  // wider than a bend. Where subpaths overlap, their lines inside the shape are not edges.
  if (expansion !== 0) {
    context.globalCompositeOperation = expansion > 0 ? 'source-over' : 'destination-out';
    context.lineWidth = 2 * Math.abs(expansion);
    context.lineCap = 'round';
    context.stroke(createPath(edgePath(expansion < 0 ? path.simplify().toSVGString() : d)));
  }
  return context.getImageData(0, 0, rect.width, rect.height).data;
}
