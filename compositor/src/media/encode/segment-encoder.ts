import { basename } from 'node:path';
import { type EncoderSetup, FramemillError } from '@framemill/timeline/rendering';
import { AV_PIX_FMT_YUV420P } from 'node-av/constants';
import type { Frame } from 'node-av/lib';
import type { OutputProfile } from '../../catalog.ts';
import type { SegmentInfo } from '../segment-info.ts';
import type { EncoderChoice } from './encoder-choice.ts';
import { videoCodecOf } from './encoders/index.ts';
import { openFrameWriter } from './frame-writer.ts';

/** Encodes one closed group of pictures into a file of its own. One thread: the bytes depend on the pictures and the profile only. */
export interface SegmentEncoder {
  /**
   * Encodes the next picture: BT.709 limited, of the profile's size and the codec's pixel format (planar 4:2:0 without alpha); anything else throws `internal_error`.
   * The frame's time stamp is ignored and its contents are no longer needed on return.
   */
  write(frame: Frame): void;
  /** As `write`, on a thread of the codec library; the frame stays as it is until then. One call at a time. The same bytes. */
  writeAside(frame: Frame): Promise<void>;
  /** Ends the file. Throws when no picture was written or the disk is full. */
  finish(): SegmentInfo;
  /** As `finish`, on a thread of the codec library. */
  finishAside(): Promise<SegmentInfo>;
  /** Gives up and removes the file. Safe at any time, also after `finish` (then it does nothing). */
  abort(): void;
}

/** What encodes a segment in another way than its format's own encoder. */
export interface SegmentEncoding {
  /** It will stand beside groups of a source's own pictures in one track. */
  readonly beside?: EncoderSetup | undefined;
  /** Encodes in the place of its format's own encoder; other formats, and what stands beside a source's own pictures, keep theirs. */
  readonly instead?: EncoderChoice | null | undefined;
}

/** Starts a segment at `outPath`, in the container that its codec needs, whatever the profile's format. Throws FramemillError. */
export function openSegmentEncoder(
  profile: OutputProfile,
  outPath: string,
  { beside, instead }: SegmentEncoding = {},
): SegmentEncoder {
  const { width, height, rate } = profile;
  const codec = videoCodecOf(profile.format);
  const pixelFormat = codec.pixelFormat ?? AV_PIX_FMT_YUV420P;
  const name = `Segment ${basename(outPath)}`;
  const encoding = {
    ...(instead?.format === profile.format && !beside
      ? { encoder: instead.name, options: instead.options[profile.quality], input: instead.input }
      : {
          encoder: codec.encoder,
          options: (beside && codec.besideOptions?.(profile.quality, beside)) ?? codec.options(profile.quality),
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
    throw new FramemillError(
      'internal_error',
      `${name} takes ${width}x${height} pictures of format ${pixelFormat} (got ${frame.width}x${frame.height}, format ${frame.format}).`,
    );
  }
  const time = () => ({ start: writer.frames, length: 1, isKey: codec.isIntra ?? false });

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
