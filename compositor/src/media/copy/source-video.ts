import { FramemillError } from '@framemill/timeline/rendering';
import { AVCOL_PRI_BT709, AVCOL_RANGE_MPEG, AVCOL_SPC_BT709, AVCOL_TRC_BT709, AVERROR_EOF } from 'node-av/constants';
import { type FormatContext, type Packet, Rational, type Stream } from 'node-av/lib';
import { check } from '../av-error.ts';
import type { MediaInput } from '../open-input.ts';

/**
 * Adds a video stream for copied packets to a muxer whose header is not written yet. `frameTime` is the duration of a
 * frame, in seconds.
 */
export function addVideo(muxer: FormatContext, from: Stream, frameTime: Rational): Stream {
  const out = muxer.newStream(null);
  const { codecpar } = out;
  check(from.codecpar.copy(codecpar), 'adding the video stream');
  codecpar.codecTag = 0;
  // Colour tags that the source leaves unspecified: `PacketFacts` assumed BT.709 limited, so players need not guess.
  codecpar.colorSpace = AVCOL_SPC_BT709;
  codecpar.colorPrimaries = AVCOL_PRI_BT709;
  codecpar.colorTrc = AVCOL_TRC_BT709;
  codecpar.colorRange = AVCOL_RANGE_MPEG;
  codecpar.sampleAspectRatio = new Rational(1, 1);
  out.timeBase = frameTime;
  out.avgFrameRate = new Rational(frameTime.den, frameTime.num);
  return out;
}

/** Returns the video stream of a source. Throws `internal_error` when it has none. */
export function videoStreamOf(input: MediaInput): Stream {
  if (!input.video) throw new FramemillError('internal_error', 'The source has no video to copy. Upload it again.');
  return input.video;
}

/** Reads packets of a file up to the next one of the video stream. Returns false at the end of the file. */
export function nextVideoPacket(input: MediaInput, stream: Stream, packet: Packet): boolean {
  for (;;) {
    const result = input.format.readFrameSync(packet);
    if (result === AVERROR_EOF) return false;
    check(result, 'reading the source');
    if (packet.streamIndex === stream.index) return true;
    packet.unref();
  }
}

/**
 * Sets the presentation time (`shown`) and decoding time (`decoded`) of a copied packet. Both are given as frame
 * counts, with `frameTime` seconds a frame, and are converted to the time base of `out`.
 */
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
