import { grow } from '../../../graph/box.ts';
import type { Colour, SolidPicture } from '../../../graph/picture.ts';
import { boxRect, type PictureNode } from '../picture-node.ts';
import { createRgba } from '../rgba-surface.ts';

/** One colour over the whole box and the room around it. */
export function solidNode({ colour, room = 0 }: SolidPicture): PictureNode {
  return {
    inputs: [],
    extent: (_, scene) => grow(boxRect(scene), room, room),
    needs: () => [],
    draw(area, _, { kernels }) {
      const surface = createRgba(kernels.heap, area);
      kernels.run.fillRgba(surface.offset, surface.stride, surface.width, surface.height, pixelOf(colour));
      return surface;
    },
  };
}

/** A colour as a premultiplied pixel, red in the lowest byte. */
export function pixelOf({ r, g, b, a }: Colour): number {
  const byte = (value: number) => Math.min(255, Math.max(0, Math.round(value * 255)));
  const alpha = Math.min(1, Math.max(0, a));
  return byte(r * alpha) | (byte(g * alpha) << 8) | (byte(b * alpha) << 16) | (byte(alpha) << 24);
}
