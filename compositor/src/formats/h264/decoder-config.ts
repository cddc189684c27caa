import { createBitReader } from './nal-units.ts';
import { readSequenceParameters } from './sequence-parameters.ts';

/** Contents of an `avcC` record (ISO 14496-15, 5.3.3.1). NAL units include their header bytes. */
export interface DecoderConfig {
  profile: number;
  /** Byte of constraint flags. */
  compatibility: number;
  level: number;
  /** Size of the length field before each NAL unit, in bytes. */
  lengthBytes: number;
  sequenceSets: readonly Uint8Array[];
  pictureSets: readonly Uint8Array[];
}

/** Maximum number of sequence parameter sets in a record. */
const MOST_SEQUENCE_SETS = 31;
const MOST_FRAME_SETS = 255;
const HIGH = 100;

/** Reads an `avcC` record. Returns null for anything else and for a damaged record. */
export function readDecoderConfig(record: Uint8Array): DecoderConfig | null {
  if (record[0] !== 1) return null;
  let at = 5;
  const byte = () => record[at++] ?? 0;
  const takeSets = (count: number): Uint8Array[] | null => {
    const sets: Uint8Array[] = [];
    for (let i = 0; i < count; i++) {
      const size = byte() * 256 + byte();
      const set = record.subarray(at, at + size);
      if (size === 0 || set.length < size) return null;
      sets.push(set);
      at += size;
    }
    return sets;
  };
  const sequenceSets = takeSets(byte() & 0x1f);
  const imageSets = sequenceSets && takeSets(byte());
  if (!sequenceSets || !imageSets) return null;
  const [, profile = 0, compatibility = 0, level = 0, length = 0] = record;
  return { profile, compatibility, level, lengthBytes: (length & 3) + 1, sequenceSets, pictureSets: imageSets };
}

/**
 * Merges the `avcC` records of several encoders into one, for a track that contains groups of pictures (GOPs) of all
 * these encoders. The result has every parameter set once, in the order of the records. Returns null when the records
 * cannot be merged: a record is damaged, two different parameter sets have the same id, the profiles or the sizes of
 * the NAL unit length fields differ, or there are too many sets.
 */
export function mergeDecoderConfigs(records: readonly Uint8Array[]): Buffer | null {
  const configs: DecoderConfig[] = [];
  for (const record of records) {
    const config = readDecoderConfig(record);
    if (!config) return null;
    configs.push(config);
  }
  const [first] = configs;
  if (!first || configs.some(({ profile, lengthBytes: n }) => profile !== first.profile || n !== first.lengthBytes))
    return null;
  const sequenceSets = union(
    configs.flatMap((config) => config.sequenceSets),
    sequenceSetId,
  );
  const imageSets = union(
    configs.flatMap((config) => config.pictureSets),
    imageSetId,
  );
  if (!sequenceSets || !imageSets) return null;
  if (sequenceSets.length > MOST_SEQUENCE_SETS || imageSets.length > MOST_FRAME_SETS) return null;
  // A constraint flag must hold for every set.
  const compatibility = configs.reduce((flags, config) => flags & config.compatibility, 0xff);
  const level = Math.max(...configs.map((config) => config.level));
  return Buffer.concat([
    Buffer.from([1, first.profile, compatibility, level, 0xfc | (first.lengthBytes - 1), 0xe0 | sequenceSets.length]),
    ...sequenceSets.map(withSize),
    Buffer.from([imageSets.length]),
    ...imageSets.map(withSize),
    // 4:2:0 of eight bits, and no extensions of sequence sets.
    ...(first.profile === HIGH ? [Buffer.from([0xfc | 1, 0xf8, 0xf8, 0])] : []),
  ]);
}

/** Reads the number of a picture parameter set, and the number of the sequence parameter set that it uses (7.3.2.2). */
export function readImageSetIds(set: Uint8Array): { id: number; sequenceId: number } {
  const bits = createBitReader(set.subarray(0, 16));
  bits.skip(8);
  return { id: bits.exponential(), sequenceId: bits.exponential() };
}

function imageSetId(set: Uint8Array): number {
  return readImageSetIds(set).id;
}

function sequenceSetId(set: Uint8Array): number {
  return readSequenceParameters(set)?.id ?? -1;
}

function union(sets: readonly Uint8Array[], idOf: (set: Uint8Array) => number): Uint8Array[] | null {
  const byId = new Map<number, Uint8Array>();
  for (const set of sets) {
    const id = idOf(set);
    const known = byId.get(id);
    if (known && Buffer.compare(known, set) !== 0) return null;
    byId.set(id, known ?? set);
  }
  return [...byId.values()];
}

function withSize(set: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from([set.length >> 8, set.length & 0xff]), set]);
}
