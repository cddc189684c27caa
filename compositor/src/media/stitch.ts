import { rmSync } from 'node:fs';
import { FramemillError } from '@framemill/timeline/rendering';
import type { OutputProfile } from '../catalog.ts';
import { joinPackets } from './join-packets.ts';
import { makeGif } from './make-gif.ts';
import { fileIdentity } from './segment-info.ts';

export interface StitchInput {
  /** Paths of all segments in order, and how many frames each must hold. */
  segments: readonly string[];
  segmentFrames: readonly number[];
  /** Path of the mixed sound; null for none (a GIF never has any). */
  audio: string | null;
  profile: OutputProfile;
  outPath: string;
  /** Called with the number of frames done so far, at least once a segment. */
  onProgress?: (done: number) => void;
}

export interface StitchResult {
  sizeBytes: number;
  durationSec: number;
  sha256: string;
}

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
