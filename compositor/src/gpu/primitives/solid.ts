import { grow } from '../../graph/box.ts';
import type { GraphNodeOf } from '../../graph/graph-node.ts';
import { type Emitter, masked } from './emitter.ts';

/** Returns the expression of one colour over the box and its padding. */
export function emitSolid({ colour, room = 0 }: GraphNodeOf<'solid'>, { builder, box }: Emitter): string {
  const rect = grow({ x: 0, y: 0, ...box }, room, room);
  return masked(builder, premultiplied(builder.entry(colour.r, colour.g, colour.b, colour.a)), rect);
}

/** Returns the expression of a straight colour, premultiplied. */
export function premultiplied(colour: string): string {
  return `vec4f(clamp(${colour}.rgb, vec3f(0.0), vec3f(1.0)) * clamp(${colour}.a, 0.0, 1.0), clamp(${colour}.a, 0.0, 1.0))`;
}
