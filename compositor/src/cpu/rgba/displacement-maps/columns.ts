import type { Kernels } from '../../../kernels/kernel-module.ts';
import type { FieldRows } from './field-rows.ts';

/**
 * Returns rows of positions that differ only in height. `columns` holds the positions of one row; `down` returns the
 * value to add to each v, in 256ths of a pixel.
 */
export function columnRows({ heap, run }: Kernels, columns: Int32Array, down: (y: number) => number): FieldRows {
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
