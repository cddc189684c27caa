import { rmSync } from 'node:fs';
import { basename } from 'node:path';
import {
  AV_CODEC_FLAG_BITEXACT,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_SAMPLE_FMT_FLT,
  AV_SAMPLE_FMT_FLTP,
  AV_SAMPLE_FMT_S16,
  AVFMT_FLAG_BITEXACT,
} from 'node-av/constants';
import { avChannelLayoutDefault, type Codec, CodecContext, FormatContext, Frame, Packet, Rational } from 'node-av/lib';
import type { Quality } from '../formats/output-formats.ts';
import { check, quietCodecLog } from '../media/av-error.ts';
import { findEncoder } from '../media/encode/find-encoder.ts';
import { fileIdentity } from '../media/segment-info.ts';
import { SAMPLE_RATE, type StereoBlock } from './audio-format.ts';
import type { AudioCodec } from './encoders.ts';

/** Encoder of stereo audio that writes its own file. */
export interface AudioEncoder {
  /** Encodes the first `count` samples of a block. Values outside -1 to 1 are clipped. */
  write(block: StereoBlock, count: number): void;
  finish(): { sizeBytes: number; sha256: string; samples: number };
  /** Cancels and removes the file; does nothing after `finish`. */
  abort(): void;
}

/**
 * Opens an encoder that writes an audio file. When decoded, the file has exactly the written samples: the encoder's
 * delay is marked as priming, which players trim.
 */
export function openAudioEncoder(codec: AudioCodec, quality: Quality, outPath: string): AudioEncoder {
  quietCodecLog();
  const name = basename(outPath);
  const context = openContext(codec, quality);
  const muxer = new FormatContext();
  check(muxer.allocOutputContext2(null, codec.muxer, outPath), `starting ${name}`);
  muxer.setFlags(AVFMT_FLAG_BITEXACT);
  const stream = muxer.newStream(null);
  check(stream.codecpar.fromContext(context), `starting ${name}`);
  stream.timeBase = context.timeBase;
  check(muxer.openOutputSync(), `starting ${name}`);
  check(muxer.writeHeaderSync(), `starting ${name}`);
  const packet = new Packet();
  packet.alloc();
  const frameSamples = context.frameSize > 0 ? context.frameSize : 1024;
  const buffer = createInterleaver(context, frameSamples);
  let samples = 0;
  let closed = false;

  function encode(frame: Frame | null): void {
    check(context.sendFrameSync(frame), `encoding ${name}`);
    while (context.receivePacketSync(packet) >= 0) {
      packet.streamIndex = 0;
      packet.rescaleTs(context.timeBase, stream.timeBase);
      check(muxer.interleavedWriteFrameSync(packet), `writing ${name}`);
      packet.unref();
    }
  }

  function flushFrame(): void {
    if (buffer.filled === 0) return;
    const frame = buffer.take(BigInt(samples));
    samples += frame.nbSamples;
    encode(frame);
    frame.free();
  }

  function release(): void {
    closed = true;
    packet.free();
    context.freeContext();
    muxer.closeOutputSync();
    muxer.freeContext();
  }

  return {
    write(block, count) {
      for (let done = 0; done < count; ) {
        const part = Math.min(count - done, frameSamples - buffer.filled);
        buffer.add(block, done, part);
        done += part;
        if (buffer.filled === frameSamples) flushFrame();
      }
    },
    finish() {
      flushFrame();
      encode(null);
      check(muxer.writeTrailerSync(), `ending ${name}`);
      release();
      return { ...fileIdentity(outPath), samples };
    },
    abort() {
      if (closed) return;
      release();
      rmSync(outPath, { force: true });
    },
  };
}

function openContext(codec: AudioCodec, quality: Quality): CodecContext {
  const encoder = findEncoder(codec.encoder, codec.coding);
  const context = new CodecContext();
  context.allocContext3(encoder);
  context.sampleRate = SAMPLE_RATE;
  context.channelLayout = avChannelLayoutDefault(2);
  context.sampleFormat = preferredFormat(encoder);
  context.timeBase = new Rational(1, SAMPLE_RATE);
  context.bitRate = BigInt(codec.bitRate(quality));
  context.threadCount = 1;
  context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER, AV_CODEC_FLAG_BITEXACT);
  for (const [option, value] of Object.entries(codec.options)) {
    check(context.setOption(option, value), `setting ${option}=${value} of the encoder ${codec.encoder}`);
  }
  check(context.open2Sync(encoder), `opening the encoder ${codec.encoder}`);
  return context;
}

function preferredFormat(encoder: Codec) {
  const offered = encoder.sampleFormats ?? [];
  for (const format of [AV_SAMPLE_FMT_FLT, AV_SAMPLE_FMT_FLTP]) if (offered.includes(format)) return format;
  return AV_SAMPLE_FMT_S16;
}

/** Buffer that collects samples in the encoder's sample layout, up to one encoder frame. */
interface Interleaver {
  readonly filled: number;
  /** Adds samples [from, from + count) of a block. They must fit into the remaining capacity. */
  add(block: StereoBlock, from: number, count: number): void;
  /** Returns the collected samples as a frame that the caller frees, and empties the buffer. */
  take(pts: bigint): Frame;
}

function createInterleaver(context: CodecContext, capacity: number): Interleaver {
  const format = context.sampleFormat;
  const planar = format === AV_SAMPLE_FMT_FLTP;
  const integer = format === AV_SAMPLE_FMT_S16;
  const store = integer ? new Int16Array(capacity * 2) : new Float32Array(capacity * 2);
  const right = planar ? capacity : 1;
  const stride = planar ? 1 : 2;
  let filled = 0;
  function put(samples: Float32Array, from: number, count: number, first: number): void {
    for (let i = 0; i < count; i++) {
      const value = Math.max(-1, Math.min(1, samples[from + i] ?? 0));
      store[first + i * stride] = integer ? Math.round(value * 32767) : value;
    }
  }
  return {
    get filled() {
      return filled;
    },
    add(block, from, count) {
      put(block.left, from, count, filled * stride);
      put(block.right, from, count, filled * stride + right);
      filled += count;
    },
    take(pts) {
      const frame = Frame.fromAudioBuffer(bytesOf(store, filled, capacity, planar), {
        nbSamples: filled,
        format,
        sampleRate: SAMPLE_RATE,
        channelLayout: context.channelLayout,
        timeBase: { num: 1, den: SAMPLE_RATE },
        pts,
      });
      filled = 0;
      return frame;
    },
  };
}

function bytesOf(store: Int16Array | Float32Array, filled: number, capacity: number, planar: boolean): Buffer {
  const bytes = Buffer.from(store.buffer, store.byteOffset, store.byteLength);
  const size = store.BYTES_PER_ELEMENT;
  if (!planar) return Buffer.from(bytes.subarray(0, filled * 2 * size));
  const right = capacity * size;
  return Buffer.concat([bytes.subarray(0, filled * size), bytes.subarray(right, right + filled * size)]);
}
