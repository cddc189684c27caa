import { isEmpty, type Rect } from '../../graph/box.ts';
import type { DisplacementMap } from '../../graph/displacement-map.ts';
import type { GraphNodeOf } from '../../graph/graph-node.ts';
import { invert, type Matrix, rotation } from '../../graph/matrix.ts';
import { type Move, moveOf } from '../../graph/primitives/transform.ts';
import type { PlacedImage } from '../device-memory.ts';
import { halved } from '../filter-passes.ts';
import { type Emitter, masked, shaderEdge } from './emitter.ts';

type Transform = GraphNodeOf<'transform'>;

/**
 * Returns the WGSL expression of a transformed image, with bilinear sampling or, where it is reduced, an area average.
 */
export function emitTransform(rendered: Transform, emitter: Emitter): string {
  const { edge, channel } = rendered;
  const { builder, step } = emitter;
  const source = emitter.image(0);
  const sampled = source ? sampleMoved(rendered, moveOf(rendered), source, emitter) : 'vec4f(0.0)';
  const kept = edge === 'transparent' ? sampled : masked(builder, sampled, step.extent);
  if (!channel) return kept;
  const moved = builder.keep('vec4f', kept);
  const own = builder.keep('vec4f', builder.fetch(source));
  const channels = ['r', 'g', 'b'].map((name) => `${name === channel ? moved : own}.${name}`);
  return `vec4f(${channels.join(', ')}, max(${moved}.a, ${own}.a))`;
}

function sampleMoved({ edge }: Transform, move: Move, source: PlacedImage, emitter: Emitter): string {
  const { builder, scope } = emitter;
  const frame = move.sourceRect(builder.area, scope);
  if (!move.toSource || isEmpty(frame)) return 'vec4f(0.0)';
  const inverse = move.affine && invert(move.affine);
  if (inverse) return sampleAffine(inverse, move.shrink, { source, frame, edge: shaderEdge(edge) }, emitter);
  const [a, b, c, d, e, f, g, h, i] = move.toSource;
  const [x, y] = [builder.area.x + 0.5, builder.area.y + 0.5];
  const rows = [
    [a, b, a * x + b * y + c],
    [d, e, d * x + e * y + f],
    [g, h, g * x + h * y + i],
  ].map((row) => builder.entry(...row));
  return `sampleProjected(${placedArguments(source, frame, emitter)}, ${rows.join(', ')}, at, ${shaderEdge(edge)})`;
}

interface Sampled {
  readonly source: PlacedImage;
  readonly frame: Rect;
  readonly edge: number;
}

function sampleAffine(m: Matrix, shrink: Move['shrink'], { source, frame, edge }: Sampled, emitter: Emitter): string {
  const { builder } = emitter;
  const scale = 2 ** -shrink.level;
  let [image, part] = [source, frame];
  for (let k = 0; k < shrink.level; k++) {
    image = emitter.own(halved(emitter.gpu, image, part));
    part = image.rect;
  }
  const [x, y] = [builder.area.x + 0.5, builder.area.y + 0.5];
  const across = builder.entry(m.a * scale, m.c * scale, (m.a * x + m.c * y + m.tx) * scale - 0.5);
  const down = builder.entry(m.b * scale, m.d * scale, (m.b * x + m.d * y + m.ty) * scale - 0.5);
  const count = builder.entry(shrink.x, shrink.y);
  return `sampleArea(${placedArguments(image, part, emitter)}, ${across}, ${down}, ${count}.xy, at, ${edge})`;
}

/**
 * Returns the shader arguments that describe an image: the texture, its rectangle, and the rectangle (`frame`) at whose
 * edges the edge mode applies.
 */
export function placedArguments(source: PlacedImage, frame: Rect, { builder }: Emitter): string {
  return `${builder.texture(source.image)}, ${builder.rect(source.rect)}, ${builder.rect(frame)}`;
}

/** Returns the WGSL expression of an image sampled through a displacement map. */
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
