import type { GraphNodeOf } from '../../../graph/graph-node.ts';
import { short } from '../../markup-values.ts';
import type { FilterWriter } from '../filter-writer.ts';

const keep = {
  r: '1 0 0 0 0 0 0 0 0 0 0 0 0 0 0',
  g: '0 0 0 0 0 0 1 0 0 0 0 0 0 0 0',
  b: '0 0 0 0 0 0 0 0 0 0 0 0 1 0 0',
};
const drop = {
  r: '0 0 0 0 0 0 1 0 0 0 0 0 1 0 0',
  g: '1 0 0 0 0 0 0 0 0 0 0 0 1 0 0',
  b: '1 0 0 0 0 0 1 0 0 0 0 0 0 0 0',
};

const noColour = '0 0 0 0 0 0 0 0 0 0 0 0 0 0 0';

/**
 * Writes a transform node that shifts all channels or one channel of its input. Rotation and scaling are skipped,
 * because an SVG filter can do neither.
 */
export function transformPrimitive({ of, map, edge, channel }: GraphNodeOf<'transform'>, writer: FilterWriter): string {
  const source = writer.resultOf(of);
  const isShift = 'tx' in map && map.a === 1 && map.d === 1 && map.b === 0 && map.c === 0;
  if (!isShift) {
    writer.inexact();
    return source;
  }
  const moved = writer.add(`<feOffset in="${source}" dx="${short(map.tx)}" dy="${short(map.ty)}"/>`);
  if (!channel) return moved;
  if (edge === 'transparent') return withChannel(source, moved, channel, writer);
  // Where the shift uncovers an empty area, the channel keeps its old values.
  const filled = writer.add(`<feComposite in="${moved}" in2="${source}" operator="over"/>`);
  const own = only(filled, keep[channel], writer);
  const others = only(source, drop[channel], writer);
  const both = weighted(own, others, 1, writer);
  // With `clamp`, the result ends at its box.
  return edge === 'clamp' ? writer.add(`<feComposite in="${both}" in2="${source}" operator="in"/>`) : both;
}

/**
 * Replaces one channel of an image by that of the shifted image, as the renderer does. The alpha of each pixel is the
 * larger of the two images' alphas.
 */
function withChannel(source: string, moved: string, channel: 'r' | 'g' | 'b', writer: FilterWriter): string {
  const [own, others] = [only(moved, keep[channel], writer), only(source, drop[channel], writer)];
  // For two colours that share no channel, `screen` gives their sum, but its alpha is that of one over the other: the
  // excess alpha is subtracted.
  const both = writer.add(`<feBlend in="${own}" in2="${others}" mode="screen"/>`);
  const [a, b] = [only(source, noColour, writer), only(moved, noColour, writer)];
  const larger = weighted(a, weighted(b, a, -1, writer), 1, writer);
  const stacked = writer.add(`<feComposite in="${a}" in2="${b}" operator="over"/>`);
  return weighted(both, weighted(stacked, larger, -1, writer), -1, writer);
}

function only(source: string, colours: string, writer: FilterWriter): string {
  return writer.add(`<feColorMatrix in="${source}" type="matrix" values="${colours} 0 0 0 1 0"/>`);
}

/** Adds `weight` times the second result to the first. Values below 0 are clipped. */
function weighted(first: string, second: string, weight: number, writer: FilterWriter): string {
  const weights = `k1="0" k2="1" k3="${weight}" k4="0"`;
  return writer.add(`<feComposite in="${first}" in2="${second}" operator="arithmetic" ${weights}/>`);
}
