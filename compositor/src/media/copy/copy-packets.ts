import { rmSync } from 'node:fs';
import { basename } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { FramemillError, type PacketFacts } from '@framemill/timeline/rendering';
import { AVFMT_FLAG_BITEXACT } from 'node-av/constants';
import { Dictionary, FormatContext, Packet, Rational } from 'node-av/lib';
import { check } from '../av-error.ts';
import { openInput } from '../open-input.ts';
import { fileIdentity } from '../segment-info.ts';
import type { StitchResult } from '../stitch-input.ts';
import { zeroTicks } from '../stream-times.ts';
import { openAudioPackets } from './audio-packets.ts';
import { addVideo, nextVideoPacket, placeVideoPacket, videoStreamOf } from './source-video.ts';

/** Source, audio file and output path of a stream copy. */
export interface CopyInput {
  /**
   * Path of the source. `packets` describes its packets, as found by the probe; the copy was planned from them
   * (`planCopy`).
   */
  source: string;
  packets: PacketFacts;
  /** Path of the file whose audio is copied with the video: the source itself or a mix. null: no audio. */
  sound: string | null;
  outPath: string;
  /** Called with the number of frames copied so far. */
  onProgress?: (done: number) => void;
}

const framesATurn = 500;

/**
 * Copies all video packets of a source into an MP4, without encoding. Frame k starts at k / rate seconds, without gaps,
 * whatever time stamps and edit list the source has. The index is at the start of the file. Other metadata of the
 * source (dates, places, names) is not copied. Audio ends with the video, to within one audio packet (21 ms). Equal
 * input gives equal bytes. If the packets differ from those that the probe found, it removes the incomplete file and
 * throws `internal_error`.
 */
export async function copyPackets(input: CopyInput): Promise<StitchResult> {
  try {
    await copy(input);
  } catch (error) {
    rmSync(input.outPath, { force: true });
    throw error;
  }
  const { frames, rate } = input.packets;
  return { durationSec: (frames * rate.den) / rate.num, ...fileIdentity(input.outPath) };
}

async function copy({ source, packets, sound: audioPath, outPath, onProgress }: CopyInput): Promise<void> {
  const { rate, frames, delay } = packets;
  const frameTime = new Rational(rate.den, rate.num);
  const name = basename(outPath);
  const audio = audioPath === null ? null : openAudioPackets(audioPath);
  const input = openInput(source);
  const muxer = new FormatContext();
  const packet = new Packet();
  packet.alloc();
  try {
    check(muxer.allocOutputContext2(null, 'mp4', outPath), `creating ${name}`);
    muxer.setFlags(AVFMT_FLAG_BITEXACT);
    const from = videoStreamOf(input);
    const out = addVideo(muxer, from, frameTime);
    audio?.addTo(muxer);
    check(muxer.openOutputSync(), `creating ${name}`);
    check(muxer.writeHeaderSync(Dictionary.fromObject({ movflags: '+faststart' })), `creating ${name}`);

    const frameTicks = frameTime.toDouble() / from.timeBase.toDouble();
    const zero = zeroTicks(input, from);
    let order = 0;
    while (nextVideoPacket(input, from, packet)) {
      const shown = Math.round(Number(packet.pts - zero) / frameTicks);
      if (shown < 0 || shown >= frames || order - delay > shown)
        throw otherFile(`packet ${order} contains frame ${shown}`);
      const seconds = order * frameTime.toDouble();
      audio?.copyUntil(seconds, muxer);
      placeVideoPacket(packet, out, frameTime, { shown, decoded: order - delay });
      check(muxer.interleavedWriteFrameSync(packet), `writing ${name}`);
      packet.unref();
      order += 1;
      if (order % framesATurn !== 0) continue;
      onProgress?.(order);
      await setImmediate();
    }
    if (order !== frames) throw otherFile(`it has ${order} frames`);
    audio?.copyUntil(frames * frameTime.toDouble(), muxer);
    check(muxer.writeTrailerSync(), `finishing ${name}`);
    onProgress?.(frames);
  } finally {
    audio?.close();
    input.close();
    packet.free();
    muxer.closeOutputSync();
    muxer.freeContext();
  }

  function otherFile(what: string): FramemillError {
    return new FramemillError(
      'internal_error',
      `The source is not the file that was probed: ${what}, expected ${frames} frames. Upload it again.`,
    );
  }
}
