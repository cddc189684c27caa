/**
 * Whether every picture of an H.264 stream is progressive for certain (`frame_mbs_only_flag` of all its sequence parameter sets).
 * `config` is an `avcC` record (ISO 14496-15, 5.3.3.1); anything else, also a damaged one, answers false. Syntax: ITU-T H.264, 7.3.2.1.1.
 */
export function isProgressiveH264(config: Uint8Array): boolean {
  if (config[0] !== 1) return false;
  const sets = (config[5] ?? 0) & 0x1f;
  let at = 6;
  for (let i = 0; i < sets; i++) {
    const size = ((config[at] ?? 0) << 8) | (config[at + 1] ?? 0);
    const set = config.subarray(at + 2, at + 2 + size);
    if (set.length < size || !framesOnly(set)) return false;
    at += 2 + size;
  }
  return sets > 0;
}

// Profiles whose parameter sets say how chroma is sampled and carry scaling lists.
const highProfiles = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]);

function framesOnly(set: Uint8Array): boolean {
  const bits = createBitReader(withoutEmulation(set));
  bits.skip(8);
  const profile = bits.take(8);
  bits.skip(16);
  bits.exponential();
  if (highProfiles.has(profile)) skipHighFields(bits);
  bits.exponential();
  skipPictureOrder(bits);
  // Reference frames, gaps, width and height in macroblocks.
  bits.exponential();
  bits.skip(1);
  bits.exponential();
  bits.exponential();
  return bits.take(1) === 1 && !bits.overrun;
}

function skipHighFields(bits: BitReader): void {
  const chroma = bits.exponential();
  if (chroma === 3) bits.skip(1);
  // Depths of luma and chroma, and whether the transform may be bypassed.
  bits.exponential();
  bits.exponential();
  bits.skip(1);
  if (bits.take(1) === 0) return;
  const lists = chroma === 3 ? 12 : 8;
  for (let list = 0; list < lists; list++) if (bits.take(1) === 1) skipScalingList(bits, list < 6 ? 16 : 64);
}

function skipScalingList(bits: BitReader, length: number): void {
  let last = 8;
  for (let j = 0; j < length; j++) {
    const next = (last + bits.signed() + 256) % 256;
    // The rest of the list repeats.
    if (next === 0) return;
    last = next;
  }
}

function skipPictureOrder(bits: BitReader): void {
  const type = bits.exponential();
  if (type === 0) bits.exponential();
  if (type !== 1) return;
  bits.skip(1);
  bits.exponential();
  bits.exponential();
  const cycle = Math.min(255, bits.exponential());
  for (let i = 0; i < cycle; i++) bits.exponential();
}

/** Encoders put a 3 between two zeros and what might look like a start code. */
function withoutEmulation(set: Uint8Array): Uint8Array {
  return set.filter((byte, i) => !(byte === 3 && i >= 2 && set[i - 1] === 0 && set[i - 2] === 0));
}

interface BitReader {
  /** Something was read beyond the end. */
  readonly overrun: boolean;
  take(count: number): number;
  skip(count: number): void;
  /** An unsigned Exp-Golomb number (9.1). */
  exponential(): number;
  signed(): number;
}

function createBitReader(bytes: Uint8Array): BitReader {
  let at = 0;
  const bit = () => {
    const value = ((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1;
    at += 1;
    return value;
  };
  const take = (count: number) => {
    let value = 0;
    for (let i = 0; i < count; i++) value = value * 2 + bit();
    return value;
  };
  const exponential = () => {
    let zeros = 0;
    while (zeros < 32 && bit() === 0) zeros += 1;
    return 2 ** zeros - 1 + take(zeros);
  };
  return {
    get overrun() {
      return at > bytes.length * 8;
    },
    take,
    skip(count) {
      at += count;
    },
    exponential,
    signed() {
      const code = exponential();
      return code % 2 === 1 ? (code + 1) / 2 : -code / 2;
    },
  };
}
