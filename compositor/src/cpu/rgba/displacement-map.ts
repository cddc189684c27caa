import type { Rect } from '../../graph/box.ts';
import type { DisplacementMap } from '../../graph/displacement-map.ts';
import type { Kernels } from '../../kernels/kernel-module.ts';
import type { DrawScope } from './draw-scope.ts';
import type { RgbaSurface } from './rgba-surface.ts';

/** Writes the source positions at which the pixels of a result are sampled, row by row. */
interface FieldRows {
  /**
   * Writes the positions of row `y` (counted from the top of the box) to offset `positions` of WebAssembly memory: 8
   * bytes a pixel, in the kernels' position format.
   */
  write(y: number, positions: number): void;
  /** Releases the memory that the writer uses. */
  close?(): void;
}

/** Kinds of displacement maps with a source position for each pixel: all except shifted blocks. */
type BentField = Exclude<DisplacementMap, { kind: 'blocks' }>;

/**
 * Creates a writer that computes, row by row, the source position of each pixel in `area`. The positions are relative
 * to `source`.
 */
export function fieldRows(field: BentField, area: Rect, source: RgbaSurface, scope: DrawScope): FieldRows {
  switch (field.kind) {
    case 'wave':
      return waveRows(field, area, source, scope);
    case 'lens':
      return lensRows(field, area, source, scope);
    case 'mirror':
      return mirrorRows(field, area, source, scope);
    case 'kaleidoscope':
      return kaleidoscopeRows(field, area, source, scope);
    case 'pixelate':
      return pixelateRows(field, area, source, scope);
  }
}

/** Creates the writer for a sine wave that shifts rows sideways, or columns up and down. */
function waveRows(
  field: Extract<DisplacementMap, { kind: 'wave' }>,
  area: Rect,
  source: RgbaSurface,
  { kernels }: DrawScope,
): FieldRows {
  const { amplitude, wavelength, phase } = field;
  const shift = (across: number) => amplitude * Math.sin(2 * Math.PI * (across / wavelength + phase));
  const right = area.x + area.width;
  if (field.axis === 'x') {
    return {
      write(y, positions) {
        const a = shift(y + 0.5);
        rampTo(kernels, positions, area.x, source, { from: area.x, to: right, a, da: 1, v: y + 0.5 });
      },
    };
  }
  const columns = Int32Array.from({ length: area.width * 2 }, (_, at) => {
    const x = at >> 1;
    return at & 1 ? Math.floor(256 * shift(area.x + x + 0.5) + 0.5) : (area.x - source.x + x) * 256;
  });
  return columnRows(kernels, columns, (y) => (y - source.y) * 256);
}

/** Creates the writer for a mirror: the image before a line, and its mirror image after it. */
function mirrorRows(
  { axis, at }: Extract<DisplacementMap, { kind: 'mirror' }>,
  area: Rect,
  source: RgbaSurface,
  { kernels }: DrawScope,
): FieldRows {
  const right = area.x + area.width;
  const split = axis === 'x' ? firstBeyond(at, area.x, right) : right;
  return {
    write(y, positions) {
      const middle = y + 0.5;
      const v = axis === 'y' && middle > at ? 2 * at - middle : middle;
      rampTo(kernels, positions, area.x, source, { from: area.x, to: split, a: 0, da: 1, v });
      rampTo(kernels, positions, area.x, source, { from: split, to: right, a: 2 * at, da: -1, v });
    },
  };
}

/**
 * Creates the writer for pixelation into cells of one colour each. The grid is centred: one cell has its centre at the
 * centre of the box.
 */
function pixelateRows(
  { size }: Extract<DisplacementMap, { kind: 'pixelate' }>,
  area: Rect,
  source: RgbaSurface,
  { kernels, box }: DrawScope,
): FieldRows {
  // Returns the centre of the cell that contains a pixel's centre, clamped to the source, because the outermost cells
  // are cut.
  const snapped = (place: number, length: number, from: number, sourceLength: number) => {
    const middle = length / 2 + Math.round((place + 0.5 - length / 2) / size) * size;
    return Math.round((Math.min(sourceLength - 0.5, Math.max(0.5, middle - from)) - 0.5) * 256);
  };
  const columns = Int32Array.from({ length: area.width * 2 }, (_, at) =>
    at & 1 ? 0 : snapped(area.x + (at >> 1), box.width, source.x, source.width),
  );
  return columnRows(kernels, columns, (y) => snapped(y, box.height, source.y, source.height));
}

/**
 * Creates the writer for barrel or pincushion distortion. Distances are relative to that from the centre to the
 * farthest corner of the box.
 */
function lensRows(
  field: Extract<DisplacementMap, { kind: 'lens' }>,
  area: Rect,
  source: RgbaSurface,
  { kernels, box }: DrawScope,
): FieldRows {
  const { centerX: cx, centerY: cy, amount, zoom = 1 } = field;
  const corner = Math.hypot(Math.max(cx, box.width - cx), Math.max(cy, box.height - cy));
  const [ou, ov] = [source.x + 0.5, source.y + 0.5];
  return {
    write(y, positions) {
      kernels.run.lensPositions(positions, area.width, area.x + 0.5, y + 0.5, cx, cy, amount, corner, zoom, ou, ov);
    },
  };
}

/**
 * Creates the writer for a kaleidoscope: segments around a centre, each symmetric. There are twice as many wedges as
 * segments, and every second one is mirrored.
 */
function kaleidoscopeRows(
  field: Extract<DisplacementMap, { kind: 'kaleidoscope' }>,
  area: Rect,
  source: RgbaSurface,
  { kernels }: DrawScope,
): FieldRows {
  const wedges = 2 * Math.max(1, Math.round(field.segments));
  const wedge = (2 * Math.PI) / wedges;
  const angles = Float64Array.from({ length: 2 * wedges }, (_, k) =>
    k & 1 ? Math.sin((k >> 1) * wedge) : Math.cos((k >> 1) * wedge),
  );
  const turns = kernels.heap.allocate(angles.byteLength);
  kernels.heap.bytes.set(new Uint8Array(angles.buffer), turns);
  const start = (((field.angle / 360) % 1) + 1) % 1;
  const middle = 2 * (start * 2 * Math.PI + wedge / 2);
  const { centerX, centerY } = field;
  const shape = [wedges, start, turns, Math.cos(middle), Math.sin(middle)] as const;
  return {
    write(y, positions) {
      const place = [area.x + 0.5, y + 0.5, centerX, centerY] as const;
      kernels.run.kaleidoscopePositions(positions, area.width, ...place, ...shape, source.x + 0.5, source.y + 0.5);
    },
    close() {
      kernels.heap.release(turns);
    },
  };
}

/**
 * Creates the writer for positions that are equal in all rows except for a vertical offset. `columns` contains the
 * positions of one row. `down` returns the offset that is added to each v, in units of 1/256 pixel.
 */
function columnRows({ heap, run }: Kernels, columns: Int32Array, down: (y: number) => number): FieldRows {
  const table = heap.allocate(columns.byteLength);
  heap.bytes.set(new Uint8Array(columns.buffer), table);
  return {
    write(y, positions) {
      run.lowerPositions(positions, columns.length / 2, table, down(y));
    },
    close() {
      heap.release(table);
    },
  };
}

/**
 * Writes the positions of pixels [from, to) of a row that starts at x = `left`. The pixel with centre x gets the box
 * position (a + x * da, v).
 */
export function rampTo(
  kernels: Kernels,
  positions: number,
  left: number,
  source: RgbaSurface,
  span: { from: number; to: number; a: number; da: 1 | -1; v: number },
): void {
  const { from, to, a, da, v } = span;
  if (to <= from) return;
  const u = a + (from + 0.5) * da - source.x - 0.5;
  kernels.run.rampPositions(positions + (from - left) * 8, to - from, u, v - source.y - 0.5, da);
}

/** Returns the first pixel whose centre is at or beyond `edge`, clamped to `from`..`to`. */
export function firstBeyond(edge: number, from: number, to: number): number {
  return Math.min(to, Math.max(from, Math.ceil(edge - 0.5)));
}
