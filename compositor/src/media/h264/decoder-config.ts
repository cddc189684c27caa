import { createBitReader } from './bit-reader.ts';
import { readSequenceParameters } from './sequence-parameters.ts';

/** What an `avcC` record holds (ISO 14496-15, 5.3.3.1): NAL units with their header bytes. */
export interface DecoderConfig {
  profile: number;
  /** The byte of constraint flags. */
  compatibility: number;
  level: number;
  /** Bytes of the length in front of each NAL unit. */
  lengthBytes: number;
  sequenceSets: readonly Uint8Array[];
  pictureSets: readonly Uint8Array[];
}

/** Most sets of each kind that a record has room for. */
const MOST_SEQUENCE_SETS = 31;
const MOST_FRAME_SETS = 255;
const HIGH = 100;

/** Reads an `avcC` record. null for anything else, also for a damaged one. */
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
 * One record for a track whose groups of pictures come from several encoders: the sets of all, each once. null when they cannot stand
 * in one track: two different sets have the same number, or lengths and profiles differ. Sets keep the order of the records.
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
  // A flag promises something of every set.
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

/** The number under which pictures name a picture parameter set, and that of the sequence parameter set that it belongs to (7.3.2.2). */
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
