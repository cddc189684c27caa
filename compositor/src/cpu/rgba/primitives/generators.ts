import { grow, type Rect } from '../../../graph/box.ts';
import type { GraphNodeOf } from '../../../graph/graph-node.ts';
import { rotation } from '../../../graph/matrix.ts';
import { boxRect } from '../../../graph/node-rules.ts';
import type { Colour } from '../../../graph/values.ts';
import type { DrawScope, Source } from '../draw-scope.ts';
import { createRgba, type RgbaSurface } from '../rgba-surface.ts';

/** Fills `area` with one colour. */
export function drawSolid({ colour }: GraphNodeOf<'solid'>, area: Rect, { kernels }: DrawScope): RgbaSurface {
  const surface = createRgba(kernels.heap, area);
  kernels.run.fillRgba(surface.offset, surface.stride, surface.width, surface.height, pixelOf(colour));
  return surface;
}

/** Returns a colour as a premultiplied 32-bit pixel, red in the lowest byte. */
function pixelOf({ r, g, b, a }: Colour): number {
  const byte = (value: number) => Math.min(255, Math.max(0, Math.round(value * 255)));
  const alpha = Math.min(1, Math.max(0, a));
  return byte(r * alpha) | (byte(g * alpha) << 8) | (byte(b * alpha) << 16) | (byte(alpha) << 24);
}

/** Draws noise over `area`. The formula is documented at the WebAssembly kernel `noiseRgba`. */
export function drawNoise(
  { seed, size, amount, roughness, monochrome }: GraphNodeOf<'noise'>,
  area: Rect,
  { kernels }: DrawScope,
): RgbaSurface {
  const target = createRgba(kernels.heap, area);
  const { offset, stride, width, height } = target;
  const cell = Math.max(1, size);
  const rough = Math.min(1, Math.max(0, roughness));
  const place = [area.x, area.y] as const;
  const scratch = kernels.heap.allocate(kernels.run.noiseScratchSize(width));
  const look = [seed, cell, amount, rough, monochrome ? 1 : 0] as const;
  kernels.run.noiseRgba(offset, stride, width, height, ...place, ...look, scratch);
  kernels.heap.release(scratch);
  return target;
}

/** Fills `area` with one colour, whose alpha follows a formula. */
export function drawPattern(
  { colour, pattern, room = 0 }: GraphNodeOf<'pattern'>,
  area: Rect,
  inputs: readonly Source[],
  scope: DrawScope,
): RgbaSurface {
  const { kernels } = scope;
  const target = createRgba(kernels.heap, area);
  if (pattern.type === 'lines') fillLines(pattern, target, scope);
  else if (pattern.type === 'radial') fillRadial(pattern, target, scope);
  else fillDots(pattern, target, inputs.at(0)?.surface ?? null, grow(boxRect(scope), room, room), scope);
  const { offset, stride, width, height } = target;
  kernels.run.colourCover(offset, stride, width, height, pixelOf(colour));
  return target;
}

type Pattern<T extends GraphNodeOf<'pattern'>['pattern']['type']> = Extract<
  GraphNodeOf<'pattern'>['pattern'],
  { type: T }
>;

function fillLines(pattern: Pattern<'lines'>, target: RgbaSurface, { kernels }: DrawScope): void {
  const spacing = Math.max(1, pattern.spacing);
  // Measured across the stripes, from the box's corner.
  const { a: x, b: y } = rotation(pattern.angle + 90);
  const start = ((target.x + 0.5) * x + (target.y + 0.5) * y) / spacing;
  const share = Math.min(1, Math.max(0, pattern.share));
  const { offset, stride, width, height } = target;
  kernels.run.coverSlats(offset, stride, width, height, x / spacing, y / spacing, start, share, 1 / spacing);
}

function fillRadial(pattern: Pattern<'radial'>, target: RgbaSurface, { kernels }: DrawScope): void {
  const { centerX, centerY, inner, outer } = pattern;
  const radii = [Math.max(0.01, pattern.radiusX), Math.max(0.01, pattern.radiusY)] as const;
  const { offset, stride, width, height } = target;
  const centre = [centerX - target.x - 0.5, centerY - target.y - 0.5] as const;
  kernels.run.radialCover(offset, stride, width, height, ...centre, ...radii, inner, outer);
}

/** Cells of a rotated grid that overlap a surface, with a margin for dots whose centres are outside it. */
interface Grid {
  readonly cos: number;
  readonly sin: number;
  readonly size: number;
  readonly column: number;
  readonly row: number;
  readonly columns: number;
  readonly rows: number;
}

/**
 * Fills a surface with the coverage of dots on a grid that is rotated about the corner of the box. `of` is the image
 * that determines the size of the dots, or null. `border` is the rectangle of this image that may be read.
 */
function fillDots(
  pattern: Extract<GraphNodeOf<'pattern'>['pattern'], { type: 'dots' }>,
  target: RgbaSurface,
  of: RgbaSurface | null,
  border: Rect,
  { kernels }: DrawScope,
): void {
  const grid = gridOf(target, Math.max(1, pattern.size), pattern.angle);
  const { cos, sin, size, column, row, columns, rows } = grid;
  const { offset, stride, x, y, width, height } = target;
  const table = kernels.heap.allocate(4 * columns * rows);
  const seen = of ?? { ...target, width: 0, height: 0 };
  const cells = [table, column, row, columns] as const;
  const source = [seen.offset, seen.stride, seen.width, seen.height, seen.x, seen.y] as const;
  const ends = [border.x, border.y, border.width, border.height] as const;
  kernels.run.dotReaches(...cells, rows, size, cos, sin, ...source, ...ends, x, y, width, height);
  // Measured from the box's corner, so that a part has the same dots as in the whole.
  const across = [cos / size, sin / size, (cos + sin) / 2 / size] as const;
  const down = [-sin / size, cos / size, (cos - sin) / 2 / size] as const;
  kernels.run.dotsCover(offset, stride, width, height, x, y, ...across, ...down, size, ...cells);
  kernels.heap.release(table);
}

function gridOf({ x, y, width, height }: RgbaSurface, size: number, angle: number): Grid {
  const { a: cos, b: sin } = rotation(angle);
  const corners = [x, x + width].flatMap((cx) => [y, y + height].map((cy) => ({ cx, cy })));
  const ps = corners.map(({ cx, cy }) => (cx * cos + cy * sin) / size);
  const qs = corners.map(({ cx, cy }) => (cy * cos - cx * sin) / size);
  // A pixel reads the four dots around it, and kernels may round its position to the next cell.
  const column = Math.floor(Math.min(...ps)) - 2;
  const row = Math.floor(Math.min(...qs)) - 2;
  const columns = Math.ceil(Math.max(...ps)) + 2 - column;
  const rows = Math.ceil(Math.max(...qs)) + 2 - row;
  return { cos, sin, size, column, row, columns, rows };
}
