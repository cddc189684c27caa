import type { Rect } from '../../graph/box.ts';
import type { DisplacementMap } from '../../graph/displacement-map.ts';
import type { GraphNodeOf } from '../../graph/graph-node.ts';
import { rotation } from '../../graph/matrix.ts';
import { type Emitter, masked, shaderEdge } from './emitter.ts';
import { placedArguments } from './transform.ts';

/** Returns the expression of an image sampled through a displacement map. */
export function emitRemap({ field, edge }: GraphNodeOf<'remap'>, emitter: Emitter): string {
  const { builder, step } = emitter;
  const source = emitter.image(0);
  if (!source) return 'vec4f(0.0)';
  const frame = emitter.needs(0);
  const place = builder.keep('vec2f', bend(field, frame, emitter));
  const sampled = `sampleAt(${placedArguments(source, frame, emitter)}, ${place} - 0.5, ${shaderEdge(edge)})`;
  return edge === 'transparent' ? sampled : masked(builder, sampled, step.extent);
}

// Returns the expression (a vec2f) of the source position.
function bend(field: DisplacementMap, frame: Rect, { builder, box }: Emitter): string {
  const middle = '(vec2f(p) + 0.5)';
  switch (field.kind) {
    case 'wave': {
      const wave = builder.entry(field.amplitude, field.wavelength, field.phase, field.axis === 'y' ? 1 : 0);
      return `bendWave(${middle}, ${wave})`;
    }
    case 'lens': {
      const { centerX, centerY, amount, zoom = 1 } = field;
      const corner = Math.hypot(Math.max(centerX, box.width - centerX), Math.max(centerY, box.height - centerY));
      return `bendLens(${middle}, ${builder.entry(centerX, centerY, amount, corner)}, ${builder.entry(zoom)}.x)`;
    }
    case 'mirror':
      return `bendMirror(${middle}, ${builder.entry(field.at, field.axis === 'y' ? 1 : 0)}.xy)`;
    case 'kaleidoscope': {
      const wedges = 2 * Math.max(1, Math.round(field.segments));
      const start = (((field.angle / 360) % 1) + 1) % 1;
      const { a, b } = rotation(2 * (start * 360 + 180 / wedges));
      const shape = builder.entry(field.centerX, field.centerY, wedges, start);
      return `bendKaleidoscope(${middle}, ${shape}, ${builder.entry(a, b)}.xy)`;
    }
    case 'pixelate': {
      const size = builder.entry(box.width, box.height, field.size);
      return `bendPixelate(${middle}, ${size}.xy, ${size}.z, ${builder.rect(frame)})`;
    }
    case 'blocks': {
      // Two entries for each block: its rectangle, and the offset of its pixels.
      const entries = field.blocks.flatMap(({ x, y, width, height, dx, dy }) => [
        [x, y, width, height],
        [dx, dy],
      ]);
      const count = builder.entry(field.blocks.length);
      return `bendBlocks(${middle}, ${builder.entries(entries)}, i32(${count}.x))`;
    }
  }
}
