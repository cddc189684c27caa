import type { Rect } from '../../../graph/box.ts';
import type { GraphNodeOf } from '../../../graph/graph-node.ts';
import { remapSource } from '../../../graph/primitives/remap.ts';
import { drawBlocks } from '../displacement-maps/blocks.ts';
import { fieldRows } from '../displacement-maps/index.ts';
import { type DrawScope, type Source, sourceAt } from '../draw-scope.ts';
import { createRgba, type RgbaSurface } from '../rgba-surface.ts';
import { kernelEdge, withFrame } from '../sampling.ts';

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
