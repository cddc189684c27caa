import type { Rect } from '../../graph/box.ts';
import type { GraphScope } from '../../graph/node-rules.ts';
import type { Size } from '../../graph/placement.ts';
import type { Step } from '../../graph/plan.ts';
import type { Edge } from '../../graph/values.ts';
import type { GpuDevice } from '../gpu-device.ts';
import type { PlacedImage } from '../gpu-image.ts';
import type { OutlineRaster } from '../outline-raster.ts';
import type { PassBuilder } from '../pass-builder.ts';

/** What a primitive is emitted with: expressions of its inputs at the pixel `p`, or its inputs as textures where it looks around. */
export interface Emitter {
  readonly step: Step;
  readonly builder: PassBuilder;
  readonly box: Size;
  readonly scope: GraphScope;
  readonly gpu: GpuDevice;
  readonly rasterOutline: OutlineRaster;
  /** The pixel of an input, a vec4f. */
  value(input: number): string;
  /** An input as a texture, drawn beforehand; null: nothing of it shows. Given back when the pass has been added. */
  image(input: number): PlacedImage | null;
  /** Draws a texture of its own before this pass, that is given back when the pass has been added. */
  drawn(area: Rect, write: (builder: PassBuilder) => string): PlacedImage;
  /** The same for a texture that somebody else made: it is given back when the pass has been added. */
  own(placed: PlacedImage): PlacedImage;
  /** The part of an input that `area` of this node is made of. */
  needs(input: number): Rect;
}

const edges: Readonly<Record<Edge, number>> = { transparent: 0, clamp: 1, mirror: 2, wrap: 3 };

/** An edge as the shaders take it. */
export function shaderEdge(edge: Edge): number {
  return edges[edge];
}

/** A value that is transparent outside of a rectangle. */
export function masked(builder: PassBuilder, expression: string, rect: Rect): string {
  return `select(vec4f(0.0), ${expression}, inside(p, ${builder.rect(rect)}))`;
}
