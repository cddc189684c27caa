import { featherSigma } from '../../../graph/coverage.ts';
import type { Coverage, GraphNodeOf } from '../../../graph/graph-node.ts';
import { short } from '../../markup-values.ts';
import { coverageDrawing } from '../coverage-drawing.ts';
import { type FilterWriter, mixedResult } from '../filter-writer.ts';

/**
 * Composites one image onto another, with feComposite for `normal` and `add`, and feBlend for the blend modes of W3C
 * Compositing.
 */
export function compositePrimitive(
  { over, under, blend, opacity, atop }: GraphNodeOf<'composite'>,
  writer: FilterWriter,
): string {
  const below = writer.resultOf(under);
  const above = faded(writer.resultOf(over), opacity, writer);
  if (blend === 'normal') {
    return writer.add(`<feComposite in="${above}" in2="${below}" operator="${atop ? 'atop' : 'over'}"/>`);
  }
  const mixed =
    blend === 'add'
      ? writer.add(`<feComposite in="${above}" in2="${below}" operator="arithmetic" k1="0" k2="1" k3="1" k4="0"/>`)
      : writer.add(`<feBlend in="${above}" in2="${below}" mode="${blend}"/>`);
  return atop ? writer.add(`<feComposite in="${mixed}" in2="${below}" operator="in"/>`) : mixed;
}

function faded(source: string, opacity: number, writer: FilterWriter): string {
  if (opacity >= 1) return source;
  const slope = short(Math.max(0, opacity));
  return writer.add(
    `<feComponentTransfer in="${source}"><feFuncA type="linear" slope="${slope}" intercept="0"/></feComponentTransfer>`,
  );
}

/** Writes a weighted sum of premultiplied colours, with the `arithmetic` operator of feComposite. */
export function sumPrimitive({ a, b, k1, k2, k3, k4 }: GraphNodeOf<'sum'>, writer: FilterWriter): string {
  const [first, second] = [writer.resultOf(a), writer.resultOf(b)];
  const weights = [k1, k2, k3, k4].map((weight, index) => `k${index + 1}="${short(weight)}"`).join(' ');
  return writer.add(`<feComposite in="${first}" in2="${second}" operator="arithmetic" ${weights}/>`);
}

type ImageCoverage = Extract<Coverage, { kind: 'node' }>;

/** Multiplies an image by a coverage, then mixes the result with the unmasked image by the strength of the node. */
export function mattePrimitive({ of, by, invert, strength }: GraphNodeOf<'matte'>, writer: FilterWriter): string {
  const source = writer.resultOf(of);
  if (strength <= 0) return source;
  const cover = by.kind === 'node' ? imageCover(by, writer) : coverageDrawing(by, writer);
  const kept = writer.add(`<feComposite in="${source}" in2="${cover}" operator="${invert ? 'out' : 'in'}"/>`);
  return mixedResult(kept, source, strength, writer);
}

/** Converts a channel of the mask image to alpha, then expands and feathers its edge. */
function imageCover({ node: image, channel, expansion, feather }: ImageCoverage, writer: FilterWriter): string {
  const source = writer.resultOf(image);
  let cover = source;
  if (channel === 'luma') {
    // Luma of premultiplied colour, as in the renderer: transparent counts as black.
    const luma = writer.add(
      `<feColorMatrix in="${source}" type="matrix" values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0.2126 0.7152 0.0722 0 0"/>`,
    );
    cover = writer.add(`<feComposite in="${luma}" in2="${source}" operator="in"/>`);
  }
  if (expansion !== 0) cover = moved(cover, expansion, writer);
  if (feather <= 0) return cover;
  return writer.add(`<feGaussianBlur in="${cover}" stdDeviation="${short(featherSigma(feather))}"/>`);
}

/** Number of directions in which an edge is moved. It is enough for a smooth circle of 100 pixels. */
const directions = 24;

/**
 * Moves the edge of a coverage by an equal distance in every direction. To expand it, combines copies that are shifted
 * along circles of the full and of half the distance. To shrink it, erodes it, which is inexact.
 */
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
