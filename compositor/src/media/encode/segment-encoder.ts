import { basename } from 'node:path';
import { type EncoderSetup, FramemillError } from '@framemill/timeline/rendering';
import { AV_PIX_FMT_YUV420P } from 'node-av/constants';
import type { Frame } from 'node-av/lib';
import type { OutputProfile } from '../../plan/profile.ts';
import type { SegmentInfo } from '../segment-info.ts';
import { encoderThreads, videoCodecOf } from './encoders.ts';
import { openFrameWriter } from './frame-writer.ts';
import type { EncoderChoice } from './hardware/hardware-encoders.ts';

/**
 * Encoder of one segment, a file of closed GOPs. The number of threads, and with it the bytes, depends only on the
 * number of frames and the profile.
 */
export interface SegmentEncoder {
  /**
   * Encodes the next frame, which must be BT.709 limited range in the profile's size and the codec's pixel format
   * (planar 4:2:0 without alpha). Throws `internal_error` for another size or format. The frame's time stamp is
   * ignored, and the caller may overwrite the frame afterwards.
   */
  write(frame: Frame): void;
  /**
   * Encodes the next frame on a thread of the codec library. Only one call may run at a time, and the frame must not
   * change until it ends. Gives the same bytes as `write`.
   */
  writeAside(frame: Frame): Promise<void>;
  /** Completes the file. Throws when no frame was written or the disk is full. */
  finish(): SegmentInfo;
  /** Completes the file like `finish`, on a thread of the codec library. */
  finishAside(): Promise<SegmentInfo>;
  /** Cancels and removes the file. May be called at any time; after `finish` it does nothing. */
  abort(): void;
}

/** Options that replace parts of a format's default encoding for a segment. */
export interface SegmentEncoding {
  /** Number of frames of the segment, which determines the encoder's threads. Absent: one thread. */
  readonly frames?: number | undefined;
  /** Parameters of the source stream whose copied GOPs are stored in the same track as this segment. */
  readonly beside?: EncoderSetup | undefined;
  /**
   * Encoder that replaces the default one of its format. It is ignored for other formats and for segments with
   * `beside`.
   */
  readonly instead?: EncoderChoice | null | undefined;
}

/**
 * Opens the encoder of a segment at `outPath`. The container depends on the codec, not on the profile's format. Throws
 * FramemillError.
 */
export function openSegmentEncoder(
  profile: OutputProfile,
  outPath: string,
  { frames, beside, instead }: SegmentEncoding = {},
): SegmentEncoder {
  const { width, height, rate } = profile;
  const codec = videoCodecOf(profile.format);
  const pixelFormat = codec.pixelFormat ?? AV_PIX_FMT_YUV420P;
  const name = `Segment ${basename(outPath)}`;
  const threads = frames === undefined ? 1 : encoderThreads(profile, frames);
  const copies = codec.copies?.(profile.quality, profile.compression);
  const encoding = {
    ...(instead?.format === profile.format && !beside
      ? { encoder: instead.name, options: instead.options[profile.quality], input: instead.input }
      : {
          encoder: codec.encoder,
          options:
            (beside && codec.besideOptions?.(profile.quality, beside)) ??
            codec.options(profile.quality, { compression: profile.compression, threads, frames }),
          threads,
          ...(beside || !copies ? {} : { copiesOfFirst: copies.first, copiesOfLast: copies.last }),
        }),
    pixelFormat,
    muxer: codec.muxer,
    tag: codec.tag,
    width,
    height,
    clock: rate,
    rate,
    tagged: beside?.tagged ?? true,
  };
  const writer = openFrameWriter(encoding, outPath, name);
  function requireFit(frame: Frame): void {
    if (frame.width === width && frame.height === height && frame.format === pixelFormat) return;
    const given = `${frame.width}x${frame.height}, format ${frame.format}`;
    throw new FramemillError(
      'internal_error',
      `${name} needs frames of ${width}x${height}, format ${pixelFormat} (got ${given}).`,
    );
  }
  const time = () => ({
    ...{ start: writer.frames, length: 1, isKey: codec.isIntra ?? false },
    isLast: writer.frames + 1 === frames,
  });

  return {
    write(frame) {
      requireFit(frame);
      writer.write(frame, time());
    },
    async writeAside(frame) {
      requireFit(frame);
      await writer.writeAside(frame, time());
    },
    finish: () => writer.finish(),
    finishAside: () => writer.finishAside(),
    abort: () => writer.abort(),
  };
}
