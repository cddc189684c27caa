import { rmSync } from 'node:fs';
import { FramemillError } from '@framemill/timeline/rendering';
import { fileIdentity } from '../segment-info.ts';
import type { StitchInput, StitchResult } from '../stitch-input.ts';
import { joinPackets } from './join-packets.ts';
import { makeGif } from './make-gif.ts';

/**
 * Makes the finished file from segments and sound. MP4 and WebM copy packets without encoding again, GIF is encoded here with one palette for all.
 * Frame k is shown from k / rate on, without gaps. The same input gives the same bytes; no dates, no tool names inside. Removes a half-written file when
 * it fails. Throws FramemillError `internal_error` for segments that do not fit together. Gives the event loop a turn after each segment.
 */
export async function stitch(input: StitchInput): Promise<StitchResult> {
  const { segments, segmentFrames, profile, outPath } = input;
  if (segments.length === 0 || segments.length !== segmentFrames.length) {
    throw new FramemillError(
      'internal_error',
      `Stitching needs one frame count a segment (got ${segments.length} segments, ${segmentFrames.length} counts).`,
    );
  }
  try {
    if (profile.format === 'gif') await makeGif(input);
    else await joinPackets(input);
  } catch (error) {
    rmSync(outPath, { force: true });
    throw error;
  }
  const frames = segmentFrames.reduce((sum, count) => sum + count, 0);
  return { durationSec: (frames * profile.rate.den) / profile.rate.num, ...fileIdentity(outPath) };
}
