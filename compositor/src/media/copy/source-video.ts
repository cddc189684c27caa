import { FramemillError } from '@framemill/timeline/rendering';
import { AVCOL_PRI_BT709, AVCOL_RANGE_MPEG, AVCOL_SPC_BT709, AVCOL_TRC_BT709, AVERROR_EOF } from 'node-av/constants';
import { type FormatContext, type Packet, Rational, type Stream } from 'node-av/lib';
import { check } from '../av-error.ts';
import type { MediaInput } from '../open-input.ts';

/** Adds a stream for a source's own pictures to a file whose header is not written yet. `frameTime`: seconds of a picture. */
export function addVideo(muxer: FormatContext, from: Stream, frameTime: Rational): Stream {
  const out = muxer.newStream(null);
  const { codecpar } = out;
  check(from.codecpar.copy(codecpar), 'adding the pictures');
  codecpar.codecTag = 0;
  // What the source leaves open is what `PacketFacts` took it for: players need not guess.
  codecpar.colorSpace = AVCOL_SPC_BT709;
  codecpar.colorPrimaries = AVCOL_PRI_BT709;
  codecpar.colorTrc = AVCOL_TRC_BT709;
  codecpar.colorRange = AVCOL_RANGE_MPEG;
  codecpar.sampleAspectRatio = new Rational(1, 1);
  out.timeBase = frameTime;
  out.avgFrameRate = new Rational(frameTime.den, frameTime.num);
  return out;
}

/** The pictures of a source. Throws `internal_error` when there are none. */
export function videoStreamOf(input: MediaInput): Stream {
  if (!input.video) throw new FramemillError('internal_error', 'The source has no pictures to copy. Upload it again.');
  return input.video;
}

/** Reads on to the next packet of the pictures; false at the end. */
export function nextVideoPacket(input: MediaInput, stream: Stream, packet: Packet): boolean {
  for (;;) {
    const result = input.format.readFrameSync(packet);
    if (result === AVERROR_EOF) return false;
    check(result, 'reading the source');
    if (packet.streamIndex === stream.index) return true;
    packet.unref();
  }
}

/** Gives a source's packet its place in a file: when it is shown and when it is decoded, each counted in pictures of `frameTime` seconds. */
export function placeVideoPacket(
  packet: Packet,
  out: Stream,
  frameTime: Rational,
  { shown, decoded }: { shown: number; decoded: number },
): void {
  packet.freeSideData();
  packet.streamIndex = out.index;
  packet.pts = BigInt(shown);
  packet.dts = BigInt(decoded);
  packet.duration = 1n;
  packet.rescaleTs(frameTime, out.timeBase);
}
