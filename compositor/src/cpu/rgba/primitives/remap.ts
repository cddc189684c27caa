import { isEmpty, type Rect } from '../../../graph/box.ts';
import type { DisplacementMap } from '../../../graph/displacement-map.ts';
import type { GraphNodeOf } from '../../../graph/graph-node.ts';
import { remapSource } from '../../../graph/primitives/remap.ts';
import { fieldRows, firstBeyond, rampTo } from '../displacement-map.ts';
import { type DrawScope, type Source, sourceAt } from '../draw-scope.ts';
import { createRgba, pasteRgba, type RgbaSurface, viewOfRgba } from '../rgba-surface.ts';
import { drawShifted, kernelEdge, withFrame } from '../sampling.ts';

/** Samples an image through a displacement map. */
export function drawRemap(
  node: GraphNodeOf<'remap'>,
  area: Rect,
  inputs: readonly Source[],
  scope: DrawScope,
): RgbaSurface {
  const { field, edge } = node;
  const { kernels } = scope;
  const { run, heap } = kernels;
  return withFrame(kernels, sourceAt(inputs, 0).surface, remapSource(node, area, scope), (source) => {
    const target = createRgba(heap, area);
    if (field.kind === 'blocks') {
      drawBlocks(field.blocks, target, source, kernelEdge(edge), scope);
      return target;
    }
    const positions = heap.allocate(area.width * 8);
    const rows = fieldRows(field, area, source, scope);
    for (let row = 0; row < area.height; row++) {
      rows.write(area.y + row, positions);
      const at = target.offset + row * target.stride;
      const { offset, stride, width, height } = source;
      run.sampleRow(at, area.width, positions, offset, stride, width, height, kernelEdge(edge));
    }
    rows.close?.();
    heap.release(positions);
    return target;
  });
}

type Blocks = Extract<DisplacementMap, { kind: 'blocks' }>['blocks'];

/**
 * Draws rectangles with pixels from shifted positions; all other pixels are copied. `edge` is the edge mode in the
 * kernels' encoding.
 */
function drawBlocks(blocks: Blocks, target: RgbaSurface, source: RgbaSurface, edge: number, scope: DrawScope): void {
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
