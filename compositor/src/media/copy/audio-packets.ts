import { basename } from 'node:path';
import { FramemillError } from '@framemill/timeline/rendering';
import { AV_PKT_DATA_SKIP_SAMPLES, AVERROR_EOF } from 'node-av/constants';
import { type FormatContext, Packet, type Stream } from 'node-av/lib';
import { check } from '../av-error.ts';
import { openInput } from '../open-input.ts';
import { zeroTicks } from '../stream-times.ts';

/** Copies the audio packets of a file into a muxer, interleaved with video. */
export interface AudioPackets {
  /** Adds the audio stream to a muxer whose header is not written yet. Must be called before `copyUntil`. */
  addTo(muxer: FormatContext): void;
  /** Copies the packets that begin before `untilSec`, in seconds from the file's own time zero. */
  copyUntil(untilSec: number, muxer: FormatContext): void;
  close(): void;
}

/** Opens the audio of a file for stream copy. Throws `internal_error` when the file has none. */
export function openAudioPackets(path: string): AudioPackets {
  const input = openInput(path, basename(path));
  const stream = input.audio;
  if (!stream) {
    input.close();
    throw new FramemillError('internal_error', `${basename(path)} has no audio to copy. Mix the audio again.`);
  }
  const second = stream.timeBase.den / stream.timeBase.num;
  const zero = zeroTicks(input, stream);
  const packet = new Packet();
  packet.alloc();
  let out: Stream | null = null;
  let wholeTicks = 0n;
  let loaded = false;
  let ended = false;
  function load(): boolean {
    while (!loaded && !ended) {
      const result = input.format.readFrameSync(packet);
      if (result === AVERROR_EOF) ended = true;
      else check(result, `reading ${basename(path)}`);
      loaded = !ended && packet.streamIndex === stream?.index;
      if (!loaded) packet.unref();
    }
    return loaded;
  }
  return {
    addTo(muxer) {
      out = muxer.newStream(null);
      check(stream.codecpar.copy(out.codecpar), 'adding the audio stream');
      // Each container has its own four-character code for the codec.
      out.codecpar.codecTag = 0;
      out.timeBase = stream.timeBase;
    },
    copyUntil(untilSec, muxer) {
      if (!out) return;
      while (load() && Number(packet.pts - zero) / second < untilSec) {
        if (packet.duration < wholeTicks) markPadding(packet, wholeTicks - packet.duration);
        else wholeTicks = packet.duration;
        packet.pts -= zero;
        packet.dts -= zero;
        packet.streamIndex = out.index;
        packet.rescaleTs(stream.timeBase, out.timeBase);
        check(muxer.interleavedWriteFrameSync(packet), 'writing the audio');
        packet.unref();
        loaded = false;
      }
    },
    close() {
      packet.free();
      input.close();
    },
  };
}

/**
 * Marks the last `samples` of a packet as encoder padding. MP4 signals padding by a shorter packet duration, which
 * Matroska does not have.
 */
function markPadding(packet: Packet, samples: bigint): void {
  const data = packet.newSideData(AV_PKT_DATA_SKIP_SAMPLES, 10);
  data.fill(0);
  data.writeUInt32LE(Number(samples), 4);
}
