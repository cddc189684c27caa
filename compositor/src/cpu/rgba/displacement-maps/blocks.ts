import { isEmpty } from '../../../graph/box.ts';
import type { DisplacementMap } from '../../../graph/displacement-map.ts';
import type { DrawScope } from '../draw-scope.ts';
import { pasteRgba, type RgbaSurface, viewOfRgba } from '../rgba-surface.ts';
import { drawShifted } from '../shifted.ts';
import { firstBeyond, rampTo } from './ramp.ts';

type Blocks = Extract<DisplacementMap, { kind: 'blocks' }>['blocks'];

/**
 * Draws rectangles that take their pixels from shifted positions; all other pixels are copied. `edge`: edge mode in the
 * kernels' encoding.
 */
export function drawBlocks(
  blocks: Blocks,
  target: RgbaSurface,
  source: RgbaSurface,
  edge: number,
  scope: DrawScope,
): void {
  pasteRgba(scope.kernels, viewOfRgba(source, target), target);
  const { x, y, width, height } = target;
  for (const block of blocks) {
    const left = firstBeyond(block.x, x, x + width);
    const top = firstBeyond(block.y, y, y + height);
    const right = firstBeyond(block.x + block.width, x, x + width);
    const bottom = firstBeyond(block.y + block.height, y, y + height);
    const part = { x: left, y: top, width: right - left, height: bottom - top };
    if (isEmpty(part)) continue;
    const place = [in256ths(left + block.dx - source.x), in256ths(top + block.dy - source.y)] as const;
    drawShifted(scope.kernels, source, viewOfRgba(target, part), place, (beyond) =>
      sampleRows(beyond, block, source, edge, scope),
    );
  }
}

function in256ths(pixels: number): number {
  return Math.floor(pixels * 256 + 0.5);
}

function sampleRows(
  part: RgbaSurface,
  { dx, dy }: Blocks[number],
  source: RgbaSurface,
  edge: number,
  { kernels }: DrawScope,
): void {
  const { x, y, width, height } = part;
  const positions = kernels.heap.allocate(width * 8);
  for (let row = 0; row < height; row++) {
    const v = y + row + 0.5 + dy;
    rampTo(kernels, positions, x, source, { from: x, to: x + width, a: dx, da: 1, v });
    const at = part.offset + row * part.stride;
    kernels.run.sampleRow(at, width, positions, source.offset, source.stride, source.width, source.height, edge);
  }
  kernels.heap.release(positions);
}
