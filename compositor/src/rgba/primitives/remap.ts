import { grow, type Rect, union } from '../../graph/box.ts';
import type { RemapPicture } from '../../graph/picture.ts';
import { boxRect, type PictureNode, rectAt, type Scene, sourceAt } from '../picture-node.ts';
import { drawBlocks } from '../remap-fields/blocks.ts';
import { fieldRows, isStillField } from '../remap-fields/index.ts';
import { createRgba } from '../rgba-surface.ts';
import { kernelEdge, sampledRect, withFrame } from '../sampling.ts';

/** The picture sampled through a displacement field. The result ends at the box; only a wave reaches out of it. */
export function remapNode({ of, field, edge }: RemapPicture): PictureNode {
  const wave = field.kind === 'wave' ? Math.ceil(Math.abs(field.amplitude)) + 1 : 0;
  const waveX = field.kind === 'wave' && field.axis === 'x' ? wave : 0;
  const waveY = field.kind === 'wave' && field.axis === 'y' ? wave : 0;

  // Any pixel of the box may come from any other, but a wave's amplitude is known.
  function sourceRect(area: Rect, scene: Scene): Rect {
    const reached = field.kind === 'wave' ? grow(area, waveX, waveY) : union(area, boxRect(scene));
    return sampledRect(edge, reached, scene);
  }

  return {
    inputs: [of],
    same: edge === 'transparent' && isStillField(field) ? of : undefined,
    extent(inputs, scene) {
      if (edge === 'transparent' && field.kind === 'wave') return grow(rectAt(inputs, 0), waveX, waveY);
      return boxRect(scene);
    },
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
