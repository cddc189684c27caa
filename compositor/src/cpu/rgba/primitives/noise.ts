import { grow } from '../../../graph/box.ts';
import type { NoisePicture } from '../../../graph/picture.ts';
import { boxRect, type PictureNode } from '../picture-node.ts';
import { createRgba } from '../rgba-surface.ts';

/** Noise over the whole box and the room around it; the formula stands with the kernel `noiseRgba`. */
export function noiseNode({ seed, size, amount, roughness, monochrome, room = 0 }: NoisePicture): PictureNode {
  return {
    inputs: [],
    extent: (_, scene) => grow(boxRect(scene), room, room),
    needs: () => [],
    draw(area, _, { kernels }) {
      const target = createRgba(kernels.heap, area);
      const { offset, stride, width, height } = target;
      const cell = Math.max(1, size);
      const rough = Math.min(1, Math.max(0, roughness));
      const place = [area.x, area.y] as const;
      const scratch = kernels.heap.allocate(kernels.run.noiseScratchSize(width));
      const look = [seed, cell, amount, rough, monochrome ? 1 : 0] as const;
      kernels.run.noiseRgba(offset, stride, width, height, ...place, ...look, scratch);
      kernels.heap.release(scratch);
      return target;
    },
  };
}
