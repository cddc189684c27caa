import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { stitch } from '@framemill/compositor';
import type { OutputProfile } from '@framemill/compositor/plan';
import { type FootageClip, footageClips } from './clips.ts';
import type { FootageJob, FootageMessage } from './footage-worker.ts';

/** Number of frames in a segment: two seconds. This gives fast seeking, and enough segments for all cores. */
const segmentFrames = 60;

/** Prefix of the folder with the segments, inside the output folder. */
const workPrefix = 'segments-';

/** Output folder and frame size of the sample's clips. */
export interface FootageOptions {
  /** Existing folder for the files `<clip>.mp4`. */
  readonly outDir: string;
  /** Width of the clips in pixels; `height` is their height. Both must be even. The sample uses 1920 x 1080. */
  readonly width: number;
  readonly height: number;
  /** Clips to create; default: all of `footageClips`. */
  readonly clips?: readonly FootageClip[];
  /** Called after each frame with the number of frames drawn so far and the total. */
  readonly onProgress?: (done: number, total: number) => void;
}

/**
 * Draws and encodes the clips with one worker thread for each core, and returns the file paths. The files do not depend
 * on the number of cores.
 */
export async function makeFootage(options: FootageOptions): Promise<string[]> {
  const clips = options.clips ?? footageClips;
  const profile: OutputProfile = {
    format: 'mp4',
    // The footage is compressed again for the repository: see compress.ts.
    quality: 'high',
    width: options.width,
    height: options.height,
    rate: { num: 30, den: 1 },
    watermark: false,
  };
  removeLeftovers(options.outDir);
  const workDir = mkdtempSync(join(options.outDir, workPrefix));
  try {
    const jobs = clips.flatMap((clip) => segmentsOf(clip, profile, workDir));
    const total = clips.reduce((sum, clip) => sum + clip.frames, 0);
    let done = 0;
    await runJobs(jobs, () => options.onProgress?.(++done, total));
    const files: string[] = [];
    for (const clip of clips) {
      const parts = jobs.filter((job) => job.clip === clip.name);
      const outPath = join(options.outDir, `${clip.name}.mp4`);
      await stitch({
        segments: parts.map((part) => part.outPath),
        segmentFrames: parts.map((part) => part.endFrame - part.startFrame),
        audio: null,
        profile,
        outPath,
      });
      files.push(outPath);
    }
    return files;
  } finally {
    rmSync(workDir, { recursive: true, force: true });
  }
}

/** Removes the segments that an aborted run has left. */
function removeLeftovers(outDir: string): void {
  for (const name of readdirSync(outDir)) {
    if (name.startsWith(workPrefix)) rmSync(join(outDir, name), { recursive: true, force: true });
  }
}

function segmentsOf(clip: FootageClip, profile: OutputProfile, workDir: string): FootageJob[] {
  const jobs: FootageJob[] = [];
  for (let startFrame = 0; startFrame < clip.frames; startFrame += segmentFrames) {
    const endFrame = Math.min(clip.frames, startFrame + segmentFrames);
    jobs.push({
      clip: clip.name,
      startFrame,
      endFrame,
      profile,
      outPath: join(workDir, `${clip.name}-${startFrame}.mp4`),
    });
  }
  return jobs;
}

async function runJobs(jobs: readonly FootageJob[], onFrame: () => void): Promise<void> {
  const waiting = [...jobs];
  const lanes = Math.min(availableParallelism(), jobs.length);
  await Promise.all(Array.from({ length: lanes }, () => runLane(waiting, onFrame)));
}

/** Runs one worker thread, which takes jobs from the list until none are left. */
function runLane(waiting: FootageJob[], onFrame: () => void): Promise<void> {
  const worker = new Worker(new URL('./footage-worker.ts', import.meta.url));
  const finished = new Promise<void>((resolve, reject) => {
    const next = () => {
      const job = waiting.shift();
      if (job) worker.postMessage(job);
      else resolve();
    };
    worker.on('message', (message: FootageMessage) => (message.type === 'frame' ? onFrame() : next()));
    worker.on('error', reject);
    worker.on('exit', (code) => reject(new Error(`A footage worker ended early with exit code ${code}.`)));
    next();
  });
  return finished.finally(() => worker.terminate());
}
