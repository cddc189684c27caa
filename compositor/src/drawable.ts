import type { BlendMode } from '@framemill/timeline';
import { type Rect, union } from './graph/box.ts';
import type { GraphNode } from './graph/graph-node.ts';
import { geometryKey, type LayerGeometry } from './graph/layer-geometry.ts';
import { imageKey } from './graph/node-key.ts';
import type { Size } from './graph/placement.ts';
import type { Texture } from './texture.ts';

/** Where a layer's pixels come from. */
export type LayerSource = Texture | EffectStack;

/** What a backend draws: data alone. Bottom first in a list. A backend may narrow the sources to its own. */
export type Drawable<S extends LayerSource = LayerSource> = Layer<S> | Dissolve<S> | TransitionGraph<S> | Adjustment<S>;

/** A blend mode that is not the plain one. */
export type MixingMode = Exclude<BlendMode, 'normal'>;

/** A texture, or what an effect stack makes of textures, and where it goes. Masks are mattes of the stack's graph. */
export interface Layer<S extends LayerSource = LayerSource> {
  readonly kind: 'layer';
  /** Names the layer from frame to frame, so that what was made for one frame can serve the next. */
  readonly slot: string;
  readonly source: S;
  /** Source pixels to output pixels, crop and round corners. */
  readonly geometry: LayerGeometry;
  /** 0-1, in steps of 1/256. */
  readonly opacity: number;
  /** The crop's edges are antialiased. False for sprites: their own alpha ends inside their texture. */
  readonly hasEdges: boolean;
  /** How it mixes with what lies below; absent: normal. */
  readonly blend?: MixingMode;
}

/** A graph of primitives over layers, drawn on a grid of its own before the result is placed like a texture. */
export interface EffectStack {
  readonly graph: GraphNode;
  /** By the names of the graph's inputs. */
  readonly inputs: ReadonlyMap<string, GraphInput>;
  /** The box that the graph is made for, even. Pixels. */
  readonly size: Size;
  /** The part of the box's grid that is drawn, even: what the graph reaches out of the box is in it. Source pixel (0, 0) of the layer's geometry is its corner. */
  readonly area: Rect;
  /** Size of `area`. */
  readonly width: number;
  readonly height: number;
  readonly hasAlpha: boolean;
}

/** What a graph's input shows: layers, bottom first, placed on a grid whose pixel (0, 0) lies at `origin` of the box. */
export interface GraphInput {
  readonly layers: readonly Layer<Texture>[];
  readonly origin: { readonly x: number; readonly y: number };
  /** Pixels of the box outside of it show what lies at its edge; absent: they are as painted. */
  readonly inside?: Rect;
}

/** Two layers' weighted mean, over what lies below. */
export interface Dissolve<S extends LayerSource = LayerSource> {
  readonly kind: 'dissolve';
  readonly slot: string;
  readonly from: Layer<S> | null;
  readonly to: Layer<S> | null;
  /** 0 is `from` alone, 1 `to` alone; in steps of 1/256. */
  readonly weight: number;
  readonly blend?: MixingMode;
}

/** Any other transition: a graph of the inputs `from` and `to` on the whole output, over what lies below. */
export interface TransitionGraph<S extends LayerSource = LayerSource> {
  readonly kind: 'transition';
  readonly slot: string;
  readonly graph: GraphNode;
  /** `from` and `to`: layers on the output's pixels, bottom first. */
  readonly inputs: ReadonlyMap<string, readonly Layer<S>[]>;
  /** The whole output. */
  readonly rect: Rect;
  /** The result covers the whole output. */
  readonly isOpaque: boolean;
  readonly blend?: MixingMode;
}

/** What lies below, changed: a graph of the input `below` on the whole output, drawn inside `area`. */
export interface Adjustment<S extends LayerSource = LayerSource> {
  readonly kind: 'adjustment';
  readonly slot: string;
  readonly graph: GraphNode;
  /** What the graph uses besides what lies below: mattes. Layers on the output's pixels. */
  readonly inputs: ReadonlyMap<string, readonly Layer<S>[]>;
  /** The whole output. */
  readonly rect: Rect;
  /** Even. */
  readonly area: Rect;
}

/** The input of an adjustment's graph that is what lies below it. */
export const belowInput: GraphNode = { kind: 'input', name: 'below' };

/** Whether a layer's source is an effect stack. */
export function isEffectStack(source: LayerSource): source is EffectStack {
  return 'graph' in source;
}

/** Equal keys draw equal pixels, over an equal background. */
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

/** The same for layers that are drawn over each other. */
export function layersKey(layers: readonly Layer[]): string {
  return layers.map(drawableKey).join(') (');
}

/** Equal keys are equal pixels of a source. */
export function sourceKey(source: LayerSource): string {
  if (!isEffectStack(source)) return source.version;
  const inputs = [...source.inputs].map(([name, { layers, origin, inside }]) => {
    const edge = inside ? ` ${inside.x},${inside.y},${inside.width},${inside.height}` : '';
    return `${name} ${origin.x},${origin.y}${edge} (${layersKey(layers)})`;
  });
  const { size } = source;
  return `${size.width}x${size.height} ${inputs.join(' ')} ${imageKey(source.graph)}`;
}

/** Equal keys sample equal pixels, opacity aside. */
export function sampleKey(layer: Layer): string {
  return `${sourceKey(layer.source)} ${geometryKey(layer.geometry)}`;
}

function inputsKey(inputs: ReadonlyMap<string, readonly Layer[]>): string {
  return [...inputs].map(([name, layers]) => `${name} (${layersKey(layers)})`).join(' ');
}

/** The pixels that drawing an item takes: those it can change and those it reads below; null: none. */
export function drawableRect(item: Drawable): Rect | null {
  if (item.kind === 'layer') return item.geometry.rect;
  if (item.kind !== 'dissolve') return item.rect;
  if (item.from && item.to) return union(item.from.geometry.rect, item.to.geometry.rect);
  return (item.from ?? item.to)?.geometry.rect ?? null;
}

/** Every pixel of the layer's rectangle is opaque at full opacity. */
export function isOpaque(layer: Layer): boolean {
  return !layer.source.hasAlpha && layer.geometry.solid && layer.opacity >= 1 && !layer.blend;
}

/** The layer is an opaque picture of the whole output. */
export function coversOutput(layer: Layer | null, width: number, height: number): boolean {
  const rect = layer?.geometry.rect;
  return layer !== null && isOpaque(layer) && rect?.width === width && rect.height === height;
}

/** Nothing below the item can be seen: an opaque picture, or a transition that makes one, over the whole output. */
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
