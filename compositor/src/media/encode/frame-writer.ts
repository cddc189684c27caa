import { rmSync } from 'node:fs';
import { FramemillError, type Rate } from '@framemill/timeline/rendering';
import {
  AV_CODEC_FLAG_BITEXACT,
  AV_CODEC_FLAG_CLOSED_GOP,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_PICTURE_TYPE_I,
  AV_PICTURE_TYPE_NONE,
  AV_PICTURE_TYPE_P,
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
import { check, quietCodecLog } from '../av-error.ts';
import { fileIdentity, fourLetters, type SegmentInfo } from '../segment-info.ts';
import { createEncoderInput, type EncoderInput, type EncoderInputKind } from './encoder-input.ts';
import { leaveRealTimeClass, svtAv1 } from './encoders.ts';
import { findEncoder } from './find-encoder.ts';

/** Encoder, container and size of a video file. */
export interface FrameEncoding {
  /** Name of the codec library's encoder. */
  readonly encoder: FFEncoderCodec;
  /** Options of the encoder by name. */
  readonly options: Readonly<Record<string, string>>;
  /** Pixel format of the encoder's input. Default: planar 4:2:0 of 8 bits. */
  readonly pixelFormat?: AVPixelFormat | undefined;
  /** Muxer of the file. Default `mp4`. */
  readonly muxer?: 'matroska' | 'mov' | undefined;
  /** Four-character code of the codec in the file. Default: the muxer's choice. */
  readonly tag?: string | undefined;
  /** Number of encoder threads; the bytes may depend on it. Default 1. */
  readonly threads?: number;
  /**
   * Number of copies of the first frame that are encoded before it; their packets are dropped. The rate control of x264
   * begins with too few bits for the frames after its first one: with copies, the file looks better where little moves.
   * Default 0.
   */
  readonly copiesOfFirst?: number;
  /**
   * Number of copies of the last frame that are encoded after it; their packets are dropped. Encoders save bits on
   * frames that no later frame refers to, so that without copies the end of the file would look worse. Default 0.
   */
  readonly copiesOfLast?: number;
  /** Frame layout that the encoder requires. Default `planar`: no conversion. */
  readonly input?: EncoderInputKind;
  /** Width in pixels, even. */
  readonly width: number;
  readonly height: number;
  /** Ticks per second of the file's time stamps. */
  readonly clock: Rate;
  /** Frame rate that the file declares. */
  readonly rate: Rate;
  /** Whether the stream is tagged as BT.709. Default true. */
  readonly tagged?: boolean;
}

/** Time of a frame in the file, in ticks. */
export interface FrameTime {
  readonly start: number;
  readonly length: number;
  /** Whether the frame must be a key frame. Otherwise the encoder decides. */
  readonly isKey: boolean;
  /** Whether this is the last frame of the file. Its copies are encoded after it (`copiesOfLast`). */
  readonly isLast?: boolean;
}

/** Writer that encodes frames into a file. The bytes depend only on the frames and the encoding. */
export interface FrameWriter {
  /** Number of frames written so far. */
  readonly frames: number;
  /**
   * Encodes the next frame, which must be BT.709 limited range in the encoding's size and pixel format. The caller may
   * overwrite the frame afterwards.
   */
  write(frame: Frame, time: FrameTime): void;
  /**
   * Encodes the next frame on a thread of the codec library, without blocking the calling thread. Only one call may run
   * at a time, and the frame must not change until it ends. Gives the same bytes as `write`.
   */
  writeAside(frame: Frame, time: FrameTime): Promise<void>;
  /** Completes the file. Throws when no frame was written or the disk is full. */
  finish(): SegmentInfo;
  /** Completes the file like `finish`, but encodes the buffered frames on a thread of the codec library. */
  finishAside(): Promise<SegmentInfo>;
  /** Cancels and removes the file. May be called at any time; after `finish` it does nothing. */
  abort(): void;
}

/** Opens a writer for a file at `outPath`. `name` is the file's name in error messages. Throws FramemillError. */
export function openFrameWriter(encoding: FrameEncoding, outPath: string, name: string): FrameWriter {
  quietCodecLog();
  const given = createEncoderInput(encoding.input ?? 'planar', encoding.width, encoding.height);
  const context = openEncoder(encoding, given, name);
  const muxer = openMuxer(context, encoding, outPath, name);
  const stream = muxer.streams[0];
  if (!stream) {
    const message = `${name} cannot be written: the codec library added no video stream to the file. Render it again.`;
    throw new FramemillError('internal_error', message);
  }
  const packet = new Packet();
  packet.alloc();
  // The caller's frame may belong to a decoder: a second reference carries the time stamp, without a copy of the
  // pixels.
  const input = new Frame();
  input.alloc();
  /** The last frame of the file, which is copied `copiesOfLast` times; empty before it is written. */
  const last = new Frame();
  last.alloc();
  /** Durations of the frames that the encoder has not returned yet, by start time, in ticks. */
  const lengths = new Map<bigint, bigint>();
  let frames = 0;
  const first = encoding.copiesOfFirst ?? 0;
  let copies = encoding.copiesOfLast ?? 0;
  let closed = false;

  function drain(): void {
    while (context.receivePacketSync(packet) >= 0) put();
  }

  function put(): void {
    const length = lengths.get(packet.pts);
    lengths.delete(packet.pts);
    // Packets of copies have no length, and are dropped.
    if (length !== undefined) {
      packet.streamIndex = 0;
      // Without a duration the last frame is cut off.
      packet.duration = length;
      packet.rescaleTs(context.timeBase, stream ? stream.timeBase : context.timeBase);
      check(muxer.interleavedWriteFrameSync(packet), `writing ${name}`);
    }
    packet.unref();
  }

  /** Makes `input` a copy of the first frame, `before` ticks before its start. */
  function takeCopy(frame: Frame, start: number, before: number): void {
    refer(frame, start - before);
    input.pictType = AV_PICTURE_TYPE_NONE;
  }

  function refer(frame: Frame, start: number): void {
    input.unref();
    check(input.ref(given.give(frame)), `encoding frame ${frames} of ${name}`);
    input.pts = BigInt(start);
  }

  function take(frame: Frame, { start, length, isKey, isLast }: FrameTime): void {
    refer(frame, start);
    lengths.set(input.pts, BigInt(Math.max(1, Math.round(length))));
    // A source's own key frames must not become key frames of the file.
    input.pictType = isKey || (frames === 0 && first > 0) ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE;
    if (!isLast || copies === 0 || frames === 0) return;
    // No kept frame may refer to a copy.
    input.pictType = AV_PICTURE_TYPE_P;
    check(last.ref(input), `encoding frame ${frames} of ${name}`);
  }

  /** Returns the next copy of the last frame; null after the last copy. */
  function nextCopy(): Frame | null {
    if (copies === 0 || last.width === 0) return null;
    copies -= 1;
    last.pts += 1n;
    last.pictType = AV_PICTURE_TYPE_NONE;
    return last;
  }

  function requireFrames(): void {
    if (frames > 0) return;
    throw new FramemillError('internal_error', `${name} has no frames. Write at least one before finishing it.`);
  }

  function close(): SegmentInfo {
    check(muxer.writeTrailerSync(), `finishing ${name}`);
    release();
    return { frames, ...fileIdentity(outPath) };
  }

  function release(): void {
    closed = true;
    input.free();
    last.free();
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
      for (let before = frames === 0 ? first : 0; before > 0; before--) {
        takeCopy(frame, time.start, before);
        check(context.sendFrameSync(input), `encoding frame ${frames} of ${name}`);
        drain();
      }
      take(frame, time);
      check(context.sendFrameSync(input), `encoding frame ${frames} of ${name}`);
      input.unref();
      frames += 1;
      drain();
    },
    async writeAside(frame, time) {
      for (let before = frames === 0 ? first : 0; before > 0; before--) {
        takeCopy(frame, time.start, before);
        check(await context.sendFrame(input), `encoding frame ${frames} of ${name}`);
        drain();
      }
      take(frame, time);
      // The encoder works while it accepts a frame; `drain` only collects the finished packets.
      check(await context.sendFrame(input), `encoding frame ${frames} of ${name}`);
      input.unref();
      frames += 1;
      drain();
    },
    finish() {
      requireFrames();
      for (let copy = nextCopy(); copy; copy = nextCopy()) {
        check(context.sendFrameSync(copy), `finishing ${name}`);
        drain();
      }
      check(context.sendFrameSync(null), `finishing ${name}`);
      drain();
      return close();
    },
    async finishAside() {
      requireFrames();
      for (let copy = nextCopy(); copy; copy = nextCopy()) {
        check(await context.sendFrame(copy), `finishing ${name}`);
        drain();
      }
      check(context.sendFrameSync(null), `finishing ${name}`);
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
  context.threadCount = encoding.threads ?? 1;
  context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER, AV_CODEC_FLAG_CLOSED_GOP, AV_CODEC_FLAG_BITEXACT);
  // Set the options one by one: node-av 6.1.1 frees a dictionary twice, and the process crashes at the next garbage
  // collection.
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
  check(muxer.allocOutputContext2(null, container ?? 'mp4', outPath), `creating ${name}`);
  muxer.setFlags(AVFMT_FLAG_BITEXACT);
  const stream = muxer.newStream(null);
  check(stream.codecpar.fromContext(context), `creating ${name}`);
  if (tag !== undefined) stream.codecpar.codecTag = fourLetters(tag);
  if (container === 'matroska') stream.metadata = Dictionary.fromObject({ alpha_mode: '1' });
  stream.timeBase = context.timeBase;
  stream.avgFrameRate = context.framerate;
  check(muxer.openOutputSync(), `creating ${name}`);
  check(muxer.writeHeaderSync(), `creating ${name}`);
  return muxer;
}
