import type { Rect } from '../../graph/box.ts';
import type { Coverage } from '../../graph/graph-node.ts';
import type { GraphScope } from '../../graph/node-rules.ts';
import type { Size } from '../../graph/placement.ts';
import type { Step } from '../../graph/plan.ts';
import type { Edge } from '../../graph/values.ts';
import type { PlacedImage } from '../device-memory.ts';
import type { GpuDevice } from '../gpu-device.ts';
import type { PassBuilder } from '../pass-builder.ts';

/**
 * Gives a graph primitive access to its inputs: as WGSL expressions for the pixel `p`, or as textures if the primitive
 * reads neighbouring pixels.
 */
export interface Emitter {
  readonly step: Step;
  readonly builder: PassBuilder;
  readonly box: Size;
  readonly scope: GraphScope;
  readonly gpu: GpuDevice;
  readonly rasterOutline: OutlineRaster;
  /** Returns the WGSL expression of an input's pixel, a vec4f. */
  value(input: number): string;
  /**
   * Returns an input as a texture, which is drawn before this pass; null when the input is empty. The texture is
   * automatically returned to the pool after this pass was queued.
   */
  image(input: number): PlacedImage | null;
  /**
   * Draws a temporary texture before this pass. The texture is automatically returned to the pool after this pass was
   * queued.
   */
  drawn(area: Rect, write: (builder: PassBuilder) => string): PlacedImage;
  /** Takes ownership of a texture, which is returned to the pool after this pass was queued. */
  own(placed: PlacedImage): PlacedImage;
  /** Returns the rectangle of an input that is needed to draw `area` of this node. */
  needs(input: number): Rect;
}

const edges: Readonly<Record<Edge, number>> = { transparent: 0, clamp: 1, mirror: 2, wrap: 3 };

/** Converts an edge mode to the shaders' encoding. */
export function shaderEdge(edge: Edge): number {
  return edges[edge];
}

/** Returns the WGSL expression of a pixel, made transparent outside a rectangle. */
export function masked(builder: PassBuilder, expression: string, rect: Rect): string {
  return `select(vec4f(0.0), ${expression}, inside(p, ${builder.rect(rect)}))`;
}

/**
 * Function that rasterizes a path without antialiasing: one byte of coverage for each pixel of `rect`, rows without
 * gaps. It first moves the edge of the path by the `expansion` of `outline`.
 */
export type OutlineRaster = (outline: Extract<Coverage, { kind: 'outline' }>, rect: Rect) => Uint8Array<ArrayBuffer>;
