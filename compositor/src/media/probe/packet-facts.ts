import { createHash } from 'node:crypto';
import { type GroupFacts, type PacketFacts, type Rate, rateOf, type SeekFacts } from '@framemill/timeline/rendering';
import {
  AV_CODEC_ID_AAC,
  AV_CODEC_ID_H264,
  AV_NOPTS_VALUE,
  AV_PIX_FMT_YUV420P,
  AV_PKT_DATA_NEW_EXTRADATA,
  AV_PKT_FLAG_CORRUPT,
  AV_PKT_FLAG_DISCARD,
  AV_PROFILE_AAC_LOW,
  AVCOL_PRI_BT709,
  AVCOL_PRI_UNSPECIFIED,
  AVCOL_RANGE_MPEG,
  AVCOL_RANGE_UNSPECIFIED,
  AVCOL_SPC_BT709,
  AVCOL_SPC_UNSPECIFIED,
  AVCOL_TRC_BT709,
  AVCOL_TRC_UNSPECIFIED,
  AVDISCARD_ALL,
} from 'node-av/constants';
import { Packet, type Stream } from 'node-av/lib';
import { type DecoderConfig, readDecoderConfig } from '../../formats/h264/decoder-config.ts';
import { encoderSetupFor } from '../../formats/h264/encoder-setup.ts';
import { unitsOf, unitType, unitTypes } from '../../formats/h264/nal-units.ts';
import { readSequenceParameters } from '../../formats/h264/sequence-parameters.ts';
import { canonicalJson } from '../../plan/canonical-json.ts';
import { isHighDefinition } from '../colour-coding.ts';
import { displayGeometry } from '../display-geometry.ts';
import { type MediaInput, openInput } from '../open-input.ts';
import { zeroTicks } from '../stream-times.ts';
import { createSeekMeter } from './seek-facts.ts';

/**
 * Maximum distance of a frame's time from an exact multiple of the frame duration, in seconds. The compositor has the
 * same tolerance.
 */
const MAX_SLACK_SEC = 0.0005;
/** Maximum difference between the durations of audio and video, in seconds. */
const AUDIO_SLACK_SEC = 0.1;

/** Facts that need all packets of a file: those for stream copy, and the cost of seeks. */
export interface WholeFileFacts {
  packets?: PacketFacts;
  seek?: SeekFacts;
}

/**
 * Reads all packets of a file once (1 to 7 us each), without decoding, and collects the facts that stream copy needs
 * and the cost of seeks. `packets` is absent when the packets cannot be copied (see `PacketFacts`), and both are absent
 * for a file without video.
 */
export function wholeFileFacts(path: string): WholeFileFacts {
  const input = openInput(path);
  const packet = new Packet();
  packet.alloc();
  try {
    const { video, format } = input;
    if (!video) return {};
    const meter = createSeekMeter(input, video);
    const copy = createCopyTrack(input, video);
    let isCopyable = copy !== null;
    for (const stream of format.streams) {
      const isRead = stream.index === video.index || (copy !== null && stream.index === input.audio?.index);
      if (!isRead) stream.discard = AVDISCARD_ALL;
    }
    while (format.readFrameSync(packet) >= 0) {
      if (packet.streamIndex === video.index) meter.add(packet);
      isCopyable &&= copy?.add(packet) ?? false;
      packet.unref();
    }
    const packets = isCopyable ? copy?.finish() : undefined;
    return { ...(packets ? { packets } : {}), seek: meter.facts() };
  } finally {
    packet.free();
    input.close();
  }
}

/** Collector of the facts for stream copy. All packets of a file are added to it, in the order of the file. */
interface CopyTrack {
  /** Returns false when the packet prevents a copy of the video. */
  add(packet: Packet): boolean;
  /** Returns undefined when the video cannot be copied. */
  finish(): PacketFacts | undefined;
}

/**
 * Creates the collector for a file; null when its packets cannot be copied. Supports only MP4 and MOV, because other
 * containers round times or store the decoder configuration elsewhere. Edit lists are applied; a file whose edit list
 * hides frames is rejected.
 */
function createCopyTrack(input: MediaInput, video: Stream): CopyTrack | null {
  if (!input.container.demuxer.startsWith('mov') || !hasPlainFrames(video)) return null;
  const rate = constantRate(video);
  if (rate === null) return null;
  const { audio } = input;
  const images = createVideoTrack(video, zeroTicks(input, video), rate);
  const mix = audio && isPlainAudio(audio) ? createAudioTrack(audio, zeroTicks(input, audio)) : null;
  return {
    add(packet) {
      if (packet.streamIndex === audio?.index) mix?.add(packet);
      return packet.streamIndex !== video.index || images.add(packet);
    },
    finish() {
      const grid = images.finish();
      if (grid === null) return undefined;
      const endSec = (grid.frames * rate.den) / rate.num;
      return { rate, ...grid, soundFits: mix?.fits(endSec) ?? false };
    },
  };
}

function hasPlainFrames(stream: Stream): boolean {
  const { codecpar } = stream;
  const { width, height, extradata } = codecpar;
  if (codecpar.codecId !== AV_CODEC_ID_H264 || codecpar.format !== AV_PIX_FMT_YUV420P || extradata === null)
    return false;
  const shown = displayGeometry(stream);
  if (shown.turn.length > 0 || shown.width !== width || shown.height !== height) return false;
  const isTagged = codecpar.colorSpace === AVCOL_SPC_BT709;
  const isTaken = codecpar.colorSpace === AVCOL_SPC_UNSPECIFIED && isHighDefinition(width, height);
  return (
    (isTagged || isTaken) &&
    [AVCOL_PRI_BT709, AVCOL_PRI_UNSPECIFIED].includes(codecpar.colorPrimaries) &&
    [AVCOL_TRC_BT709, AVCOL_TRC_UNSPECIFIED].includes(codecpar.colorTrc) &&
    [AVCOL_RANGE_MPEG, AVCOL_RANGE_UNSPECIFIED].includes(codecpar.colorRange) &&
    isProgressiveH264(extradata)
  );
}

function constantRate(stream: Stream): Rate | null {
  const { num, den } = stream.avgFrameRate;
  return num > 0 && den > 0 ? rateOf(num / den) : null;
}

function isPlainAudio({ codecpar }: Stream): boolean {
  return codecpar.codecId === AV_CODEC_ID_AAC && codecpar.profile === AV_PROFILE_AAC_LOW && codecpar.channels <= 2;
}

function createVideoTrack(stream: Stream, zero: bigint, rate: Rate) {
  const frameTicks = (rate.den * stream.timeBase.den) / (rate.num * stream.timeBase.num);
  const groups = createGroupTrack(stream, frameTicks);
  const slack = Math.min(0.5, (MAX_SLACK_SEC * stream.timeBase.den) / stream.timeBase.num) + 1e-6;
  const shown: number[] = [];
  let imageBytes = 0;
  let delay = 0;
  return {
    add(packet: Packet): boolean {
      if (packet.pts === AV_NOPTS_VALUE || packet.hasFlags(AV_PKT_FLAG_DISCARD) || isDoubtful(packet)) return false;
      if (shown.length === 0 && !packet.isKeyframe) return false;
      const ticks = Number(packet.pts - zero);
      const frame = Math.round(ticks / frameTicks);
      const offGrid = ticks - frame * frameTicks;
      if (Math.abs(offGrid) > slack) return false;
      groups.add(packet, frame, offGrid);
      delay = Math.max(delay, shown.length - frame);
      imageBytes += packet.size;
      shown.push(frame);
      return true;
    },
    /** Returns the facts of the video; null when a frame is missing or duplicated. */
    finish(): Pick<PacketFacts, 'frames' | 'pictureBytes' | 'delay' | 'groups'> | null {
      shown.sort((a, b) => a - b);
      if (shown.length === 0 || shown.some((frame, i) => frame !== i)) return null;
      const found = groups.finish(delay);
      return { frames: shown.length, pictureBytes: imageBytes, delay, ...(found ? { groups: found } : {}) };
    },
  };
}

function createAudioTrack(stream: Stream, zero: bigint) {
  const second = stream.timeBase.den / stream.timeBase.num;
  let next: bigint | null = null;
  let isWhole = true;
  return {
    add(packet: Packet): void {
      // The first packets may start before time zero: that is the encoder's priming, which players cut off.
      if (next === null) isWhole = packet.pts !== AV_NOPTS_VALUE && packet.pts <= zero;
      else if (packet.pts !== next) isWhole = false;
      if (isDoubtful(packet)) isWhole = false;
      next = packet.pts + packet.duration;
    },
    fits: (endSec: number) =>
      isWhole && next !== null && Math.abs(Number(next - zero) / second - endSec) <= AUDIO_SLACK_SEC,
  };
}

function isDoubtful(packet: Packet): boolean {
  return packet.hasFlags(AV_PKT_FLAG_CORRUPT) || packet.getSideData(AV_PKT_DATA_NEW_EXTRADATA) !== null;
}

/** Maximum number of GOPs that `GroupFacts` may hold. */
const MOST_GROUPS = 10_000;
/**
 * Maximum number of ticks of the file's time base in one frame. With a finer time base, a time written with six
 * decimals may select either of two frames.
 */
const MOST_TICKS_A_FRAME = 4500;

const allowed = new Set<number>(Object.values(unitTypes));

/** Finds the closed GOPs in an H.264 stream, whose packets are added in decoding order. */
export interface GroupTrack {
  /**
   * Adds a packet. `shown` is its frame number in display order; `ticks` is the distance of its time from the exact
   * frame time.
   */
  add(packet: Packet, shown: number, ticks: number): void;
  /**
   * Returns the GOPs found. `delay` is the decoding delay of the whole stream. Returns undefined when the GOPs cannot
   * be stored in one track with those of an encoder.
   */
  finish(delay: number): GroupFacts | undefined;
}

/** Creates a GOP finder for a stream. `frameTicks` is the number of ticks from one frame to the next. */
function createGroupTrack({ codecpar }: Stream, frameTicks: number): GroupTrack {
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
 * Whether a packet holds an IDR frame. null: it has NAL units that prevent copying, such as parameter sets that differ
 * from the file's.
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

/**
 * Whether every frame of an H.264 stream is certainly progressive, by `frame_mbs_only_flag` of all its sequence
 * parameter sets. `record` is an `avcC` record (ISO 14496-15, 5.3.3.1). Returns false for any other or damaged record.
 */
function isProgressiveH264(record: Uint8Array): boolean {
  const sets = readDecoderConfig(record)?.sequenceSets ?? [];
  return sets.length > 0 && sets.every((set) => readSequenceParameters(set)?.framesOnly === true);
}
