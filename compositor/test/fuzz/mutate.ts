/** Returns a generator of pseudo-random numbers from 0 to 1 that depend on the seed alone (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Mutation = (file: Buffer, pick: (below: number) => number, other: Buffer) => Buffer;

/** Boundary values that are likely to break the handling of lengths and counts. */
const limits = [0, 1, 2, 7, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0xfffffff0, 0xffffffff];

/** Returns the offsets of four-character sequences of letters or digits, such as names of boxes and chunks. */
function names(file: Buffer): number[] {
  const places: number[] = [];
  const isLetter = (byte = 0) => (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x7a) || byte === 0x20;
  for (let at = 0; at + 4 <= Math.min(file.length, 65_536); at++) {
    if ([0, 1, 2, 3].every((k) => isLetter(file[at + k]))) places.push(at);
  }
  return places;
}

/** Picks a random offset in a file. Half of the picks are in the first 512 bytes, where headers are. */
function place(file: Buffer, pick: (below: number) => number): number {
  return pick(2) === 0 ? pick(Math.min(512, file.length)) : pick(file.length);
}

const mutations: readonly Mutation[] = [
  function flipBits(file, pick) {
    for (let flips = 1 + pick(12); flips > 0; flips--) {
      const at = place(file, pick);
      file[at] = (file[at] ?? 0) ^ (1 << pick(8));
    }
    return file;
  },
  function overwrite(file, pick) {
    for (let bytes = 1 + pick(24), at = place(file, pick); bytes > 0 && at < file.length; bytes--)
      file[at++] = pick(256);
    return file;
  },
  (file, pick) => file.subarray(0, pick(file.length + 1)),
  function setLength(file, pick) {
    const found = names(file);
    const name = found[pick(found.length)] ?? place(file, pick);
    // In front of the name (MP4, PNG) or behind it (RIFF, AIFF).
    const at = Math.max(0, name + (pick(2) === 0 ? -4 : 4));
    const value = pick(4) === 0 ? pick(2 ** 32) : (limits[pick(limits.length)] ?? 0);
    if (at + 4 > file.length) return file;
    if (pick(2) === 0) file.writeUInt32BE(value, at);
    else file.writeUInt32LE(value, at);
    return file;
  },
  function setNumber(file, pick) {
    const size = [1, 2, 4][pick(3)] ?? 1;
    const at = Math.max(0, Math.min(file.length - size, place(file, pick)));
    if (file.length < size) return file;
    const value = (limits[pick(limits.length)] ?? 0) % 2 ** (8 * size);
    if (pick(2) === 0) file.writeUIntBE(value, at, size);
    else file.writeUIntLE(value, at, size);
    return file;
  },
  function swapChunks(file, pick) {
    const found = names(file);
    const [a = 0, b = 0] = [found[pick(found.length)] ?? 0, found[pick(found.length)] ?? 0].sort((x, y) => x - y);
    const length = Math.min(b - a, file.length - b, 8 + pick(200));
    const [first, second] = [Buffer.from(file.subarray(a, a + length)), Buffer.from(file.subarray(b, b + length))];
    file.set(second, a);
    file.set(first, b);
    return file;
  },
  function repeat(file, pick) {
    const [at, length] = [place(file, pick), 1 + pick(400)];
    return Buffer.concat([file.subarray(0, at), file.subarray(at, at + length), file.subarray(at)]);
  },
  function leaveOut(file, pick) {
    const [at, length] = [place(file, pick), 1 + pick(200)];
    return Buffer.concat([file.subarray(0, at), file.subarray(at + length)]);
  },
  (file, pick) => file.fill(pick(2) * 255, place(file, pick), Math.min(file.length, pick(file.length + 1))),
  (file, pick, other) =>
    Buffer.concat([file.subarray(0, pick(file.length + 1)), other.subarray(pick(other.length + 1))]),
];

/**
 * Creates a file with one to three mutations: flipped bits, truncation, lengths at limits, and chunks that are swapped,
 * repeated, removed or taken from `other`. Equal seeds give equal files.
 */
export function mutate(file: Buffer, other: Buffer, seed: number): Buffer {
  const random = seeded(seed);
  const pick = (below: number) => Math.floor(random() * below);
  let mutated = Buffer.from(file);
  for (let rounds = 1 + pick(3); rounds > 0 && mutated.length > 0; rounds--) {
    const mutation = mutations[pick(mutations.length)];
    if (mutation) mutated = Buffer.from(mutation(mutated, pick, other));
  }
  return mutated;
}
