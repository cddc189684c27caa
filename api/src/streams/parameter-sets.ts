import { readDecoderConfig } from '@framemill/compositor/h264';

/**
 * Returns the parameter sets of an `avcC` record in the form of packets, each preceded by its length.
 * The record gives the size of these lengths. Throws `RangeError` when the bytes are not such a record.
 */
export function parameterSetsOf(record: Uint8Array): Buffer {
  const config = readDecoderConfig(record);
  if (config === null) throw new RangeError('The decoder configuration (avcC) is damaged.');
  const { lengthBytes, sequenceSets, pictureSets } = config;
  return Buffer.concat(
    [...sequenceSets, ...pictureSets].flatMap((set) => {
      const length = Buffer.alloc(lengthBytes);
      length.writeUIntBE(set.length, 0, lengthBytes);
      return [length, set];
    }),
  );
}
