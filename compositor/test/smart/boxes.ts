/**
 * Returns the contents of the first box of an MP4 at a path such as `moov/trak/mdia`. Throws when there is none. ISO
 * 14496-12, 4.2.
 */
export function boxAt(file: Buffer, path: string): Buffer {
  let inside = file;
  for (const type of path.split('/')) {
    const [found] = boxesIn(inside, type);
    if (!found) throw new Error(`There is no box ${type} of ${path}.`);
    inside = found;
  }
  return inside;
}

/** Returns the contents of all boxes of a type in a sequence of boxes. */
export function boxesIn(inside: Buffer, type: string): Buffer[] {
  const boxes: Buffer[] = [];
  for (let at = 0; at + 8 <= inside.length; ) {
    const size = inside.readUInt32BE(at) || inside.length - at;
    if (size < 8) throw new Error(`A box at ${at} has ${size} bytes.`);
    if (inside.toString('latin1', at + 4, at + 8) === type) boxes.push(inside.subarray(at + 8, at + size));
    at += size;
  }
  return boxes;
}
