import type { BlendMode } from '@framemill/timeline';
import type { Rect } from '../../graph/box.ts';
import type { Picture } from '../../graph/picture.ts';
import type { Kernels } from '../../kernels/kernel-module.ts';
import { planarFromRgba, rgbaFromPlanar } from '../rgba/convert.ts';
import type { PictureBackend } from '../rgba/picture-backend.ts';
import { type RgbaSurface, releaseRgba } from '../rgba/rgba-surface.ts';
import { blendOver, opaque } from './blend-layer.ts';
import type { DrawableAdjustment, DrawableLook } from './drawable.ts';
import type { LayerSlots } from './layer-slots.ts';
import { paintRgba } from './paint-group.ts';
import { createSurface, releaseSurface, type Surface, viewOf } from './surface.ts';

/** The name of the picture that a blend mode or an adjustment finds below it. */
export const belowInput: Picture = { kind: 'input', name: 'below' };
const overInput: Picture = { kind: 'input', name: 'over' };
export const fromInput: Picture = { kind: 'input', name: 'from' };
export const toInput: Picture = { kind: 'input', name: 'to' };

/** What has to be drawn in RGBA, inside a rectangle of an opaque planar picture. Everything happens in place. */
export interface FullPath {
  /** Mixes a premultiplied group of the size of `under` into it. */
  blend(under: Surface, group: Surface, mode: BlendMode): void;
  /** `under` is the whole output. */
  adjust(slots: LayerSlots, under: Surface, item: DrawableAdjustment): void;
  /** `under` is the whole output. */
  look(slots: LayerSlots, under: Surface, item: DrawableLook): void;
}

export function createFullPath(kernels: Kernels, pictures: PictureBackend): FullPath {
  function drawTree(tree: Picture, inputs: ReadonlyMap<string, RgbaSurface>, size: Surface, area: Rect): RgbaSurface {
    const result = pictures.draw(tree, inputs, size, area);
    for (const input of inputs.values()) releaseRgba(kernels.heap, input);
    return result;
  }

  function blend(under: Surface, group: Surface, mode: BlendMode): void {
    const tree: Picture = { kind: 'composite', over: overInput, under: belowInput, blend: mode, opacity: 1 };
    const inputs = new Map([
      ['over', rgbaFromPlanar(kernels, group, { x: 0, y: 0 })],
      ['below', rgbaFromPlanar(kernels, under, { x: 0, y: 0 })],
    ]);
    const result = drawTree(tree, inputs, under, whole(under));
    planarFromRgba(kernels, result, under);
    releaseRgba(kernels.heap, result);
  }

  return {
    blend,
    adjust(slots, under, { tree, area, inputs: others }) {
      const inputs = new Map([['below', rgbaFromPlanar(kernels, under, { x: 0, y: 0 })]]);
      for (const [name, layers] of others) inputs.set(name, paintRgba(kernels, slots, layers));
      const result = drawTree(tree, inputs, under, area);
      planarFromRgba(kernels, result, viewOf(under, area));
      releaseRgba(kernels.heap, result);
    },
    look(slots, under, { tree, from, to, isOpaque, blend: mode }) {
      const inputs = new Map([
        ['from', paintRgba(kernels, slots, from)],
        ['to', paintRgba(kernels, slots, to)],
      ]);
      const result = drawTree(tree, inputs, under, whole(under));
      if (isOpaque && !mode) {
        planarFromRgba(kernels, result, under);
      } else {
        const group = createSurface(kernels.heap, under.width, under.height, true);
        planarFromRgba(kernels, result, group);
        if (mode) blend(under, group, mode);
        else blendOver(kernels, under, group, null, opaque);
        releaseSurface(kernels.heap, group);
      }
      releaseRgba(kernels.heap, result);
    },
  };
}

function whole({ width, height }: Surface): Rect {
  return { x: 0, y: 0, width, height };
}
