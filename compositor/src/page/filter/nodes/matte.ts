import type { Coverage, GraphNodeOf } from '../../../graph/graph-node.ts';
import { featherSigma } from '../../../graph/soft-edge.ts';
import { short } from '../../short-number.ts';
import { coverageDrawing } from '../coverage-drawing.ts';
import type { FilterWriter } from '../filter-writer.ts';
import { mixedResult } from '../mixed-result.ts';

type ImageCoverage = Extract<Coverage, { kind: 'node' }>;

/** A picture multiplied by a coverage. */
export function mattePrimitive({ of, by, invert, strength }: GraphNodeOf<'matte'>, writer: FilterWriter): string {
  const source = writer.resultOf(of);
  if (strength <= 0) return source;
  const cover = by.kind === 'node' ? imageCover(by, writer) : coverageDrawing(by, writer);
  const kept = writer.add(`<feComposite in="${source}" in2="${cover}" operator="${invert ? 'out' : 'in'}"/>`);
  return mixedResult(kept, source, strength, writer);
}

/** A channel of another picture as alpha. */
function imageCover({ node: image, channel, expansion, feather }: ImageCoverage, writer: FilterWriter): string {
  const source = writer.resultOf(image);
  let cover = source;
  if (channel === 'luma') {
    // Luma of premultiplied colour, as the renderer reads it: transparent is black.
    const luma = writer.add(
      `<feColorMatrix in="${source}" type="matrix" values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0.2126 0.7152 0.0722 0 0"/>`,
    );
    cover = writer.add(`<feComposite in="${luma}" in2="${source}" operator="in"/>`);
  }
  if (expansion !== 0) cover = moved(cover, expansion, writer);
  if (feather <= 0) return cover;
  return writer.add(`<feGaussianBlur in="${cover}" stdDeviation="${short(featherSigma(feather))}"/>`);
}

/** Directions in which an edge is moved: enough for a circle as round as a line of 100 pixels needs. */
const directions = 24;

/** The edge moved as far everywhere: the outline drawn again all around itself, at the whole way and half of it. */
function moved(cover: string, expansion: number, writer: FilterWriter): string {
  if (expansion < 0) {
    writer.inexact();
    return writer.add(`<feMorphology in="${cover}" operator="erode" radius="${short(-expansion)}"/>`);
  }
  const copies = [expansion, expansion / 2].flatMap((reach) =>
    Array.from({ length: directions }, (_, index) => {
      const turn = (index * 2 * Math.PI) / directions;
      const [dx, dy] = [short(Math.cos(turn) * reach), short(Math.sin(turn) * reach)];
      return writer.add(`<feOffset in="${cover}" dx="${dx}" dy="${dy}"/>`);
    }),
  );
  const nodes = [cover, ...copies].map((name) => `<feMergeNode in="${name}"/>`).join('');
  return writer.add(`<feMerge>${nodes}</feMerge>`);
}
