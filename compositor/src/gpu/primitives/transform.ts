import { isEmpty, type Rect } from '../../graph/box.ts';
import type { GraphNodeOf } from '../../graph/graph-node.ts';
import { invert, type Matrix } from '../../graph/matrix.ts';
import { type Move, moveOf } from '../../graph/primitives/transform.ts';
import type { PlacedImage } from '../gpu-image.ts';
import { halved } from '../halving.ts';
import { type Emitter, masked, shaderEdge } from './emitter.ts';

type Transform = GraphNodeOf<'transform'>;

/** Returns the expression of a transformed image: bilinear sampling, or an area average where it shrinks. */
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
 * Returns shader arguments: a texture, its rectangle and the part of the image at whose edges the edge mode applies.
 */
export function placedArguments(source: PlacedImage, frame: Rect, { builder }: Emitter): string {
  return `${builder.texture(source.image)}, ${builder.rect(source.rect)}, ${builder.rect(frame)}`;
}
