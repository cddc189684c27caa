import type { TransformPicture } from '../../../graph/picture.ts';
import { short } from '../../short-number.ts';
import type { FilterWriter } from '../svg-filter.ts';

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

/** Shifts, of all channels or of one; a filter can neither turn nor scale. */
export function transformPrimitive({ of, map, edge, channel }: TransformPicture, writer: FilterWriter): string {
  const source = writer.resultOf(of);
  const isShift = 'tx' in map && map.a === 1 && map.d === 1 && map.b === 0 && map.c === 0;
  if (!isShift) {
    writer.inexact();
    return source;
  }
  const moved = writer.add(`<feOffset in="${source}" dx="${short(map.tx)}" dy="${short(map.ty)}"/>`);
  if (!channel) return moved;
  // Where the shift uncovers nothing, the channel stays as it was.
  const filled = writer.add(`<feComposite in="${moved}" in2="${source}" operator="over"/>`);
  const own = writer.add(`<feColorMatrix in="${filled}" type="matrix" values="${keep[channel]} 0 0 0 1 0"/>`);
  const others = writer.add(`<feColorMatrix in="${source}" type="matrix" values="${drop[channel]} 0 0 0 1 0"/>`);
  const both = writer.add(
    `<feComposite in="${own}" in2="${others}" operator="arithmetic" k1="0" k2="1" k3="1" k4="0"/>`,
  );
  // What holds its edge ends at its box.
  return edge === 'clamp' ? writer.add(`<feComposite in="${both}" in2="${source}" operator="in"/>`) : both;
}
