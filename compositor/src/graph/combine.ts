import { parseColor } from '@framemill/timeline/rendering';
import type { GraphNode } from './graph-node.ts';
import { compose, rotation, scaling, translation } from './matrix.ts';
import type { Colour, LutTable } from './values.ts';

/** Effect graph of a fully transparent image. A transition uses it in place of a missing clip. */
export const transparent: GraphNode = { kind: 'solid', colour: { r: 0, g: 0, b: 0, a: 0 } };

/** Returns a graph that adds two images, such as images that each cover a part of the same pixels. */
export function added(a: GraphNode, b: GraphNode): GraphNode {
  return { kind: 'sum', a, b, k1: 0, k2: 1, k3: 1, k4: 0 };
}

/** Returns a graph that mixes two images: `weight` 0 is `a` alone, 1 is `b` alone. */
export function mixed(a: GraphNode, b: GraphNode, weight: number): GraphNode {
  if (weight <= 0) return a;
  if (weight >= 1) return b;
  return { kind: 'sum', a, b, k1: 0, k2: 1 - weight, k3: weight, k4: 0 };
}

/** Returns a graph that multiplies an image by an opacity of 0-1. */
export function faded(of: GraphNode, opacity: number): GraphNode {
  return of === transparent ? of : mixed(transparent, of, opacity);
}

/**
 * Returns a graph that places image `upper` over image `under`. When one of them is the constant `transparent`, returns
 * the other one unchanged.
 */
export function over(upper: GraphNode, under: GraphNode): GraphNode {
  if (upper === transparent) return under;
  if (under === transparent) return upper;
  return { kind: 'composite', over: upper, under, blend: 'normal', opacity: 1 };
}

/** Returns a graph that moves an image by (x, y) pixels. */
export function moved(of: GraphNode, x: number, y: number): GraphNode {
  if (of === transparent) return of;
  return { kind: 'transform', of, map: translation(x, y), edge: 'transparent' };
}

/**
 * Returns a graph that scales and rotates (degrees clockwise) an image about the centre of a box. Returns `transparent`
 * at a scale of 0.
 */
export function scaledAbout(
  of: GraphNode,
  box: { width: number; height: number },
  scale: number,
  degrees = 0,
): GraphNode {
  if (of === transparent || scale < 1e-4) return transparent;
  const [x, y] = [box.width / 2, box.height / 2];
  const steps = [scaling(scale, scale), rotation(degrees), translation(x, y)];
  const map = steps.reduce((all, step) => compose(step, all), translation(-x, -y));
  return { kind: 'transform', of, map, edge: 'transparent' };
}

/**
 * Returns a graph that mixes an image's colours with one colour, which has the weight `share` (0-1). Alpha does not
 * change.
 */
export function tinted(of: GraphNode, colour: Colour, share: number): GraphNode {
  if (share <= 0) return of;
  return { kind: 'lut', of, table: constantTable(colour), intensity: Math.min(1, share) };
}

/** Parses a CSS colour. Throws when `css` is not a colour. */
export function colourOf(css: string): Colour {
  const { r, g, b, a } = parseColor(css);
  return { r: r / 255, g: g / 255, b: b / 255, a };
}

function constantTable({ r, g, b }: Colour): LutTable {
  const values = new Float32Array(24);
  for (let at = 0; at < values.length; at += 3) values.set([r, g, b], at);
  return { size: 2, values, id: `constant ${r} ${g} ${b}` };
}
