import type { Rect } from '../../../graph/box.ts';
import type { DisplacementMap } from '../../../graph/displacement-map.ts';
import type { DrawScope } from '../draw-scope.ts';
import type { RgbaSurface } from '../rgba-surface.ts';
import { columnRows } from './columns.ts';
import type { FieldRows } from './field-rows.ts';
import { rampTo } from './ramp.ts';

/** Returns the rows of a sine wave that shifts rows sideways, or columns up and down. */
export function waveRows(
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
