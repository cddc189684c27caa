import type { BlendMode } from '@framemill/timeline';
import { type Rect, union } from './box.ts';
import type { Rgb } from './colour.ts';
import type { GraphNode } from './graph-node.ts';
import { geometryKey, type LayerGeometry } from './layer-geometry.ts';
import type { Size } from './placement.ts';

/** Image on the device of a backend (CPU or GPU) that can be drawn. */
export interface Texture {
  /** Version of the pixels, which changes with every new image. Textures with equal versions have equal pixels. */
  readonly version: string;
  /** Width of the stored image in pixels, after halvings. */
  readonly width: number;
  readonly height: number;
  readonly hasAlpha: boolean;
  /** Approximate memory in bytes, without the reduced copies that are used for sampling. */
  readonly bytes: number;
  /** Frees the memory. The texture must not be drawn afterwards. */
  close(): void;
}

/** Source of a layer's pixels: a texture or an effect stack. */
export type LayerSource = Texture | EffectStack;

/**
 * Item that a backend draws; plain data. Lists of items are in order from the bottom up. `S` limits the kinds of
 * sources, for backends that support only some.
 */
export type Drawable<S extends LayerSource = LayerSource> = Layer<S> | Dissolve<S> | TransitionGraph<S> | Adjustment<S>;

/** Blend mode other than normal. */
export type MixingMode = Exclude<BlendMode, 'normal'>;

/**
 * Layer of a frame: a texture or the result of an effect stack, with its placement. Masks are part of the effect graph,
 * as mattes.
 */
export interface Layer<S extends LayerSource = LayerSource> {
  readonly kind: 'layer';
  /** Name that identifies the layer in successive frames, so that cached results can be reused. */
  readonly slot: string;
  readonly source: S;
  /** Mapping from source pixels to output pixels, with crop and rounded corners. */
  readonly geometry: LayerGeometry;
  /** Opacity, 0-1, in steps of 1/256. */
  readonly opacity: number;
  /** Whether the crop's edges are antialiased. false for sprites, because their own alpha ends inside their texture. */
  readonly hasEdges: boolean;
  /** Blend mode with the items below; absent: normal. */
  readonly blend?: MixingMode;
}

/** Effect graph whose inputs are layers. It is drawn on its own pixel grid, and the result is placed like a texture. */
export interface EffectStack {
  readonly graph: GraphNode;
  /** Inputs by the names that the graph uses. */
  readonly inputs: ReadonlyMap<string, GraphInput>;
  /** Size of the box for which the graph was built, in pixels. Width and height are even. */
  readonly size: Size;
  /**
   * Rectangle that is drawn, in pixels of the box and with even coordinates. It includes what the graph draws outside
   * the box. Its top left corner is source pixel (0, 0) of the layer's geometry.
   */
  readonly area: Rect;
  /** Width of `area`. */
  readonly width: number;
  readonly height: number;
  readonly hasAlpha: boolean;
  /**
   * The same image without a graph, for backends that draw in planes: the conversion to RGBA and back would blur colours.
   * Absent: only the graph describes the image.
   */
  readonly flat?: FlatGroup;
}

/** Layers without blend mode, bottom first, over a colour, on the pixel grid of their stack. */
export interface FlatGroup {
  readonly layers: readonly Layer[];
  /** Opaque colour below the layers; null: nothing. */
  readonly fill: Rgb | null;
}

/**
 * Input of an effect graph: layers without blend mode, bottom first, on a pixel grid of their own. Pixel (0, 0) of this grid is at
 * `origin` of the box.
 */
export interface GraphInput {
  readonly layers: readonly Layer[];
  readonly origin: { readonly x: number; readonly y: number };
  /** Rectangle outside which the pixels at its edge are repeated. Absent: all pixels are as drawn. */
  readonly inside?: Rect;
}

/** Dissolve between two layers: their weighted mean is drawn over the items below. */
export interface Dissolve<S extends LayerSource = LayerSource> {
  readonly kind: 'dissolve';
  readonly slot: string;
  readonly from: Layer<S> | null;
  readonly to: Layer<S> | null;
  /** Weight of `to`: 0 is `from` alone, 1 `to` alone; in steps of 1/256. */
  readonly weight: number;
  readonly blend?: MixingMode;
}

/**
 * Transition other than a dissolve: an effect graph with the inputs `from` and `to`, drawn on the whole output over the
 * items below.
 */
export interface TransitionGraph<S extends LayerSource = LayerSource> {
  readonly kind: 'transition';
  readonly slot: string;
  readonly graph: GraphNode;
  /** Layers of the inputs `from` and `to`, bottom first, on the output's pixel grid. */
  readonly inputs: ReadonlyMap<string, readonly Layer<S>[]>;
  /** Rectangle of the whole output. */
  readonly rect: Rect;
  /** Whether the result covers the whole output. */
  readonly isOpaque: boolean;
  readonly blend?: MixingMode;
}

/**
 * Adjustment layer: an effect graph that changes the items below it, which are its input `below`. The graph is computed
 * on the whole output and drawn inside `area`.
 */
export interface Adjustment<S extends LayerSource = LayerSource> {
  readonly kind: 'adjustment';
  readonly slot: string;
  readonly graph: GraphNode;
  /** Additional inputs of the graph: mattes, as layers on the output's pixel grid. */
  readonly inputs: ReadonlyMap<string, readonly Layer<S>[]>;
  /** Rectangle of the whole output. */
  readonly rect: Rect;
  /** Rectangle that is drawn, with even coordinates. */
  readonly area: Rect;
}

/** Graph node for the input `below`: the image of the items below an adjustment layer. */
export const belowInput: GraphNode = { kind: 'input', name: 'below' };

/** Whether a layer's source is an effect stack. */
export function isEffectStack(source: LayerSource): source is EffectStack {
  return 'graph' in source;
}

/** Returns a key of an item. Items with equal keys draw equal pixels over an equal background. */
export function drawableKey(item: Drawable): string {
  const blend = 'blend' in item && item.blend ? ` ${item.blend}` : '';
  switch (item.kind) {
    case 'layer':
      return `${item.slot} ${item.opacity}${blend} ${sampleKey(item)}`;
    case 'dissolve': {
      const sides = [item.from, item.to].map((side) => (side ? drawableKey(side) : '-'));
      return `dissolve ${item.weight}${blend} (${sides.join(') (')})`;
    }
    case 'transition':
      return `transition${blend} ${inputsKey(item.inputs)} ${imageKey(item.graph)}`;
    case 'adjustment': {
      const { x, y, width, height } = item.area;
      return `adjustment ${x},${y},${width},${height} ${inputsKey(item.inputs)} ${imageKey(item.graph)}`;
    }
  }
}

/**
 * Returns a key of layers that are drawn over each other. Layers with equal keys draw equal pixels over an equal
 * background.
 */
export function layersKey(layers: readonly Layer[]): string {
  return layers.map(drawableKey).join(') (');
}

/** Returns a key of a source. Sources with equal keys have equal pixels. */
export function sourceKey(source: LayerSource): string {
  if (!isEffectStack(source)) return source.version;
  const inputs = [...source.inputs].map(([name, { layers, origin, inside }]) => {
    const edge = inside ? ` ${inside.x},${inside.y},${inside.width},${inside.height}` : '';
    return `${name} ${origin.x},${origin.y}${edge} (${layersKey(layers)})`;
  });
  const { size } = source;
  return `${size.width}x${size.height} ${inputs.join(' ')} ${imageKey(source.graph)}`;
}

/**
 * Returns a key of a layer's source and geometry, without the opacity. Layers with equal keys have equal sampled
 * pixels.
 */
export function sampleKey(layer: Layer): string {
  return `${sourceKey(layer.source)} ${geometryKey(layer.geometry)}`;
}

function inputsKey(inputs: ReadonlyMap<string, readonly Layer[]>): string {
  return [...inputs].map(([name, layers]) => `${name} (${layersKey(layers)})`).join(' ');
}

/** Returns the rectangle of output pixels that drawing an item may change or read; null when there are none. */
export function drawableRect(item: Drawable): Rect | null {
  if (item.kind === 'layer') return item.geometry.rect;
  if (item.kind !== 'dissolve') return item.rect;
  if (item.from && item.to) return union(item.from.geometry.rect, item.to.geometry.rect);
  return (item.from ?? item.to)?.geometry.rect ?? null;
}

/** Whether every pixel of the layer's rectangle is drawn opaque. */
export function isOpaque(layer: Layer): boolean {
  return !layer.source.hasAlpha && layer.geometry.solid && layer.opacity >= 1 && !layer.blend;
}

/** Whether the layer is an opaque image that covers the whole output. */
export function coversOutput(layer: Layer | null, width: number, height: number): boolean {
  const rect = layer?.geometry.rect;
  return layer !== null && isOpaque(layer) && rect?.width === width && rect.height === height;
}

/**
 * Whether the item hides everything below it: an opaque image or a transition with an opaque result that covers the
 * whole output.
 */
export function hidesBelow(item: Drawable, width: number, height: number): boolean {
  switch (item.kind) {
    case 'layer':
      return coversOutput(item, width, height);
    case 'dissolve':
      return !item.blend && coversOutput(item.from, width, height) && coversOutput(item.to, width, height);
    case 'transition':
      return item.isOpaque && !item.blend;
    case 'adjustment':
      return false;
  }
}

/**
 * Returns a key of an effect graph: graphs with equal keys are equal. Colour tables are identified by their ids. A node
 * that is used several times is included once.
 */
export function imageKey(image: GraphNode): string {
  const seen = new Map<object, number>();
  return JSON.stringify(image, (name, value: unknown) => {
    if (typeof value !== 'object' || value === null) return value;
    if (name === 'table' && 'id' in value) return value.id;
    if (!('kind' in value)) return value;
    const number = seen.get(value);
    if (number !== undefined) return `#${number}`;
    seen.set(value, seen.size);
    return value;
  });
}
