import { parentPort } from 'node:worker_threads';
import { createFrame, openSegmentEncoder } from '@framemill/compositor';
import type { OutputProfile } from '@framemill/compositor/plan';
import { type Canvas, createCanvas, createGrain, writePlanes } from './canvas.ts';
import { footageClips } from './clips.ts';

/** Job of a worker: a range of frames of one clip, to be drawn and encoded into a segment. */
export interface FootageJob {
  readonly clip: string;
  readonly startFrame: number;
  readonly endFrame: number;
  readonly profile: OutputProfile;
  readonly outPath: string;
}

/** Message from a worker: one for each frame, and one at the end of the segment. */
export type FootageMessage = { readonly type: 'frame' } | { readonly type: 'done' };

/** Peak of the grain in 8-bit steps. It hides the banding of a night sky and is too weak to be visible as noise. */
const grainStrength = 1.6;

const scenes = new Map<string, (canvas: Canvas, timeSec: number) => void>();
const port = parentPort;
if (!port) throw new Error('footage-worker.ts must run as a worker thread of make-footage.ts.');

port.on('message', (job: FootageJob) => {
  drawSegment(job, () => port.postMessage({ type: 'frame' } satisfies FootageMessage));
  port.postMessage({ type: 'done' } satisfies FootageMessage);
});

function drawSegment(job: FootageJob, onFrame: () => void): void {
  const { width, height, rate } = job.profile;
  const draw = scenes.get(job.clip) ?? createScene(job.clip);
  scenes.set(job.clip, draw);
  const canvas = createCanvas(width, height);
  const grain = createGrain(19);
  const frame = createFrame(width, height);
  const encoder = openSegmentEncoder(job.profile, job.outPath);
  try {
    for (let index = job.startFrame; index < job.endFrame; index++) {
      draw(canvas, (index * rate.den) / rate.num);
      const data = frame.data;
      if (!data) throw new Error('The new frame has no planes.');
      writePlanes(canvas, { data, linesize: frame.linesize }, grain, grainStrength, index);
      encoder.write(frame);
      onFrame();
    }
    encoder.finish();
  } finally {
    encoder.abort();
    frame.free();
  }
}

function createScene(name: string): (canvas: Canvas, timeSec: number) => void {
  const clip = footageClips.find((candidate) => candidate.name === name);
  if (!clip) throw new Error(`There is no footage named "${name}".`);
  return clip.create();
}
