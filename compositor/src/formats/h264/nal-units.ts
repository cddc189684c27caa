/** Reader of a raw byte sequence payload, bit by bit, most significant bit first. Returns zeros after the end. */
export interface BitReader {
  /** Whether bits beyond the end were read. */
  readonly overrun: boolean;
  /** Reads `count` bits, at most 32, as an unsigned number. */
  take(count: number): number;
  skip(count: number): void;
  /** Reads an unsigned Exp-Golomb number (ITU-T H.264, 9.1). */
  exponential(): number;
  /** Reads a signed Exp-Golomb number (9.1.1). */
  signed(): number;
}

/**
 * Creates a reader for the payload of an H.264 NAL unit including its header byte. Emulation prevention bytes are
 * removed (7.4.1).
 */
export function createBitReader(unit: Uint8Array): BitReader {
  const bytes = withoutEmulation(unit);
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

/** Removes emulation prevention bytes: each 3 that an encoder inserted after two zeros to avoid a false start code. */
function withoutEmulation(unit: Uint8Array): Uint8Array {
  return unit.filter((byte, i) => !(byte === 3 && i >= 2 && unit[i - 1] === 0 && unit[i - 2] === 0));
}

/** Types of NAL units (ITU-T H.264, table 7-1). */
export const unitTypes = {
  slice: 1,
  idrSlice: 5,
  information: 6,
  sequenceSet: 7,
  pictureSet: 8,
  delimiter: 9,
  filler: 12,
} as const;

/**
 * Splits a frame of an MP4 into its NAL units, each of which follows its length in four bytes. Returns null when the
 * lengths are inconsistent.
 */
export function unitsOf(image: Buffer): Buffer[] | null {
  const units: Buffer[] = [];
  let at = 0;
  while (at + 4 < image.length) {
    const end = at + 4 + image.readUInt32BE(at);
    if (end === at + 4 || end > image.length) return null;
    units.push(image.subarray(at + 4, end));
    at = end;
  }
  return at === image.length ? units : null;
}

/** Returns the type of a NAL unit. */
export function unitType(unit: Uint8Array): number {
  return (unit[0] ?? 0) & 0x1f;
}
