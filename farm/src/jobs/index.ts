import { audioKind } from './audio.ts';
import { frameKind } from './frame.ts';
import { framesKind } from './frames.ts';
import { ingestAudioKind } from './ingest-audio.ts';
import { ingestImagesKind } from './ingest-images.ts';
import type { JobKind } from './job-kind.ts';
import { probeKind } from './probe.ts';
import { reportKind } from './report.ts';
import { stitchKind } from './stitch.ts';
import { transcribeKind } from './transcribe.ts';

/** All kinds of jobs that a node can run: one file and one line each. */
export const jobKinds: readonly JobKind[] = [
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
