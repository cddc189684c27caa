import type { Rect } from '../../graph/box.ts';
import type { RemapField } from '../../graph/remap-field.ts';
import type { Scene } from '../picture-node.ts';
import type { RgbaSurface } from '../rgba-surface.ts';
import type { FieldRows } from './index.ts';
import { rampTo } from './ramp.ts';

/** A sine: rows shift sideways, or columns up and down. */
export function waveRows(
  field: Extract<RemapField, { kind: 'wave' }>,
  area: Rect,
  source: RgbaSurface,
  { kernels }: Scene,
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
  const shifts = Int32Array.from({ length: area.width }, (_, x) => Math.floor(256 * shift(area.x + x + 0.5) + 0.5));
  return {
    write(y, positions) {
      const row = new Int32Array(kernels.heap.memory.buffer, positions, area.width * 2);
      const v = (y - source.y) * 256;
      const u = (area.x - source.x) * 256;
      for (let x = 0; x < area.width; x++) {
        row[2 * x] = u + x * 256;
        row[2 * x + 1] = v + (shifts[x] ?? 0);
      }
    },
  };
}
