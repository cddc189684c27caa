import { type Rect, union } from '../../../graph/box.ts';
import type { RemapPicture } from '../../../graph/picture.ts';
import { boxRect, type PictureNode, rectAt, type Scene, sourceAt } from '../picture-node.ts';
import { drawBlocks } from '../remap-fields/blocks.ts';
import { fieldRows, isStillField } from '../remap-fields/index.ts';
import { bentExtent, bentSource } from '../remap-fields/reach.ts';
import { createRgba } from '../rgba-surface.ts';
import { kernelEdge, sampledRect, withFrame } from '../sampling.ts';

/** The picture sampled through a displacement field. With edge `transparent` the result reaches out of the box, otherwise it ends there. */
export function remapNode({ of, field, edge }: RemapPicture): PictureNode {
  // Any pixel of the box may come from any other, but a wave's amplitude is known.
  function sourceRect(area: Rect, scene: Scene): Rect {
    const isKnown = edge === 'transparent' || field.kind === 'wave';
    return sampledRect(edge, isKnown ? bentSource(field, area, scene) : union(area, boxRect(scene)), scene);
  }

  return {
    inputs: [of],
    same: edge === 'transparent' && isStillField(field) ? of : undefined,
    extent: (inputs, scene) => (edge === 'transparent' ? bentExtent(field, rectAt(inputs, 0), scene) : boxRect(scene)),
    needs: (area, scene) => [sourceRect(area, scene)],
    draw(area, inputs, scene) {
      const { kernels } = scene;
      const { run, heap } = kernels;
      return withFrame(kernels, sourceAt(inputs, 0).surface, sourceRect(area, scene), (source) => {
        const target = createRgba(heap, area);
        if (field.kind === 'blocks') {
          drawBlocks(field.blocks, target, source, kernelEdge(edge), scene);
          return target;
        }
        const positions = heap.allocate(area.width * 8);
        const rows = fieldRows(field, area, source, scene);
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
    },
  };
}
