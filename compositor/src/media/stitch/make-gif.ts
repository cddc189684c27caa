import { basename } from 'node:path';
import { FramemillError } from '@framemill/timeline/rendering';
import {
  AV_BUFFERSRC_FLAG_KEEP_REF,
  AV_CODEC_FLAG_BITEXACT,
  AV_PIX_FMT_PAL8,
  AVERROR_EAGAIN,
  AVERROR_EOF,
  AVFMT_FLAG_BITEXACT,
  FF_ENCODER_GIF,
} from 'node-av/constants';
import { CodecContext, Filter, FilterGraph, FormatContext, Frame, Packet, Rational } from 'node-av/lib';
import type { OutputProfile } from '../../plan/profile.ts';
import { check } from '../av-error.ts';
import { findEncoder } from '../encode/find-encoder.ts';
import { openFilterChain } from '../filter-chain.ts';
import type { StitchInput } from '../stitch-input.ts';
import { eachFrame, imageSource, TO_RGB } from './read-frames.ts';

const CENTISECONDS = 100;

/**
 * Encodes all segments into one GIF with a global palette. Decodes everything twice: first for the palette, then to
 * encode. See `stitch`.
 */
export async function makeGif(input: StitchInput): Promise<void> {
  const total = input.segmentFrames.reduce((sum, frames) => sum + frames, 0);
  // A frame that was only used for the palette counts as half done.
  const palette = await makePalette(input, (seen) => input.onProgress?.(seen / 2));
  const writer = openGifWriter(input.profile, palette, input.outPath);
  try {
    let done = 0;
    await eachFrame(input, (frame) => {
      writer.write(frame);
      done += 1;
      input.onProgress?.((total + done) / 2);
    });
    writer.finish();
  } finally {
    writer.close();
    palette.free();
  }
}

async function makePalette(input: StitchInput, onSeen: (frames: number) => void): Promise<Frame> {
  const chain = openFilterChain([
    ['buffer', imageSource(input.profile)],
    ['scale', TO_RGB],
    ['format', 'pix_fmts=rgb24'],
    ['palettegen', 'max_colors=256:stats_mode=full'],
    ['buffersink', ''],
  ]);
  try {
    let seen = 0;
    await eachFrame(input, (frame) => {
      chain.push(frame);
      seen += 1;
      onSeen(seen);
    });
    chain.push(null);
    const palette = chain.pull()?.clone();
    if (!palette)
      throw new FramemillError('internal_error', 'The codec library returned no palette for the GIF. Render it again.');
    return palette;
  } finally {
    chain.close();
  }
}

interface GifWriter {
  write(frame: Frame): void;
  finish(): void;
  close(): void;
}

function openGifWriter(profile: OutputProfile, palette: Frame, outPath: string): GifWriter {
  const mapper = openPaletteMapper(profile, palette);
  const context = openGifEncoder(profile);
  const muxer = new FormatContext();
  check(muxer.allocOutputContext2(null, 'gif', outPath), `creating ${basename(outPath)}`);
  muxer.setFlags(AVFMT_FLAG_BITEXACT);
  const stream = muxer.newStream(null);
  check(stream.codecpar.fromContext(context), `creating ${basename(outPath)}`);
  stream.timeBase = new Rational(1, CENTISECONDS);
  check(muxer.openOutputSync(), `creating ${basename(outPath)}`);
  check(muxer.writeHeaderSync(), `creating ${basename(outPath)}`);
  const packet = new Packet();
  packet.alloc();

  function encode(frame: Frame | null): void {
    check(context.sendFrameSync(frame), `encoding ${basename(outPath)}`);
    while (context.receivePacketSync(packet) >= 0) {
      packet.streamIndex = 0;
      packet.duration = 1n;
      packet.rescaleTs(context.timeBase, stream.timeBase);
      check(muxer.interleavedWriteFrameSync(packet), `writing ${basename(outPath)}`);
      packet.unref();
    }
  }

  return {
    write: (frame) => mapper.map(frame, encode),
    finish() {
      mapper.map(null, encode);
      encode(null);
      check(muxer.writeTrailerSync(), `finishing ${basename(outPath)}`);
    },
    close() {
      mapper.close();
      packet.free();
      context.freeContext();
      muxer.closeOutputSync();
      muxer.freeContext();
    },
  };
}

function openGifEncoder(profile: OutputProfile): CodecContext {
  const encoder = findEncoder(FF_ENCODER_GIF, 'gif');
  const context = new CodecContext();
  context.allocContext3(encoder);
  context.width = profile.width;
  context.height = profile.height;
  context.pixelFormat = AV_PIX_FMT_PAL8;
  context.timeBase = new Rational(profile.rate.den, profile.rate.num);
  context.framerate = new Rational(profile.rate.num, profile.rate.den);
  context.threadCount = 1;
  context.setFlags(AV_CODEC_FLAG_BITEXACT);
  check(context.open2Sync(encoder), 'opening the GIF encoder');
  return context;
}

interface PaletteMapper {
  /** Maps a frame to the palette and passes finished frames to `use`. null signals the end. */
  map(frame: Frame | null, use: (mapped: Frame) => void): void;
  close(): void;
}

function openPaletteMapper(profile: OutputProfile, palette: Frame): PaletteMapper {
  const graph = new FilterGraph();
  graph.alloc();
  graph.nbThreads = 1;
  const make = (name: string, id: string, args: string | null) => {
    const filter = Filter.getByName(name);
    const context = filter ? graph.createFilter(filter, id, args) : null;
    if (!context)
      throw new FramemillError(
        'internal_error',
        `The codec library cannot create the filter ${name}(${args ?? ''}). Check its arguments, and install a build ` +
          'that has this filter.',
      );
    return context;
  };
  const images = make('buffer', 'pictures', imageSource(profile));
  const scale = make('scale', 'scale', TO_RGB);
  const rgb = make('format', 'rgb', 'pix_fmts=bgra');
  const colours = make(
    'buffer',
    'palette',
    `width=${palette.width}:height=${palette.height}:pix_fmt=${palette.format}:time_base=1/1:pixel_aspect=1/1`,
  );
  // Ordered dithering is static where the image is, so that GIF's frame differences stay small.
  const use = make('paletteuse', 'use', 'dither=bayer:bayer_scale=4:diff_mode=rectangle');
  const sink = make('buffersink', 'sink', null);
  check(images.link(0, scale, 0), 'preparing the GIF');
  check(scale.link(0, rgb, 0), 'preparing the GIF');
  check(rgb.link(0, use, 0), 'preparing the GIF');
  check(colours.link(0, use, 1), 'preparing the GIF');
  check(use.link(0, sink, 0), 'preparing the GIF');
  check(graph.configSync(), 'preparing the GIF');
  palette.pts = 0n;
  check(colours.buffersrcAddFrameSync(palette, AV_BUFFERSRC_FLAG_KEEP_REF), 'preparing the GIF');
  check(colours.buffersrcAddFrameSync(null), 'preparing the GIF');
  const mapped = new Frame();
  mapped.alloc();
  return {
    map(frame, hand) {
      check(images.buffersrcAddFrameSync(frame, AV_BUFFERSRC_FLAG_KEEP_REF), 'encoding the GIF');
      for (;;) {
        mapped.unref();
        const result = sink.buffersinkGetFrameSync(mapped);
        if (result === AVERROR_EAGAIN || result === AVERROR_EOF) return;
        check(result, 'encoding the GIF');
        hand(mapped);
      }
    },
    close() {
      mapped.free();
      graph.free();
    },
  };
}
