import { copyFileSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import { FramemillError } from '@framemill/timeline/rendering';
import { AVFMT_FLAG_BITEXACT } from 'node-av/constants';
import { Dictionary, FormatContext } from 'node-av/lib';
import { audioCodecOf } from '../audio/encoders.ts';
import { type Assembly, formatFacts } from '../formats/output-formats.ts';
import { check } from '../media/av-error.ts';
import { openAudioPackets } from '../media/copy/audio-packets.ts';
import { openInput } from '../media/open-input.ts';
import { fileIdentity } from '../media/segment-info.ts';
import { joinPackets } from '../media/stitch/join-packets.ts';
import { makeGif } from '../media/stitch/make-gif.ts';
import { makePoster, makeSequence } from '../media/stitch/make-sequence.ts';
import { makeSprites } from '../media/stitch/make-sprites.ts';
import { makeWebp } from '../media/stitch/make-webp.ts';
import type { StitchInput, StitchResult } from '../media/stitch-input.ts';
import { streamDurationSec } from '../media/stream-times.ts';
import { makeSheet } from './make-sheet.ts';

const assemblies: Readonly<Record<Assembly, (input: StitchInput) => Promise<void>>> = {
  film: joinPackets,
  sound: joinAudio,
  gif: makeGif,
  webp: makeWebp,
  sequence: makeSequence,
  poster: makePoster,
  sheet: makeSheet,
  sprites: makeSprites,
};

/**
 * Creates the finished output file from segments and audio. Videos are muxed without encoding again; images and
 * animated images are encoded here. Frame k is displayed from k / rate on, without gaps. Equal input gives equal bytes:
 * the file contains no dates and no tool names. Removes the incomplete file on failure. Throws FramemillError
 * `internal_error` for incompatible segments. Yields to the event loop after each segment.
 */
export async function stitch(input: StitchInput): Promise<StitchResult> {
  const { segments, segmentFrames, profile, outPath } = input;
  const { video: images, assembly } = formatFacts(profile.format);
  if ((segments.length === 0) !== (images === null) || segments.length !== segmentFrames.length) {
    throw new FramemillError(
      'internal_error',
      `The segments cannot be muxed as ${profile.format}: got ${segments.length} segments with ` +
        `${segmentFrames.length} frame counts. Both numbers must be equal, and 0 only for audio formats.`,
    );
  }
  try {
    await assemblies[assembly](input);
  } catch (error) {
    rmSync(outPath, { force: true });
    throw error;
  }
  const frames = segmentFrames.reduce((sum, count) => sum + count, 0);
  const durationSec = images === null ? audioSeconds(outPath) : (frames * profile.rate.den) / profile.rate.num;
  return { durationSec, ...fileIdentity(outPath) };
}

/**
 * Writes an output file that contains only the audio, without encoding it again. Throws `invalid_request` when there is
 * no audio.
 */
async function joinAudio({ audio, profile, outPath }: StitchInput): Promise<void> {
  if (audio === null) {
    const message = `The project has no audio for ${profile.format}. Add a clip with audio first.`;
    throw new FramemillError('invalid_request', message);
  }
  const { muxer: container } = formatFacts(profile.format);
  // A remux to the same container would lose the declared priming of the encoder.
  if (audioCodecOf(profile.format)?.muxer === container) return copyFileSync(audio, outPath);
  const muxer = new FormatContext();
  check(muxer.allocOutputContext2(null, container, outPath), `creating ${basename(outPath)}`);
  muxer.setFlags(AVFMT_FLAG_BITEXACT);
  const mix = openAudioPackets(audio);
  try {
    mix.addTo(muxer);
    check(muxer.openOutputSync(), `creating ${basename(outPath)}`);
    const options = container === 'ipod' ? { movflags: '+faststart' } : {};
    check(muxer.writeHeaderSync(Dictionary.fromObject(options)), `creating ${basename(outPath)}`);
    mix.copyUntil(Number.POSITIVE_INFINITY, muxer);
    check(muxer.writeTrailerSync(), `finishing ${basename(outPath)}`);
  } finally {
    mix.close();
    muxer.closeOutputSync();
    muxer.freeContext();
  }
}

/** Returns the duration of a file's audio, in seconds; 0 when the file does not state it. */
function audioSeconds(path: string): number {
  const input = openInput(path, basename(path));
  try {
    return input.audio ? streamDurationSec(input, input.audio) : 0;
  } finally {
    input.close();
  }
}
