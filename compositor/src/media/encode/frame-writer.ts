import { rmSync } from 'node:fs';
import { FramemillError, type Rate } from '@framemill/timeline/rendering';
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
  type AVPixelFormat,
  type FFEncoderCodec,
} from 'node-av/constants';
import { CodecContext, Dictionary, FormatContext, Frame, Packet, Rational } from 'node-av/lib';
import { check } from '../av-error.ts';
import { quietCodecLog } from '../av-log.ts';
import { fourLetters } from '../four-letters.ts';
import { fileIdentity, type SegmentInfo } from '../segment-info.ts';
import { createEncoderInput, type EncoderInput, type EncoderInputKind } from './encoder-input.ts';
import { leaveRealTimeClass, svtAv1 } from './encoders/svt-av1.ts';
import { findEncoder } from './find-encoder.ts';

/** How pictures are encoded. */
export interface FrameEncoding {
  /** Name of the codec library's encoder. */
  readonly encoder: FFEncoderCodec;
  /** Options of the encoder by name. */
  readonly options: Readonly<Record<string, string>>;
  /** What the encoder is given. Default: planar 4:2:0 of 8 bits. */
  readonly pixelFormat?: AVPixelFormat | undefined;
  /** Default `mp4`. */
  readonly muxer?: 'matroska' | 'mov' | undefined;
  /** Four letters that name the codec in the file. Default: the muxer's choice. */
  readonly tag?: string | undefined;
  /** In which form the encoder takes frames. Default `planar`: as they are. */
  readonly input?: EncoderInputKind;
  /** Even. Pixels. */
  readonly width: number;
  readonly height: number;
  /** Ticks a second of the file's clock. */
  readonly clock: Rate;
  /** What the file says of its pictures a second. */
  readonly rate: Rate;
  /** Whether the stream says that its pictures are BT.709. Default true. */
  readonly tagged?: boolean;
}

/** Where a picture lies in the file, in ticks. */
export interface FrameTime {
  readonly start: number;
  readonly length: number;
  /** Whether it must be a key frame; the encoder decides otherwise. */
  readonly isKey: boolean;
}

/** Encodes pictures into a file. One thread: the bytes depend on the pictures and the encoding only. */
export interface FrameWriter {
  /** Pictures written so far. */
  readonly frames: number;
  /** Encodes the next picture: BT.709 limited, of the encoding's size and pixel format. Its contents are no longer needed on return. */
  write(frame: Frame, time: FrameTime): void;
  /** As `write`, on a thread of the library: this one is free meanwhile. One call at a time; the frame stays as it is until then. The same bytes. */
  writeAside(frame: Frame, time: FrameTime): Promise<void>;
  /** Ends the file. Throws when no picture was written or the disk is full. */
  finish(): SegmentInfo;
  /** As `finish`: what the encoder still holds is encoded on a thread of the library. */
  finishAside(): Promise<SegmentInfo>;
  /** Gives up and removes the file. Safe at any time, also after `finish` (then it does nothing). */
  abort(): void;
}

/** Starts a file at `outPath`; errors call it `name`. Throws FramemillError. */
export function openFrameWriter(encoding: FrameEncoding, outPath: string, name: string): FrameWriter {
  quietCodecLog();
  const given = createEncoderInput(encoding.input ?? 'planar', encoding.width, encoding.height);
  const context = openEncoder(encoding, given, name);
  const muxer = openMuxer(context, encoding, outPath, name);
  const stream = muxer.streams[0];
  if (!stream) throw new FramemillError('internal_error', `The muxer of ${name} has no stream.`);
  const packet = new Packet();
  packet.alloc();
  // The caller's frame may belong to a decoder: a second reference carries the time stamp, nothing is copied.
  const input = new Frame();
  input.alloc();
  /** Of the pictures that are in the encoder, by their start. */
  const lengths = new Map<bigint, bigint>();
  let frames = 0;
  let closed = false;

  function drain(): void {
    while (context.receivePacketSync(packet) >= 0) put();
  }

  function put(): void {
    packet.streamIndex = 0;
    // Without it the last picture has no length and is cut off.
    packet.duration = lengths.get(packet.pts) ?? 1n;
    lengths.delete(packet.pts);
    packet.rescaleTs(context.timeBase, stream ? stream.timeBase : context.timeBase);
    check(muxer.interleavedWriteFrameSync(packet), `writing ${name}`);
    packet.unref();
  }

  function take(frame: Frame, { start, length, isKey }: FrameTime): void {
    input.unref();
    check(input.ref(given.give(frame)), `encoding frame ${frames} of ${name}`);
    input.pts = BigInt(start);
    lengths.set(input.pts, BigInt(Math.max(1, Math.round(length))));
    // A source's own key frames must not become key frames of the file.
    input.pictType = isKey ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE;
  }

  function requireFrames(): void {
    if (frames === 0) throw new FramemillError('internal_error', `${name} got no pictures.`);
  }

  function close(): SegmentInfo {
    check(muxer.writeTrailerSync(), `ending ${name}`);
    release();
    return { frames, ...fileIdentity(outPath) };
  }

  function release(): void {
    closed = true;
    input.free();
    packet.free();
    context.freeContext();
    given.close();
    muxer.closeOutputSync();
    muxer.freeContext();
  }

  return {
    get frames() {
      return frames;
    },
    write(frame, time) {
      take(frame, time);
      check(context.sendFrameSync(input), `encoding frame ${frames} of ${name}`);
      input.unref();
      frames += 1;
      drain();
    },
    async writeAside(frame, time) {
      take(frame, time);
      // It encodes as it takes a picture; what comes out is only picked up.
      check(await context.sendFrame(input), `encoding frame ${frames} of ${name}`);
      input.unref();
      frames += 1;
      drain();
    },
    finish() {
      requireFrames();
      check(context.sendFrameSync(null), `ending ${name}`);
      drain();
      return close();
    },
    async finishAside() {
      requireFrames();
      check(context.sendFrameSync(null), `ending ${name}`);
      while ((await context.receivePacket(packet)) >= 0) put();
      return close();
    },
    abort() {
      if (closed) return;
      release();
      rmSync(outPath, { force: true });
    },
  };
}

function openEncoder(encoding: FrameEncoding, given: EncoderInput, name: string): CodecContext {
  const encoder = findEncoder(encoding.encoder, name);
  const context = new CodecContext();
  context.allocContext3(encoder);
  context.width = encoding.width;
  context.height = encoding.height;
  context.pixelFormat = encoding.pixelFormat ?? AV_PIX_FMT_YUV420P;
  given.prepare(context);
  context.timeBase = new Rational(encoding.clock.den, encoding.clock.num);
  context.framerate = new Rational(encoding.rate.num, encoding.rate.den);
  context.sampleAspectRatio = new Rational(1, 1);
  if (encoding.tagged ?? true) {
    context.colorSpace = AVCOL_SPC_BT709;
    context.colorPrimaries = AVCOL_PRI_BT709;
    context.colorTrc = AVCOL_TRC_BT709;
    context.colorRange = AVCOL_RANGE_MPEG;
  }
  context.threadCount = 1;
  context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER, AV_CODEC_FLAG_CLOSED_GOP, AV_CODEC_FLAG_BITEXACT);
  // Set one by one: opening with a dictionary frees it twice in node-av 6.1.1 (the process dies at the next collection).
  for (const [option, value] of Object.entries(encoding.options)) {
    check(context.setOption(option, value), `setting ${option}=${value} of the encoder ${encoding.encoder}`);
  }
  check(context.open2Sync(encoder), `opening the encoder ${encoding.encoder}`);
  if (encoding.encoder === svtAv1.encoder) leaveRealTimeClass();
  return context;
}

function openMuxer(
  context: CodecContext,
  { muxer: container, tag }: FrameEncoding,
  outPath: string,
  name: string,
): FormatContext {
  const muxer = new FormatContext();
  check(muxer.allocOutputContext2(null, container ?? 'mp4', outPath), `starting ${name}`);
  muxer.setFlags(AVFMT_FLAG_BITEXACT);
  const stream = muxer.newStream(null);
  check(stream.codecpar.fromContext(context), `starting ${name}`);
  if (tag !== undefined) stream.codecpar.codecTag = fourLetters(tag);
  if (container === 'matroska') stream.metadata = Dictionary.fromObject({ alpha_mode: '1' });
  stream.timeBase = context.timeBase;
  stream.avgFrameRate = context.framerate;
  check(muxer.openOutputSync(), `starting ${name}`);
  check(muxer.writeHeaderSync(), `starting ${name}`);
  return muxer;
}
