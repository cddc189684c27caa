import { readDecoderConfig } from '@framemill/compositor/h264';

/**
 * The parameter sets of an `avcC` record as packets hold NAL units: each behind its length, of as many bytes as the record says.
 * Throws RangeError for what is no such record.
 */
export function parameterSetsOf(record: Uint8Array): Buffer {
  const config = readDecoderConfig(record);
  if (config === null) throw new RangeError('The record of the decoder set-up is damaged.');
  const { lengthBytes, sequenceSets, pictureSets } = config;
  return Buffer.concat(
    [...sequenceSets, ...pictureSets].flatMap((set) => {
      const length = Buffer.alloc(lengthBytes);
      length.writeUIntBE(set.length, 0, lengthBytes);
      return [length, set];
    }),
  );
}
