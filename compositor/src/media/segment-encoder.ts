import { rmSync } from 'node:fs';
import { basename } from 'node:path';
import { FramemillError } from '@framemill/timeline';
import { Codec, CodecContext, FormatContext, Frame, Packet, Rational } from 'node-av';
import {
  AV_CODEC_FLAG_BITEXACT,
  AV_CODEC_FLAG_CLOSED_GOP,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_PICTURE_TYPE_NONE,
  AV_PIX_FMT_YUV420P,
  AVCOL_PRI_BT709,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT709,
  AVCOL_TRC_BT709,
  AVFMT_FLAG_BITEXACT,
} from 'node-av/constants';
import type { OutputProfile } from '../catalog/index.ts';
import { check } from './av-error.ts';
import { quietCodecLog } from './av-log.ts';
import { type VideoCodec, videoCodecs } from './encoders/index.ts';
import { fileIdentity, type SegmentInfo } from './segment-info.ts';

/** Encodes one closed group of pictures into a file of its own. One thread: the bytes depend on the pictures and the profile only. */
export interface SegmentEncoder {
  /**
   * Encodes the next picture: planar 4:2:0, BT.709 limited, of the profile's size; anything else throws `internal_error`.
   * The frame's time stamp is ignored and its contents are no longer needed on return.
   */
  write(frame: Frame): void;
  /** Ends the file. Throws when no picture was written or the disk is full. */
  finish(): SegmentInfo;
  /** Gives up and removes the file. Safe at any time, also after `finish` (then it does nothing). */
  abort(): void;
}

/** Starts a segment at `outPath` (an MP4 whatever the profile's format: its clock holds frames exactly). Throws FramemillError. */
export function openSegmentEncoder(profile: OutputProfile, outPath: string): SegmentEncoder {
  quietCodecLog();
  const codec = videoCodecs[profile.format];
  const name = basename(outPath);
  const context = openEncoder(profile, codec);
  const muxer = openMuxer(context, outPath, name);
  const stream = muxer.streams[0];
  if (!stream) throw new FramemillError('internal_error', `The muxer of ${name} has no stream.`);
  const packet = new Packet();
  packet.alloc();
  // The caller's frame may belong to a decoder: a second reference carries the time stamp, nothing is copied.
  const input = new Frame();
  input.alloc();
  let frames = 0;
  let closed = false;

  function drain(): void {
    while (context.receivePacketSync(packet) >= 0) {
      packet.streamIndex = 0;
      packet.duration = 1n;
      packet.rescaleTs(context.timeBase, stream ? stream.timeBase : context.timeBase);
      check(muxer.interleavedWriteFrameSync(packet), `writing ${name}`);
      packet.unref();
    }
  }

  function release(): void {
    closed = true;
    input.free();
    packet.free();
    context.freeContext();
    muxer.closeOutputSync();
    muxer.freeContext();
  }

  return {
    write(frame) {
      if (frame.width !== profile.width || frame.height !== profile.height || frame.format !== AV_PIX_FMT_YUV420P) {
        throw new FramemillError(
          'internal_error',
          `Segment ${name} takes ${profile.width}x${profile.height} 4:2:0 pictures (got ${frame.width}x${frame.height}, format ${frame.format}).`,
        );
      }
      input.unref();
      check(input.ref(frame), `encoding frame ${frames} of ${name}`);
      input.pts = BigInt(frames);
      // A source's own key frames must not become key frames of the segment.
      input.pictType = AV_PICTURE_TYPE_NONE;
      check(context.sendFrameSync(input), `encoding frame ${frames} of ${name}`);
      input.unref();
      frames += 1;
      drain();
    },
    finish() {
      if (frames === 0) throw new FramemillError('internal_error', `Segment ${name} got no pictures.`);
      check(context.sendFrameSync(null), `ending ${name}`);
      drain();
      check(muxer.writeTrailerSync(), `ending ${name}`);
      release();
      return { frames, ...fileIdentity(outPath) };
    },
    abort() {
      if (closed) return;
      release();
      rmSync(outPath, { force: true });
    },
  };
}

function openEncoder(profile: OutputProfile, codec: VideoCodec): CodecContext {
  const encoder = Codec.findEncoderByName(codec.encoder);
  if (!encoder) {
    throw new FramemillError(
      'not_configured',
      `This codec library has no encoder ${codec.encoder} (needed for ${profile.format}).`,
    );
  }
  const { num, den } = profile.rate;
  const context = new CodecContext();
  context.allocContext3(encoder);
  context.width = profile.width;
  context.height = profile.height;
  context.pixelFormat = AV_PIX_FMT_YUV420P;
  context.timeBase = new Rational(den, num);
  context.framerate = new Rational(num, den);
  context.sampleAspectRatio = new Rational(1, 1);
  context.colorSpace = AVCOL_SPC_BT709;
  context.colorPrimaries = AVCOL_PRI_BT709;
  context.colorTrc = AVCOL_TRC_BT709;
  context.colorRange = AVCOL_RANGE_MPEG;
  context.threadCount = 1;
  context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER, AV_CODEC_FLAG_CLOSED_GOP, AV_CODEC_FLAG_BITEXACT);
  // Set one by one: opening with a dictionary frees it twice in node-av 6.1.1 (the process dies at the next collection).
  for (const [option, value] of Object.entries(codec.options(profile.quality))) {
    check(context.setOption(option, value), `setting ${option}=${value} of the encoder ${codec.encoder}`);
  }
  check(context.open2Sync(encoder), `opening the encoder ${codec.encoder}`);
  return context;
}

function openMuxer(context: CodecContext, outPath: string, name: string): FormatContext {
  const muxer = new FormatContext();
  check(muxer.allocOutputContext2(null, 'mp4', outPath), `starting ${name}`);
  muxer.setFlags(AVFMT_FLAG_BITEXACT);
  const stream = muxer.newStream(null);
  check(stream.codecpar.fromContext(context), `starting ${name}`);
  stream.timeBase = context.timeBase;
  stream.avgFrameRate = context.framerate;
  check(muxer.openOutputSync(), `starting ${name}`);
  check(muxer.writeHeaderSync(), `starting ${name}`);
  return muxer;
}
