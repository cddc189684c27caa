import { basename } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { FramemillError } from '@framemill/timeline/rendering';
import { AVERROR_EOF, AVFMT_FLAG_BITEXACT } from 'node-av/constants';
import { Dictionary, FormatContext, Packet, Rational, type Stream } from 'node-av/lib';
import { mergeDecoderConfigs } from '../../formats/h264/decoder-config.ts';
import { captionCoding, formatFacts } from '../../formats/output-formats.ts';
import { check } from '../av-error.ts';
import { openAudioPackets } from '../copy/audio-packets.ts';
import { videoCodecOf } from '../encode/encoders.ts';
import { type MediaInput, openInput } from '../open-input.ts';
import { fourLetters } from '../segment-info.ts';
import type { StitchInput } from '../stitch-input.ts';
import { openCaptionTrack } from './caption-track.ts';
import { addChapters, nameVendor } from './movie-boxes.ts';
import { chaptersElement, placeChapters } from './webm-chapters.ts';

// The index is at the start, so that players can start before the whole file has arrived.
const indexFirst: Readonly<Record<string, Record<string, string>>> = {
  mp4: { movflags: '+faststart' },
  mov: { movflags: '+faststart' },
  webm: { cues_to_front: '1' },
};

/**
 * Muxes the packets of all segments and of the audio into one MP4, MOV or WebM, with captions and chapters. See
 * `stitch`.
 */
export async function joinPackets(input: StitchInput): Promise<void> {
  const { segments, segmentFrames, profile, outPath } = input;
  const frameTime = new Rational(profile.rate.den, profile.rate.num);
  const muxer = new FormatContext();
  const { muxer: container } = formatFacts(profile.format);
  const { captions = [], chapters = [] } = input.texts ?? {};
  // The WebM muxer can reserve padding for chapters, but cannot write them.
  const chaptersInside = container === 'webm' && chapters.length > 0 ? chaptersElement(chapters) : null;
  const room = chaptersInside ? { metadata_header_padding: String(chaptersInside.length) } : {};
  const options = { ...indexFirst[container ?? ''], ...room };
  check(muxer.allocOutputContext2(null, container, outPath), `creating ${basename(outPath)}`);
  muxer.setFlags(AVFMT_FLAG_BITEXACT);
  const packet = new Packet();
  packet.alloc();
  const audio = input.audio === null ? null : openAudioPackets(input.audio);
  const coding = captionCoding(profile.format);
  const texts = captions.length === 0 || coding === null ? null : openCaptionTrack(captions, coding);
  try {
    const image = muxer.newStream(null);
    const first = describeFirst(segments[0] ?? '', image);
    const { setups, delay } = profile.smart ? mergeSetups(segments, image, frameTime) : first;
    const { tag } = videoCodecOf(profile.format);
    if (tag !== undefined) image.codecpar.codecTag = fourLetters(tag);
    if (profile.format === 'webm-alpha') image.metadata = Dictionary.fromObject({ alpha_mode: '1' });
    image.timeBase = frameTime;
    image.avgFrameRate = new Rational(profile.rate.num, profile.rate.den);
    audio?.addTo(muxer);
    texts?.addTo(muxer);
    check(muxer.openOutputSync(), `creating ${basename(outPath)}`);
    check(muxer.writeHeaderSync(Dictionary.fromObject(options)), `creating ${basename(outPath)}`);

    let done = 0;
    for (const [index, path] of segments.entries()) {
      const frames = segmentFrames[index] ?? 0;
      eachPacket(
        path,
        setups,
        packet,
        frameTime,
        (shown, order) => {
          if (shown >= frames || order - delay > shown)
            throw misfit(path, `packet ${order} contains frame ${shown} of ${frames}`);
          audio?.copyUntil((done + order) * frameTime.toDouble(), muxer);
          texts?.copyUntil((done + order) * frameTime.toDouble(), muxer);
          packet.streamIndex = image.index;
          packet.pts = BigInt(done + shown);
          // Decoding time is early by the encoder's reordering delay and rises by one frame a packet over all segments.
          packet.dts = BigInt(done + order - delay);
          packet.duration = 1n;
          packet.rescaleTs(frameTime, image.timeBase);
          check(muxer.interleavedWriteFrameSync(packet), `writing ${basename(outPath)}`);
        },
        frames,
      );
      done += frames;
      input.onProgress?.(done);
      await setImmediate();
    }
    audio?.copyUntil(Number.POSITIVE_INFINITY, muxer);
    texts?.copyUntil(Number.POSITIVE_INFINITY, muxer);
    check(muxer.writeTrailerSync(), `finishing ${basename(outPath)}`);
  } finally {
    audio?.close();
    texts?.close();
    packet.free();
    muxer.closeOutputSync();
    muxer.freeContext();
  }
  if (chaptersInside) placeChapters(outPath, chaptersInside);
  else addChapters(outPath, chapters);
  if (container === 'mov') nameVendor(outPath);
}

/** Decoder configurations that the segments of a file need. */
interface DecoderSetups {
  /** Extradata of the segments, without duplicates. */
  setups: readonly (Buffer | null)[];
  /** Number of frames by which decoding is ahead of presentation. */
  delay: number;
}

/**
 * Copies codec parameters and colour tags of the first segment to the output stream. The other segments must have the
 * same decoder configuration, or one that can share a track with it (`mergeSetups`).
 */
function describeFirst(path: string, image: Stream): DecoderSetups {
  const input = openInput(path, basename(path));
  try {
    const stream = videoStreamOf(input, path);
    check(stream.codecpar.copy(image.codecpar), `reading ${basename(path)}`);
    // Each container has its own four-character code for the codec.
    image.codecpar.codecTag = 0;
    const { extradata, videoDelay } = stream.codecpar;
    return { setups: [extradata ? Buffer.from(extradata) : null], delay: videoDelay };
  } finally {
    input.close();
  }
}

/**
 * Collects the decoder configurations of all segments, without duplicates, when some are copied from sources and others
 * encoded. The output stream gets one configuration that contains all of them. Throws `internal_error` when they are
 * incompatible.
 */
function mergeSetups(segments: readonly string[], image: Stream, frameTime: Rational): DecoderSetups {
  const setups: Buffer[] = [];
  const packet = new Packet();
  packet.alloc();
  let delay = 0;
  for (const path of segments) {
    const input = openInput(path, basename(path), { analyze: false });
    const { codecpar, timeBase } = videoStreamOf(input, path);
    const own = codecpar.extradata;
    if (own && !setups.some((known) => known.equals(own))) setups.push(Buffer.from(own));
    // Each segment begins with its key frame, which is shown at time 0.
    if (input.format.readFrameSync(packet) >= 0) {
      delay = Math.max(delay, Math.round((-Number(packet.dts) * timeBase.toDouble()) / frameTime.toDouble()));
    }
    packet.unref();
    input.close();
  }
  packet.free();
  if (setups.length < 2) return { setups, delay };
  const merged = mergeDecoderConfigs(setups);
  if (!merged) throw misfit(segments[0] ?? '', 'the parameter sets of copied and encoded frames conflict');
  image.codecpar.extradata = merged;
  return { setups, delay };
}

/**
 * Calls `write` for each packet of a segment, with its frame number in display order (`shown`) and in decoding order
 * (`order`).
 */
function eachPacket(
  path: string,
  setups: readonly (Buffer | null)[],
  packet: Packet,
  frameTime: Rational,
  write: (shown: number, order: number) => void,
  frames: number,
): void {
  const input = openInput(path, basename(path), { analyze: false });
  try {
    const stream = videoStreamOf(input, path);
    const own = stream.codecpar.extradata;
    if (!setups.some((setup) => (setup === null ? own === null : own !== null && setup.equals(own)))) {
      throw misfit(path, 'its encoder had different settings');
    }
    const perFrame = frameTime.toDouble() / stream.timeBase.toDouble();
    let order = 0;
    for (;;) {
      const result = input.format.readFrameSync(packet);
      if (result === AVERROR_EOF) break;
      check(result, `reading ${basename(path)}`);
      write(Math.round(Number(packet.pts) / perFrame), order);
      packet.unref();
      order += 1;
    }
    if (order !== frames) throw misfit(path, `it has ${order} frames, expected ${frames}`);
  } finally {
    packet.unref();
    input.close();
  }
}

function videoStreamOf(input: MediaInput, path: string): Stream {
  if (!input.video) throw misfit(path, 'it has no video');
  return input.video;
}

function misfit(path: string, why: string): FramemillError {
  return new FramemillError('internal_error', `Segment ${basename(path)} cannot be muxed: ${why}. Render it again.`);
}
