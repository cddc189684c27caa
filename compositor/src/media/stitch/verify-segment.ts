import { basename } from 'node:path';
import { FramemillError } from '@framemill/timeline/rendering';
import { AV_PIX_FMT_YUV420P, AVERROR_EOF } from 'node-av/constants';
import { avGetCodecName, type CodecContext, Frame, Packet } from 'node-av/lib';
import type { OutputProfile } from '../../plan/profile.ts';
import { check } from '../av-error.ts';
import { openContext } from '../decode/decoder-context.ts';
import { isDamaged } from '../decode/video-decoder.ts';
import { videoCodecOf } from '../encode/encoders.ts';
import { openInput } from '../open-input.ts';

/**
 * Verifies a finished segment: codec, size, pixel format, frame rate, number of frames and gapless time stamps. The
 * first frame must be a key frame and decode without errors. If the codec has no prediction between frames, all frames
 * must be key frames. Otherwise, further key frames are allowed anywhere in a `copied` segment. In an encoded segment
 * they are allowed only where the encoder may place them: at least `keyDistance` frames after the previous key frame.
 * Reads the whole file and decodes one frame. Throws FramemillError `internal_error`; `details.check` identifies the
 * failed check.
 */
export async function verifySegment(
  path: string,
  expected: { frames: number; profile: OutputProfile; copied?: boolean },
): Promise<void> {
  const name = basename(path);
  const { profile } = expected;
  const fail = (check: string, what: string, got: unknown, wanted: unknown): never => {
    throw new FramemillError(
      'internal_error',
      `Segment ${name} is faulty: ${what} is ${got}, expected ${wanted}. Render it again.`,
      { check },
    );
  };
  const input = openInput(path, `Segment ${name}`, { analyze: false });
  const packet = new Packet();
  packet.alloc();
  try {
    const stream = input.video;
    if (!stream) return fail('stream', 'the number of video streams', 0, 1);
    const { codecpar } = stream;
    const codecName = avGetCodecName(codecpar.codecId);
    const wanted = videoCodecOf(profile.format);
    const wantedCodec = wanted.codecName;
    const wantedPixels = wanted.decodedFormat ?? wanted.pixelFormat ?? AV_PIX_FMT_YUV420P;
    if (codecName !== wantedCodec) fail('codec', 'the codec', codecName, wantedCodec);
    if (codecpar.width !== profile.width || codecpar.height !== profile.height) {
      fail('size', 'the size', `${codecpar.width}x${codecpar.height}`, `${profile.width}x${profile.height}`);
    }
    const shown: number[] = [];
    const distance = wanted.keyDistance?.(profile.quality) ?? null;
    let lastKey = 0;
    for (;;) {
      const result = input.format.readFrameSync(packet);
      if (result === AVERROR_EOF) break;
      check(result, `reading segment ${name}`);
      if (shown.length === 0) {
        const image = decodeAlone(packet, openContext(stream, `Segment ${name}`, 'full', false), name);
        if (image.width !== profile.width || image.height !== profile.height) {
          fail('size', 'the first frame', `${image.width}x${image.height}`, `${profile.width}x${profile.height}`);
        }
        if (image.format !== wantedPixels) fail('pixel_format', 'the pixel format', image.format, wantedPixels);
      }
      const mustBeKey = wanted.isIntra || shown.length === 0;
      const mayBeKey = expected.copied || (distance !== null && shown.length - lastKey >= distance);
      if (packet.isKeyframe !== mustBeKey && !(packet.isKeyframe && mayBeKey))
        fail('key_frame', `the key frame flag of packet ${shown.length}`, packet.isKeyframe, mustBeKey);
      if (packet.isKeyframe) lastKey = shown.length;
      // Matroska rounds time stamps to milliseconds.
      const slack = wanted.muxer === 'matroska' ? 0.1 : 1e-6;
      shown.push(frameOf(packet.pts, stream.timeBase, profile, slack));
      packet.unref();
    }
    if (shown.length !== expected.frames) fail('frames', 'the number of frames', shown.length, expected.frames);
    shown.sort((a, b) => a - b);
    const gap = shown.findIndex((frame, i) => frame !== i);
    if (gap >= 0) fail('time_stamp', `the frame number of time stamp ${gap}`, shown[gap], gap);
  } finally {
    packet.free();
    input.close();
  }
}

/**
 * Returns the frame number of a time stamp at the profile's rate; NaN when it is `slack` frames or more away from a
 * whole number.
 */
function frameOf(pts: bigint, timeBase: { num: number; den: number }, profile: OutputProfile, slack: number): number {
  const frame = (Number(pts) * timeBase.num * profile.rate.num) / (timeBase.den * profile.rate.den);
  return Math.abs(frame - Math.round(frame)) < slack ? Math.round(frame) : Number.NaN;
}

/** Decodes one key frame alone and frees the decoder. Throws `internal_error` when it cannot be decoded. */
function decodeAlone(
  packet: Packet,
  context: CodecContext,
  name: string,
): { width: number; height: number; format: number } {
  const frame = new Frame();
  frame.alloc();
  try {
    // Flush right after the packet: a decoder that reorders would wait for more.
    const decoded =
      context.sendPacketSync(packet) >= 0 && context.sendPacketSync(null) >= 0 && context.receiveFrameSync(frame) >= 0;
    if (!decoded || isDamaged(frame)) {
      throw new FramemillError(
        'internal_error',
        `The first frame of segment ${name} cannot be decoded. Render it again.`,
        { check: 'decode' },
      );
    }
    return { width: frame.width, height: frame.height, format: frame.format };
  } finally {
    frame.free();
    context.freeContext();
  }
}
