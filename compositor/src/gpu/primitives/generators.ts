import { grow } from '../../graph/box.ts';
import type { GraphNodeOf } from '../../graph/graph-node.ts';
import { rotation } from '../../graph/matrix.ts';
import { type Emitter, masked } from './emitter.ts';

/** Returns the WGSL expression of a solid colour in the box and its padding, transparent outside. */
export function emitSolid({ colour, room = 0 }: GraphNodeOf<'solid'>, { builder, box }: Emitter): string {
  const rect = grow({ x: 0, y: 0, ...box }, room, room);
  return masked(builder, premultiplied(builder.entry(colour.r, colour.g, colour.b, colour.a)), rect);
}

/** Returns the WGSL expression that premultiplies a straight colour. */
function premultiplied(colour: string): string {
  return (
    `vec4f(clamp(${colour}.rgb, vec3f(0.0), vec3f(1.0)) * clamp(${colour}.a, 0.0, 1.0), clamp(${colour}.a, 0.0, ` +
    '1.0))'
  );
}

/** Returns the WGSL expression of noise in the box and its padding. */
export function emitNoise(image: GraphNodeOf<'noise'>, { builder, box }: Emitter): string {
  const { seed, size, amount, roughness, monochrome, room = 0 } = image;
  const rect = grow({ x: 0, y: 0, ...box }, room, room);
  // A float cannot hold 32 bits exactly, so that the seed is passed in two halves.
  const halves = builder.entry(seed & 0xffff, (seed >>> 16) & 0xffff);
  const look = builder.entry(Math.max(1, size), amount, Math.min(1, Math.max(0, roughness)), monochrome ? 1 : 0);
  return masked(builder, `noise(p, u32(${halves}.x) | (u32(${halves}.y) << 16u), ${look})`, rect);
}

/** Returns the WGSL expression of one colour whose alpha follows a formula, in the box and its padding. */
export function emitPattern({ colour, pattern, room = 0 }: GraphNodeOf<'pattern'>, emitter: Emitter): string {
  const { builder, box } = emitter;
  const rect = grow({ x: 0, y: 0, ...box }, room, room);
  const paint = premultiplied(builder.entry(colour.r, colour.g, colour.b, colour.a));
  return masked(builder, `${paint} * ${cover(pattern, builder.rect(rect), emitter)}`, rect);
}

function cover(pattern: GraphNodeOf<'pattern'>['pattern'], border: string, emitter: Emitter): string {
  const { builder } = emitter;
  switch (pattern.type) {
    case 'lines': {
      const spacing = Math.max(1, pattern.spacing);
      const { a, b } = rotation(pattern.angle + 90);
      const share = Math.min(1, Math.max(0, pattern.share));
      return `coverSlats(p, ${builder.entry(a / spacing, b / spacing, 0, share)}, ${builder.entry(1 / spacing)}.x)`;
    }
    case 'radial': {
      const { centerX, centerY, radiusX, radiusY, inner, outer } = pattern;
      const shape = builder.entry(centerX, centerY, Math.max(0.01, radiusX), Math.max(0.01, radiusY));
      return `radialCover(p, ${shape}, ${builder.entry(inner, outer)}.xy)`;
    }
    case 'dots': {
      const seen = emitter.image(0);
      if (!seen) return '0.0';
      const { a, b } = rotation(pattern.angle);
      const grid = builder.entry(a, b, Math.max(1, pattern.size));
      return `dotsCover(${builder.texture(seen.image)}, ${builder.rect(seen.rect)}, ${border}, p, ${grid})`;
    }
  }
}
