import type { Rect } from '../../../graph/box.ts';
import type { DisplacementMap } from '../../../graph/displacement-map.ts';
import type { DrawScope } from '../draw-scope.ts';
import type { RgbaSurface } from '../rgba-surface.ts';
import type { FieldRows } from './field-rows.ts';

/**
 * Returns the rows of a kaleidoscope: segments around a centre, each symmetric in itself. It has twice as many wedges
 * as segments, every second one mirrored.
 */
export function kaleidoscopeRows(
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
