import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { FramemillError } from '@framemill/timeline';
import type { ProgressBar } from './progress-bar.ts';

/** The sample's files and how they are announced to the service. */
export const sampleFiles = [
  { name: 'mountains', file: 'mountains.mp4', contentType: 'video/mp4' },
  { name: 'ocean', file: 'ocean.mp4', contentType: 'video/mp4' },
  { name: 'aurora', file: 'aurora.mp4', contentType: 'video/mp4' },
  { name: 'logo', file: 'logo.png', contentType: 'image/png' },
  { name: 'music', file: 'music.wav', contentType: 'audio/wav' },
] as const;

export interface SampleMediaInput {
  /** The project's root folder. */
  readonly root: string;
  readonly outDir: string;
  readonly bar: ProgressBar;
  readonly signal?: AbortSignal | undefined;
}

/** Makes the sample's media in a process of its own; a folder that already holds them is left alone (0.2 s). */
export async function makeSampleMedia(input: SampleMediaInput): Promise<void> {
  const script = join(input.root, 'benchmarks/src/sample/main.ts');
  const child = spawn(process.execPath, [script, '--out', input.outDir], {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(input.signal ? { signal: input.signal } : {}),
  });
  const startedAt = performance.now();
  let complaint = '';
  let frames = 0;
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-2000);
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    const [done = 0, total = 0] = line.split(' ').map(Number);
    frames = total;
    input.bar.update(done, total, `${framesPerSecond(done, startedAt)} frames/s`);
  });
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === 0) resolve();
      else
        reject(
          new FramemillError(
            'internal_error',
            `Making the sample's footage failed (${signal ?? `exit code ${code}`}): ${complaint.trim()}`,
          ),
        );
    });
  });
  if (frames > 0) input.bar.end(`${frames} frames, ${framesPerSecond(frames, startedAt)} frames/s`);
}

function framesPerSecond(frames: number, startedAt: number): string {
  return ((frames * 1000) / Math.max(1, performance.now() - startedAt)).toFixed(1);
}
