import { createHash } from 'node:crypto';
import type { GroupFacts } from '@framemill/timeline/rendering';
import type { Packet, Stream } from 'node-av/lib';
import { canonicalJson } from '../../catalog/canonical-json.ts';
import { type DecoderConfig, readDecoderConfig } from '../h264/decoder-config.ts';
import { encoderSetupFor } from '../h264/encoder-setup.ts';
import { unitsOf, unitType, unitTypes } from '../h264/units.ts';

/** Maximum number of groups (GOPs) that `GroupFacts` may hold. */
const MOST_GROUPS = 10_000;
/**
 * Maximum number of clock ticks a frame. With finer clocks, a time written with six decimals may select either of two
 * frames.
 */
const MOST_TICKS_A_FRAME = 4500;

const allowed = new Set<number>(Object.values(unitTypes));

/** Finder of closed groups (GOPs) in an H.264 stream, whose packets are added in decoding order. */
export interface GroupTrack {
  /** Adds a packet. `shown` is the frame number in display order; `ticks` is the distance of its time from the grid. */
  add(packet: Packet, shown: number, ticks: number): void;
  /**
   * Returns the groups. `delay` is that of the whole stream. Undefined when the groups cannot share a track with those
   * of an encoder.
   */
  finish(delay: number): GroupFacts | undefined;
}

/** Creates a finder for a stream. `frameTicks` is the number of clock ticks from one frame to the next. */
export function createGroupTrack({ codecpar }: Stream, frameTicks: number): GroupTrack {
  const config = codecpar.extradata ? readDecoderConfig(codecpar.extradata) : null;
  const starts: number[] = [];
  let order = 0;
  let last = -1;
  let fits = config !== null && frameTicks <= MOST_TICKS_A_FRAME;
  return {
    add(packet, shown, ticks) {
      if (!fits || !config) return;
      const isStart = beginsGroup(packet, config);
      fits = isStart === packet.isKeyframe && Math.abs(ticks) <= 1 + 1e-6;
      // All earlier frames were shown and this is the next one, so no frame crosses the group's start.
      if (isStart && (shown !== order || last !== order - 1)) fits = false;
      if (isStart) starts.push(shown);
      order += 1;
      last = Math.max(last, shown);
    },
    finish(delay) {
      if (!fits || !config || starts[0] !== 0 || starts.length > MOST_GROUPS) return undefined;
      const encoder = encoderSetupFor(config, codecpar, delay);
      if (!encoder) return undefined;
      const hash = createHash('sha256').update(canonicalJson(encoder));
      for (const set of [...config.sequenceSets, ...config.pictureSets]) hash.update(`\n${set.length}\n`).update(set);
      return { starts, parameterSets: hash.digest('hex'), encoder };
    },
  };
}

/**
 * Whether a packet holds an IDR frame. null: it has NAL units that no group may have, such as other parameter sets than
 * the file's.
 */
function beginsGroup(packet: Packet, config: DecoderConfig): boolean | null {
  const units = packet.data ? unitsOf(packet.data) : null;
  if (!units) return null;
  const types = units.map(unitType);
  if (!types.every((type) => allowed.has(type))) return null;
  for (const [i, unit] of units.entries()) {
    const sets = { [unitTypes.sequenceSet]: config.sequenceSets, [unitTypes.pictureSet]: config.pictureSets }[
      types[i] ?? 0
    ];
    if (sets && !sets.some((set) => unit.equals(set))) return null;
  }
  const isIdr = types.includes(unitTypes.idrSlice);
  return isIdr && types.includes(unitTypes.slice) ? null : isIdr;
}
