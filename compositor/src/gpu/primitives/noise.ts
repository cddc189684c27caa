import { grow } from '../../graph/box.ts';
import type { GraphNodeOf } from '../../graph/graph-node.ts';
import { type Emitter, masked } from './emitter.ts';

/** Returns the expression of noise over the box and its padding. */
export function emitNoise(image: GraphNodeOf<'noise'>, { builder, box }: Emitter): string {
  const { seed, size, amount, roughness, monochrome, room = 0 } = image;
  const rect = grow({ x: 0, y: 0, ...box }, room, room);
  // A float cannot hold 32 bits exactly, so that the seed is passed in two halves.
  const halves = builder.entry(seed & 0xffff, (seed >>> 16) & 0xffff);
  const look = builder.entry(Math.max(1, size), amount, Math.min(1, Math.max(0, roughness)), monochrome ? 1 : 0);
  return masked(builder, `noise(p, u32(${halves}.x) | (u32(${halves}.y) << 16u), ${look})`, rect);
}
