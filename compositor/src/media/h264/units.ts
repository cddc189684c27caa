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
 * Splits a frame of an MP4 into its NAL units, each stored after its length of four bytes. Returns null when the
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
