import { rmSync } from 'node:fs';
import { FramemillError } from '@framemill/timeline/rendering';
import { type Assembly, formatFacts } from '../catalog/formats.ts';
import { fileIdentity } from '../media/segment-info.ts';
import { joinPackets } from '../media/stitch/join-packets.ts';
import { makeGif } from '../media/stitch/make-gif.ts';
import { makePoster } from '../media/stitch/make-poster.ts';
import { makeSequence } from '../media/stitch/make-sequence.ts';
import { makeSprites } from '../media/stitch/make-sprites.ts';
import { makeWebp } from '../media/stitch/make-webp.ts';
import type { StitchInput, StitchResult } from '../media/stitch-input.ts';
import { audioSeconds, joinAudio } from './join-audio.ts';
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
 * Makes the finished output file from segments and audio. Videos are muxed without encoding again; formats made of
 * images are encoded here. Frame k is shown from k / rate on, without gaps. The same input gives the same bytes, which
 * contain no dates and no tool names. Removes the incomplete file on failure. Throws FramemillError `internal_error`
 * for incompatible segments. Yields to the event loop after each segment.
 */
export async function stitch(input: StitchInput): Promise<StitchResult> {
  const { segments, segmentFrames, profile, outPath } = input;
  const { video: images, assembly } = formatFacts(profile.format);
  if ((segments.length === 0) !== (images === null) || segments.length !== segmentFrames.length) {
    throw new FramemillError(
      'internal_error',
      `Muxing needs one frame count per segment (got ${segments.length} segments, ${segmentFrames.length} counts).`,
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
