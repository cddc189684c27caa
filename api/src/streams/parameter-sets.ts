/**
 * The parameter sets of an `avcC` record (ISO 14496-15, 5.3.3.1) as packets hold NAL units: each behind its length, of as many bytes as
 * the record says. Throws RangeError for a record that ends too early.
 */
export function parameterSetsOf(record: Uint8Array): Uint8Array {
  const view = new DataView(record.buffer, record.byteOffset, record.byteLength);
  const lengthBytes = (view.getUint8(4) & 3) + 1;
  const units: Buffer[] = [];
  let at = 5;
  // Sequence parameter sets, the count of which has five bits, then those of pictures.
  for (const mask of [0x1f, 0xff]) {
    const count = view.getUint8(at) & mask;
    at += 1;
    for (let index = 0; index < count; index++) {
      const size = view.getUint16(at);
      const unit = Buffer.alloc(lengthBytes + size);
      unit.writeUIntBE(size, 0, lengthBytes);
      unit.set(record.subarray(at + 2, at + 2 + size), lengthBytes);
      units.push(unit);
      at += 2 + size;
    }
  }
  return Buffer.concat(units);
}
