import { rmSync } from 'node:fs';
import { FramemillError } from '@framemill/timeline';
import { Codec, CodecContext, FormatContext, Frame, Packet, Rational } from 'node-av';
import {
  AV_CODEC_FLAG_BITEXACT,
  AV_CODEC_FLAG_CLOSED_GOP,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_PICTURE_TYPE_I,
  AV_PICTURE_TYPE_NONE,
  AV_PIX_FMT_YUV420P,
  AVCOL_PRI_BT709,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT709,
  AVCOL_TRC_BT709,
  AVFMT_FLAG_BITEXACT,
  FF_ENCODER_LIBX264,
} from 'node-av/constants';
import { check } from './av-error.ts';
import { quietCodecLog } from './av-log.ts';
import { fileIdentity, type SegmentInfo } from './segment-info.ts';

/** Ticks a second of a proxy's clock: the rounding of any time to it is within what decoders forgive (half a tick). */
export const PROXY_CLOCK = 90_000;

// A quarter of a second and a hair: pictures of 29.97 fps are a little longer than a thirtieth.
const longestGroup = 0.251 * PROXY_CLOCK;

/**
 * H.264 without B pictures and loop filter, a key frame every quarter of a second. Measured on 10 s of noisy 1080p30 at half
 * size, random pictures, p50 / p95 with the file open: groups of half a second 6.9 / 13 ms and 6.8 MB; only key frames 1.9 /
 * 2.0 ms and 12 MB; MJPEG (q 5) 6.7 / 7.2 ms and 10.9 MB; preset ultrafast 8.7 / 19 ms and 8.9 MB, in groups of a quarter
 * 7.2 / 14 ms and 9.3 MB. Encoding costs the same within 10 %. A quarter halves the pictures to decode for 5 % more bytes;
 * from there to key frames only costs a third more again, to store and to send to each node.
 */
const options = {
  preset: 'superfast',
  tune: 'fastdecode',
  crf: '22',
  'forced-idr': '1',
  'x264-params': 'keyint=infinite:min-keyint=1:scenecut=0:bframes=0:cpu-independent=1',
  a53cc: '0',
};

/** Writes a video for looking at single pictures. Pictures keep their times. */
export interface ProxyEncoder {
  /** Adds a picture (planar 4:2:0, BT.709 limited, of the proxy's size) that starts at `start`, in ticks, later than the last one. */
  write(frame: Frame, start: number): void;
  /** Ends the file. Throws when no picture was written. */
  finish(): SegmentInfo;
  /** Gives up and removes the file. Does nothing after `finish`. */
  abort(): void;
}

/** Starts a proxy of an even size at `outPath`, an MP4. One thread, the same bytes on every machine. */
export function openProxyEncoder(width: number, height: number, outPath: string): ProxyEncoder {
  quietCodecLog();
  const context = openEncoder(width, height);
  const muxer = openMuxer(context, outPath);
  const stream = muxer.streams[0];
  if (!stream) throw new FramemillError('internal_error', 'The muxer of a preview proxy has no stream.');
  const packet = new Packet();
  packet.alloc();
  // A second reference carries the time stamp: the picture may belong to a decoder.
  const input = new Frame();
  input.alloc();
  let frames = 0;
  let last = -1;
  let lastKey = 0;
  /** Of the pictures that are in the encoder; packets come out in the same order. */
  const lengths: bigint[] = [];
  let closed = false;

  function drain(): void {
    while (context.receivePacketSync(packet) >= 0) {
      packet.streamIndex = 0;
      // Without it the last picture has no length and is cut off.
      packet.duration = lengths.shift() ?? 1n;
      packet.rescaleTs(context.timeBase, stream ? stream.timeBase : context.timeBase);
      check(muxer.interleavedWriteFrameSync(packet), 'writing a preview proxy');
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
    write(frame, start) {
      const length = frames === 0 ? PROXY_CLOCK / 30 : start - last;
      // The next picture is expected as far from this one as this one is from the last.
      const isKey = frames === 0 || start + length - lastKey > longestGroup;
      if (isKey) lastKey = start;
      input.unref();
      check(input.ref(frame), 'encoding a preview proxy');
      input.pts = BigInt(start);
      lengths.push(BigInt(Math.max(1, Math.round(length))));
      input.pictType = isKey ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE;
      check(context.sendFrameSync(input), 'encoding a preview proxy');
      input.unref();
      last = start;
      frames += 1;
      drain();
    },
    finish() {
      if (frames === 0) throw new FramemillError('internal_error', 'A preview proxy got no pictures.');
      check(context.sendFrameSync(null), 'ending a preview proxy');
      drain();
      check(muxer.writeTrailerSync(), 'ending a preview proxy');
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

function openEncoder(width: number, height: number): CodecContext {
  const encoder = Codec.findEncoderByName(FF_ENCODER_LIBX264);
  if (!encoder) {
    throw new FramemillError('not_configured', `This codec library has no encoder ${FF_ENCODER_LIBX264}.`);
  }
  const context = new CodecContext();
  context.allocContext3(encoder);
  context.width = width;
  context.height = height;
  context.pixelFormat = AV_PIX_FMT_YUV420P;
  context.timeBase = new Rational(1, PROXY_CLOCK);
  context.framerate = new Rational(30, 1);
  context.sampleAspectRatio = new Rational(1, 1);
  context.colorSpace = AVCOL_SPC_BT709;
  context.colorPrimaries = AVCOL_PRI_BT709;
  context.colorTrc = AVCOL_TRC_BT709;
  context.colorRange = AVCOL_RANGE_MPEG;
  context.threadCount = 1;
  context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER, AV_CODEC_FLAG_CLOSED_GOP, AV_CODEC_FLAG_BITEXACT);
  for (const [option, value] of Object.entries(options)) {
    check(context.setOption(option, value), `setting ${option}=${value} of the encoder of preview proxies`);
  }
  check(context.open2Sync(encoder), 'opening the encoder of preview proxies');
  return context;
}

function openMuxer(context: CodecContext, outPath: string): FormatContext {
  const muxer = new FormatContext();
  check(muxer.allocOutputContext2(null, 'mp4', outPath), 'starting a preview proxy');
  muxer.setFlags(AVFMT_FLAG_BITEXACT);
  const stream = muxer.newStream(null);
  check(stream.codecpar.fromContext(context), 'starting a preview proxy');
  stream.timeBase = context.timeBase;
  check(muxer.openOutputSync(), 'starting a preview proxy');
  check(muxer.writeHeaderSync(), 'starting a preview proxy');
  return muxer;
}
