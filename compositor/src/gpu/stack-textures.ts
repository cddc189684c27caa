import { type EffectStack, isEffectStack, type Layer, sourceKey } from '../graph/drawable.ts';
import type { PlacedImage } from './device-memory.ts';
import { halved } from './filter-passes.ts';
import type { GpuDevice } from './gpu-device.ts';
import { type LayerPixels, ownTexture, paintInput } from './layer-painting.ts';
import type { TreeDrawing } from './tree-drawing.ts';

/** Cache of layers' pixels. The result of an effect stack is cached until its graph or one of its inputs changes. */
export interface StackTextures {
  pixelsOf(layer: Layer): LayerPixels;
  /** Frees the textures of layers that were not drawn since the last call. */
  endFrame(): void;
  close(): void;
}

interface Kept {
  readonly key: string;
  readonly levels: PlacedImage[];
  readonly pixels: LayerPixels;
  used: boolean;
}

/** Creates an empty cache. `trees` draws the effect graphs of the stacks. */
export function createStackTextures(gpu: GpuDevice, trees: TreeDrawing): StackTextures {
  const kept = new Map<string, Kept>();

  function draw(stack: EffectStack): PlacedImage {
    const box = { x: 0, y: 0, ...stack.size };
    const inputs = new Map<string, PlacedImage>();
    for (const [name, input] of stack.inputs) {
      const painted = paintInput(gpu, input, box, pixelsOf);
      if (painted) inputs.set(name, painted);
      else inputs.set(name, { image: gpu.pool.take(1, 1), rect: { x: 0, y: 0, width: 0, height: 0 } });
    }
    const { image } = trees.draw(stack.graph, inputs, stack.size, () => stack.area);
    for (const one of inputs.values()) gpu.pool.giveBack(one.image);
    return { image, rect: { x: 0, y: 0, width: stack.width, height: stack.height } };
  }

  function keep(stack: EffectStack, key: string): Kept {
    const levels = [draw(stack)];
    const level = (wanted: number): PlacedImage => {
      for (let last = levels.at(-1); last && levels.length <= wanted; last = levels.at(-1)) {
        levels.push(halved(gpu, last, last.rect));
      }
      const found = levels[wanted];
      if (!found) throw new Error(`Mip level ${wanted} of an effect stack is missing.`);
      return found;
    };
    return { key, levels, used: true, pixels: { width: stack.width, height: stack.height, level } };
  }

  function drop({ levels }: Kept): void {
    for (const { image } of levels) gpu.pool.giveBack(image);
  }

  function pixelsOf(layer: Layer): LayerPixels {
    const texture = ownTexture(layer.source);
    if (texture) return texture;
    if (!isEffectStack(layer.source)) throw new Error('A layer has neither a texture nor an effect stack.');
    const key = sourceKey(layer.source);
    const known = kept.get(layer.slot);
    if (known?.key === key) {
      known.used = true;
      return known.pixels;
    }
    if (known) drop(known);
    kept.delete(layer.slot);
    const made = keep(layer.source, key);
    kept.set(layer.slot, made);
    return made.pixels;
  }

  function dropUnused(): void {
    for (const [slot, one] of kept) {
      if (one.used) continue;
      drop(one);
      kept.delete(slot);
    }
  }

  const forget = gpu.memory.onShort(dropUnused);
  return {
    pixelsOf,
    endFrame() {
      dropUnused();
      for (const one of kept.values()) one.used = false;
    },
    close() {
      forget();
      for (const one of kept.values()) drop(one);
      kept.clear();
    },
  };
}
