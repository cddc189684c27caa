import type { Rect } from '../graph/box.ts';
import type { Rgb } from '../graph/colour.ts';
import {
  type Adjustment,
  belowInput,
  type Dissolve,
  type Drawable,
  type Layer,
  type MixingMode,
  type TransitionGraph,
} from '../graph/drawable.ts';
import type { GraphNode } from '../graph/graph-node.ts';
import type { Size } from '../graph/placement.ts';
import type { PlacedImage } from './device-memory.ts';
import type { GpuDevice } from './gpu-device.ts';
import { emitBlend, emitLayer, type LayerPixels, layersPerPass, paintLayers } from './layer-painting.ts';
import { createPassBuilder, type PassBuilder } from './pass-builder.ts';
import type { TreeDrawing } from './tree-drawing.ts';

/** Components that draw a frame on the GPU. */
export interface CanvasParts {
  readonly gpu: GpuDevice;
  readonly trees: TreeDrawing;
  pixelsOf(layer: Layer): LayerPixels;
}

/**
 * Draws `items`, bottom first, over `background`. Several layers are drawn in one compute pass, except those that need
 * the complete image below. The caller must return the result to the texture pool.
 */
export function drawCanvas(parts: CanvasParts, background: Rgb, items: readonly Drawable[], output: Size): PlacedImage {
  const canvas = createCanvas(parts, background, { x: 0, y: 0, ...output });
  for (const item of items) {
    switch (item.kind) {
      case 'layer':
        canvas.lay(item);
        break;
      case 'dissolve':
        canvas.dissolve(item);
        break;
      case 'transition':
        canvas.transition(item);
        break;
      case 'adjustment':
        canvas.adjust(item);
        break;
    }
  }
  return canvas.finish();
}

interface Canvas {
  lay(layer: Layer): void;
  dissolve(item: Dissolve): void;
  transition(item: TransitionGraph): void;
  adjust(item: Adjustment): void;
  finish(): PlacedImage;
}

function createCanvas({ gpu, trees, pixelsOf }: CanvasParts, background: Rgb, rect: Rect): Canvas {
  let builder = createPassBuilder(rect);
  let owned: PlacedImage[] = [];
  let value = `vec4f(${builder.entry(background.r / 255, background.g / 255, background.b / 255)}.rgb, 1.0)`;
  let base: PlacedImage | null = null;
  // Number of layers in the current pass.
  let laid = 0;

  // Draws everything so far into a texture, from which further passes start.
  function settle(): PlacedImage {
    const image = gpu.pool.take(rect.width, rect.height);
    gpu.queue.add(builder.build(value, image));
    for (const one of owned) gpu.pool.giveBack(one.image);
    if (base) gpu.pool.giveBack(base.image);
    base = { image, rect };
    owned = [];
    builder = createPassBuilder(rect);
    value = builder.fetch(base);
    laid = 0;
    return base;
  }

  function showable(frame: PlacedImage): PlacedImage {
    const pass = createPassBuilder(rect);
    const image = gpu.pool.take(rect.width, rect.height);
    gpu.queue.add(pass.build(`inGamut(${pass.fetch(frame)})`, image));
    return { image, rect };
  }

  function makeRoom(layers: number): void {
    if (laid + layers > layersPerPass) settle();
    laid += layers;
  }

  function pixelIn(pass: PassBuilder, layer: Layer | null): string {
    return layer ? pass.keep('vec4f', emitLayer(pass, pixelsOf(layer), layer)) : 'vec4f(0.0)';
  }

  function blendIn(over: string, mode: MixingMode | 'normal' = 'normal'): void {
    value = builder.keep('vec4f', emitBlend(builder, mode, over, value));
  }

  function inputsOf(inputs: ReadonlyMap<string, readonly Layer[]>): Map<string, PlacedImage> {
    const painted = new Map<string, PlacedImage>();
    for (const [name, layers] of inputs) {
      const image = paintLayers(gpu, layers, pixelsOf);
      if (image) painted.set(name, image);
    }
    return painted;
  }

  function drawGraph(graph: GraphNode, inputs: ReadonlyMap<string, PlacedImage>, area: Rect): PlacedImage {
    return trees.draw(graph, inputs, rect, () => area);
  }

  function giveBack(inputs: ReadonlyMap<string, PlacedImage>): void {
    for (const { image } of inputs.values()) gpu.pool.giveBack(image);
  }

  return {
    lay(layer) {
      makeRoom(1);
      blendIn(pixelIn(builder, layer), layer.blend);
    },
    dissolve({ from, to, weight, blend }) {
      makeRoom(2);
      const [before, after] = [pixelIn(builder, from), pixelIn(builder, to)];
      blendIn(builder.keep('vec4f', `mix(${before}, ${after}, ${builder.entry(weight)}.x)`), blend);
    },
    transition({ graph, inputs, blend }) {
      const painted = inputsOf(inputs);
      const result = drawGraph(graph, painted, rect);
      giveBack(painted);
      makeRoom(1);
      owned.push(result);
      blendIn(builder.keep('vec4f', builder.fetch(result)), blend);
    },
    adjust({ graph, inputs, area }) {
      const painted = inputsOf(inputs);
      const below = showable(settle());
      const name = belowInput.kind === 'input' ? belowInput.name : 'below';
      const result = drawGraph(graph, new Map([...painted, [name, below]]), area);
      giveBack(painted);
      gpu.pool.giveBack(below.image);
      makeRoom(1);
      owned.push(result);
      value = builder.keep('vec4f', `select(${value}, ${builder.fetch(result)}, inside(p, ${builder.rect(area)}))`);
    },
    finish: settle,
  };
}
