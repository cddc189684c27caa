import type { EncoderSetup } from '@framemill/timeline/rendering';
import { type DecoderConfig, readImageSetIds } from './decoder-config.ts';
import { readSequenceParameters, type SequenceParameters, type UsabilityInformation } from './sequence-parameters.ts';

/** Capacity of the decoded picture buffer in macroblocks, by ten times the level (ITU-T H.264, table A-1). */
const memoryByLevel: Readonly<Record<number, number>> = {
  ...{ 9: 396, 10: 396, 11: 900, 12: 2376, 13: 2376, 20: 2376, 21: 4752, 22: 8100, 30: 8100, 31: 18_000, 32: 20_480 },
  ...{
    40: 32_768,
    41: 32_768,
    42: 34_816,
    50: 110_400,
    51: 184_320,
    52: 184_320,
    60: 696_320,
    61: 696_320,
    62: 696_320,
  },
};

const profiles: Readonly<Record<number, EncoderSetup['profile']>> = { 66: 'baseline', 77: 'main', 100: 'high' };
/**
 * Minimum number of frames that the encoder buffers, by its reordering depth: 0 (no B-frames), 1 (B-frames), 2
 * (B-frames that refer to B-frames).
 */
const leastHeld = [1, 2, 4] as const;
const MOST_HELD = 16;
const MACROBLOCK = 16;
const BT709 = 1;
const UNSPECIFIED = 2;

/**
 * Derives encoder settings for frames that share a track with the copied frames of a stream. A decoder then needs no
 * more memory, delay or features for the encoded frames than for the stream. `delay` is the reordering delay that the
 * stream actually has, in frames.
 *
 * Returns undefined when there are no such settings: for example, the stream has several sequence parameter sets, a
 * frame order or cropping that the encoder does not support, or colour tags other than BT.709.
 */
export function encoderSetupFor(
  config: DecoderConfig,
  size: { width: number; height: number },
  delay: number,
): EncoderSetup | undefined {
  const [set, ...more] = config.sequenceSets;
  const sequence = set && more.length === 0 ? readSequenceParameters(set) : null;
  if (!sequence || config.lengthBytes !== 4) return undefined;
  const profile = profiles[sequence.profile];
  const memory = memoryByLevel[sequence.level];
  if (!profile || memory === undefined || !isPlain(sequence, size)) return undefined;
  if (profile === 'baseline' && !sequence.isConstrained) return undefined;
  const { usability } = sequence;
  if (usability === 'damaged') return undefined;
  const tagged = tagsOf(usability);
  const reorder = usability?.reordering?.pictures ?? delay;
  const held =
    usability?.reordering?.held ?? Math.min(MOST_HELD, Math.floor(memory / (sequence.width * sequence.height)));
  const least = leastHeld[reorder];
  if (tagged === undefined || delay > reorder || least === undefined || held < least || held > MOST_HELD)
    return undefined;
  if (profile === 'baseline' && reorder > 0) return undefined;
  const setId = freeId(sequence.id, config);
  return setId === undefined ? undefined : { setId, profile, level: sequence.level, reorder, held, tagged };
}

/** Whether the stream is progressive 4:2:0 of eight bits, cropped only by the padding of the last macroblocks. */
function isPlain(
  { chroma, depths, framesOnly, crop, ...sequence }: SequenceParameters,
  size: { width: number; height: number },
) {
  const [luma, colour] = depths;
  const wide = Math.ceil(size.width / MACROBLOCK);
  const high = Math.ceil(size.height / MACROBLOCK);
  return (
    chroma === 1 &&
    luma === 8 &&
    colour === 8 &&
    framesOnly &&
    sequence.width === wide &&
    sequence.height === high &&
    crop.left === 0 &&
    crop.top === 0 &&
    2 * crop.right === wide * MACROBLOCK - size.width &&
    2 * crop.bottom === high * MACROBLOCK - size.height
  );
}

/** Returns true for a stream with the colour tags of BT.709, false for one without tags, undefined for other tags. */
function tagsOf(usability: UsabilityInformation | null): boolean | undefined {
  if (usability === null) return false;
  const { fullRange, primaries, transfer, matrix } = usability;
  const said = [primaries, transfer, matrix];
  if (fullRange) return undefined;
  if (said.every((code) => code === BT709)) return true;
  return said.every((code) => code === UNSPECIFIED) ? false : undefined;
}

/**
 * Returns the highest parameter set number that is free among the stream's sequence and picture parameter sets. Returns
 * undefined when all are used, or when a picture parameter set belongs to another sequence parameter set.
 */
function freeId(sequenceId: number, { pictureSets: imageSets }: DecoderConfig): number | undefined {
  const taken = new Set([sequenceId]);
  for (const set of imageSets) {
    const { id, sequenceId: owner } = readImageSetIds(set);
    if (owner !== sequenceId) return undefined;
    taken.add(id);
  }
  for (let id = 31; id >= 0; id--) if (!taken.has(id)) return id;
  return undefined;
}
