import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ffmpeg } from '@framemill/testing/ffmpeg';
import { createDocument } from '@framemill/timeline';
import { renderProject } from '../../src/render/render-project.ts';

const rate = { num: 30_000, den: 1001 };
const everyFrames = 300;
const clipFrames = 1800;
const clips = 10;
const everySec = (everyFrames * rate.den) / rate.num;

/** Times at which a flash is visible and its click is audible, in seconds. */
export interface FlashAndClick {
  flashSec: number;
  clickSec: number;
}

/**
 * Renders ten minutes at 29.97 frames a second, in which every 300th frame is white and a click begins at the same
 * time. Returns the times of the flashes and clicks in the finished file.
 */
export async function renderFlashes(folder: string, log: (line: string) => void): Promise<FlashAndClick[]> {
  const seconds = (clipFrames * rate.den) / rate.num;
  const flash = `drawbox=w=iw:h=ih:color=white:t=fill:enable='eq(mod(n,${everyFrames}),0)'`;
  const click = `aevalsrc='if(lt(mod(t,${everySec}),0.004),0.9*sin(2*PI*2000*t),0)':s=48000:d=${seconds}`;
  ffmpeg([
    ...['-f', 'lavfi', '-i', `color=black:s=160x90:r=${rate.num}/${rate.den}:d=${seconds}`],
    ...['-f', 'lavfi', '-i', click, '-vf', flash],
    ...'-c:v libx264 -preset veryfast -pix_fmt yuv420p -c:a pcm_s16le'.split(' '),
    join(folder, 'flashes.mov'),
  ]);
  const document = {
    ...createDocument({ width: 160, height: 90, fps: 29.97 }),
    clips: Array.from({ length: clips }, (_, i) => ({
      ...{ id: `clip${i}`, name: '', type: 'video', src: 'flashes.mov', trackIndex: 0 },
      ...{ start: i * seconds, duration: seconds },
    })),
  };
  const projectPath = join(folder, 'flashes.json');
  writeFileSync(projectPath, JSON.stringify(document));
  const outPath = join(folder, 'flashes-out.mp4');
  const options = {
    projectPath,
    outPath,
    format: 'mp4',
    quality: 'draft',
    resolution: 'full',
    slots: 2,
    media: [],
    mediaMap: null,
    variables: null,
    smart: false,
    cache: null,
    choice: {},
    csvPath: null,
    qc: null,
    service: null,
  } as const;
  let reported = 0;
  const events = {
    onStart: () => log('rendering ten minutes'),
    onProgress(done: number) {
      if (done < reported + clipFrames) return;
      reported = done;
      log(`${done} of ${clips * clipFrames} frames`);
    },
    onStitch: () => log('joining'),
    onWarning: log,
  };
  await renderProject(options, events, new AbortController().signal);
  return pairs(outPath);
}

function pairs(path: string): FlashAndClick[] {
  const luma = ffmpeg([
    '-i',
    path,
    '-vf',
    'scale=1:1:flags=area,format=gray',
    '-fps_mode',
    'passthrough',
    '-f',
    'rawvideo',
    '-',
  ]);
  const flashes: number[] = [];
  for (let frame = 0; frame < luma.length; frame++) {
    if ((luma[frame] ?? 0) > 125) flashes.push((frame * rate.den) / rate.num);
  }
  const samples = ffmpeg(['-i', path, '-map', '0:a', '-ac', '1', '-ar', '48000', '-f', 's16le', '-']);
  const clicks: number[] = [];
  for (let at = 0; at + 1 < samples.length; at += 2) {
    const second = at / 2 / 48_000;
    if (Math.abs(samples.readInt16LE(at)) > 8000 && second - (clicks.at(-1) ?? -1) > 0.5) clicks.push(second);
  }
  if (flashes.length !== clicks.length) {
    throw new Error(`The video has ${flashes.length} flashes, but ${clicks.length} clicks.`);
  }
  return flashes.map((flashSec, i) => ({ flashSec, clickSec: clicks[i] ?? Number.NaN }));
}
