import { AV_NOPTS_VALUE, AVDISCARD_ALL, AVSEEK_FLAG_BACKWARD } from 'node-av/constants';
import { Packet, type Stream } from 'node-av/lib';
import type { MediaInput } from '../open-input.ts';

/** Number of positions in a video, at equal distances, from which packets are sampled. */
const POSITIONS = 8;
/** Number of video packets that are sampled from each position. */
const PACKETS = 30;
/** Minimum number of packets without key frame from which the bits of a change are computed. */
const LEAST_PACKETS = 10;
/** Fraction of the sampled packets that are smaller than the result: a few large changes (new slides) do not count. */
const QUANTILE = 0.9;

/**
 * Estimates how much the frames of a video differ from each other, in bits per pixel: the 0.9-quantile of the sizes of
 * packets without key frame, which hold only what changed, divided by the pixels of a frame. It is near 0 for the
 * recording of a still screen, and more than 0.01 for most footage. Reads at most 240 packets from 8 positions, or from
 * the start where the demuxer cannot seek, and decodes nothing. Returns undefined without video, and when nearly all
 * packets are key frames: their size says nothing about changes. Moves the read position of `input`.
 */
export function changeBits(input: MediaInput, durationSec: number): number | undefined {
  const { video, format } = input;
  if (!video) return undefined;
  const { width, height } = video.codecpar;
  if (width <= 0 || height <= 0) return undefined;
  for (const other of format.streams) if (other.index !== video.index) other.discard = AVDISCARD_ALL;
  const packet = new Packet();
  packet.alloc();
  const sizes: number[] = [];
  try {
    for (let position = 0; position < POSITIONS; position++) {
      const target = startOf(video) + BigInt(Math.round((ticksOf(durationSec, video) * position) / POSITIONS));
      const found = format.seekFrameSync(video.index, target, AVSEEK_FLAG_BACKWARD) >= 0;
      sizes.push(...changeSizes(input, video, packet, found ? PACKETS : PACKETS * POSITIONS));
      if (!found) break;
    }
  } finally {
    packet.free();
  }
  if (sizes.length < LEAST_PACKETS) return undefined;
  const size = sizes.toSorted((a, b) => a - b)[Math.floor(QUANTILE * (sizes.length - 1))] ?? 0;
  // Four digits are enough for a threshold, and keep the stored facts short.
  return Number(((size * 8) / (width * height)).toPrecision(4));
}

/** Reads at most `most` video packets and returns the sizes of those without key frame, in bytes. */
function changeSizes({ format }: MediaInput, video: Stream, packet: Packet, most: number): number[] {
  const sizes: number[] = [];
  for (let read = 0; read < most && format.readFrameSync(packet) >= 0; ) {
    if (packet.streamIndex === video.index) {
      read += 1;
      if (!packet.isKeyframe) sizes.push(packet.size);
    }
    packet.unref();
  }
  return sizes;
}

function startOf({ startTime }: Stream): bigint {
  return startTime === AV_NOPTS_VALUE ? 0n : startTime;
}

function ticksOf(seconds: number, { timeBase }: Stream): number {
  return (seconds * timeBase.den) / timeBase.num;
}
