import { rmSync } from 'node:fs';
import { basename } from 'node:path';
import { FramemillError, type PacketFacts } from '@framemill/timeline/rendering';
import { AVDISCARD_ALL, AVFMT_FLAG_BITEXACT, AVSEEK_FLAG_BACKWARD } from 'node-av/constants';
import { FormatContext, Packet, Rational } from 'node-av/lib';
import { check } from '../av-error.ts';
import { type MediaInput, openInput } from '../open-input.ts';
import { fileIdentity, type SegmentInfo } from '../segment-info.ts';
import { zeroTicks } from '../stream-times.ts';
import { addVideo, nextVideoPacket, placeVideoPacket, videoStreamOf } from './source-video.ts';

/** Source, frame range and output path of a segment that is copied without encoding. */
export interface GroupsInput {
  /** Path of the source. `packets` describes its packets, as found by the probe. */
  source: string;
  packets: PacketFacts;
  /**
   * Source frame number of the first frame to copy, which must begin a GOP. `frames` is the number of consecutive
   * frames; the last one must end a GOP.
   */
  firstFrame: number;
  frames: number;
  outPath: string;
}

/**
 * Copies whole GOPs of a source into a segment (MP4) without encoding. Frame k of the segment starts at k / rate
 * seconds. Reads only these GOPs and the one before them. Equal input gives equal bytes. If the packets differ from the
 * packets that the probe found, removes the incomplete file and throws `internal_error`.
 */
export function copyGroups(input: GroupsInput): SegmentInfo {
  try {
    copy(input);
  } catch (error) {
    rmSync(input.outPath, { force: true });
    throw error;
  }
  return { frames: input.frames, ...fileIdentity(input.outPath) };
}

function copy({ source, packets, firstFrame, frames, outPath }: GroupsInput): void {
  const { rate, groups } = packets;
  if (!groups) throw otherFile('its groups of pictures (GOPs) are unknown');
  const delay = groups.encoder.reorder;
  const frameTime = new Rational(rate.den, rate.num);
  const name = basename(outPath);
  const input = openInput(source);
  const muxer = new FormatContext();
  const packet = new Packet();
  packet.alloc();
  try {
    check(muxer.allocOutputContext2(null, 'mp4', outPath), `creating ${name}`);
    muxer.setFlags(AVFMT_FLAG_BITEXACT);
    const from = videoStreamOf(input);
    const out = addVideo(muxer, from, frameTime);
    check(muxer.openOutputSync(), `creating ${name}`);
    check(muxer.writeHeaderSync(), `creating ${name}`);
    const read = openFrames(input, packet, rate);
    read.seek(Math.max(0, firstFrame - packets.delay));
    for (let order = 0; order < frames; ) {
      const shown = read.next();
      if (shown === null) throw otherFile(`it ends after frame ${firstFrame + order}`);
      // Skip the packets between the key frame that the seek reached and the requested one.
      if (order === 0 && shown !== firstFrame) continue;
      const place = shown - firstFrame;
      const isStart = packet.isKeyframe;
      if (place < 0 || place >= frames || order - delay > place || isStart !== groups.starts.includes(shown)) {
        throw otherFile(`packet ${order} after frame ${firstFrame} contains frame ${shown}`);
      }
      placeVideoPacket(packet, out, frameTime, { shown: place, decoded: order - delay });
      check(muxer.interleavedWriteFrameSync(packet), `writing ${name}`);
      order += 1;
    }
    check(muxer.writeTrailerSync(), `finishing ${name}`);
  } finally {
    input.close();
    packet.free();
    muxer.closeOutputSync();
    muxer.freeContext();
  }
}

/** Opens a reader that puts the video packets of a source into `packet`, one after the other in decoding order. */
function openFrames(input: MediaInput, packet: Packet, rate: PacketFacts['rate']) {
  const stream = videoStreamOf(input);
  const { num, den } = stream.timeBase;
  const frameTicks = (rate.den * den) / (rate.num * num);
  const zero = zeroTicks(input, stream);
  for (const other of input.format.streams) if (other.index !== stream.index) other.discard = AVDISCARD_ALL;
  return {
    /**
     * Seeks to the last key frame at or before the decoding time of a frame. Throws `internal_error` when the seek
     * fails.
     */
    seek(frame: number): void {
      const ticks = zero + BigInt(Math.round(frame * frameTicks));
      check(input.format.seekFrameSync(stream.index, ticks, AVSEEK_FLAG_BACKWARD), 'seeking in the source');
    },
    /** Reads the next packet and returns its frame number in the source; null at the end. */
    next(): number | null {
      packet.unref();
      return nextVideoPacket(input, stream, packet) ? Math.round(Number(packet.pts - zero) / frameTicks) : null;
    },
  };
}

function otherFile(what: string): FramemillError {
  return new FramemillError('internal_error', `The source is not the file that was probed: ${what}. Upload it again.`);
}
