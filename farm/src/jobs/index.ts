import { frameKind } from './frame.ts';
import { framesKind } from './frames.ts';
import type { NodeJobKind } from './job-kind.ts';
import { ingestAudioKind, ingestImagesKind, probeKind, transcribeKind } from './media-jobs.ts';
import { reportKind } from './report.ts';
import { audioKind, stitchKind } from './stitch.ts';

/** All kinds of jobs that a node can run. */
export const nodeJobKinds: readonly NodeJobKind[] = [
  framesKind,
  audioKind,
  stitchKind,
  frameKind,
  probeKind,
  ingestImagesKind,
  ingestAudioKind,
  transcribeKind,
  reportKind,
];
