// `npm run test:long`: what takes too long for `npm test`. Prints what it does, a table of memory and "N passed, N
// failed".

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ffmpegMissing } from '@framemill/testing/ffmpeg';
import { renderLong } from './long-render.ts';
import { type MemoryLog, memoryChart, memoryTable } from './memory-log.ts';
import { renderFlashes } from './sync.ts';

const results = fileURLToPath(new URL('../../../.build/test-long/', import.meta.url));
/** Largest allowed ratio of the memory at the end to that at one sixth of the video (minute 5 of 30). */
const mostGrowth = 1.2;

const help = `Renders a long film of many clips and checks memory, every frame, and sound against picture.

Usage: npm run test:long -- [options]

  --minutes <n>  length of the film (default: 30)
  -h, --help     this text
`;

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '30' }, help: { type: 'boolean', short: 'h', default: false } },
});
if (values.help) {
  process.stdout.write(help);
  process.exit(0);
}
const minutes = Number(values.minutes);
let passed = 0;
const failures: string[] = [];

function check(what: string, isTrue: boolean): void {
  process.stdout.write(`${isTrue ? 'passed' : 'FAILED'}: ${what}\n`);
  if (isTrue) passed += 1;
  else failures.push(`long suite: ${what}`);
}

const started = performance.now();
function log(line: string): void {
  process.stdout.write(`${((performance.now() - started) / 1000).toFixed(0).padStart(5)} s  ${line}\n`);
}

function growth(memory: MemoryLog): { from: number; to: number } {
  const medians = memory.medians();
  return { from: medians[Math.floor(minutes / 6) - 1] ?? 0, to: medians.at(-1) ?? Number.POSITIVE_INFINITY };
}

async function longTimeline(folder: string): Promise<void> {
  const long = await renderLong(folder, minutes, log);
  process.stdout.write(`\n${memoryTable(long.logs)}\n\n`);
  const title = `Resident memory, ${minutes} minutes of ${long.clips} clips at 640x360`;
  writeFileSync(join(results, 'memory.png'), memoryChart(long.logs, title));
  process.stdout.write(`The same as a picture: ${join(results, 'memory.png')}\n`);
  check(
    `${minutes} minutes of ${long.clips} clips have ${long.frames} of ${long.expected} frames`,
    long.frames === long.expected,
  );
  check(`${long.misplaced} of them are not at their place in time`, long.misplaced === 0);
  check(`${long.wrong.length} of them show another picture (${long.wrong.slice(0, 5)})`, long.wrong.length === 0);
  for (const memory of long.logs) {
    const { from, to } = growth(memory);
    const said = `${memory.name}: ${to.toFixed(0)} MB at the end, ${from.toFixed(0)} MB after a sixth`;
    check(`${said}, ${(to / from).toFixed(2)} times, at most ${mostGrowth}`, to <= from * mostGrowth);
  }
}

async function audioAndVideo(folder: string): Promise<void> {
  const pairs = await renderFlashes(folder, log);
  const frameSec = 1001 / 30_000;
  const offsets = pairs.map(({ flashSec, clickSec }) => clickSec - flashSec);
  const last = offsets.at(-1) ?? Number.NaN;
  const worst = Math.max(...offsets.map(Math.abs));
  check(`${pairs.length} of 60 flashes in ten minutes come with a click`, pairs.length === 60);
  const ms = (sec: number) => `${(sec * 1000).toFixed(1)} ms`;
  const said = `the last click is ${ms(last)} from its flash, the farthest ${ms(worst)}`;
  check(`${said}, less than a frame of ${ms(frameSec)}`, worst < frameSec);
}

if (!Number.isInteger(minutes / 3) || minutes < 6) throw new Error('--minutes must be a multiple of 3, 6 or more.');
if (ffmpegMissing) {
  process.stdout.write(`Nothing was run: ${ffmpegMissing}.\n`);
  process.exitCode = 1;
} else {
  const folder = mkdtempSync(join(tmpdir(), 'framemill-long-'));
  mkdirSync(results, { recursive: true });
  try {
    // The first has one process for its pictures: the other cores are free.
    const parts = await Promise.allSettled([longTimeline(folder), audioAndVideo(folder)]);
    for (const part of parts) {
      if (part.status === 'fulfilled') continue;
      process.stderr.write(`${part.reason?.stack ?? part.reason}\n`);
      check(String(part.reason), false);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  writeFileSync(join(results, 'report.json'), JSON.stringify({ passed, failures }));
  const seconds = Math.round((performance.now() - started) / 1000);
  process.stdout.write(`${seconds} s\n${passed} passed, ${failures.length} failed\n`);
  process.exitCode = failures.length === 0 ? 0 : 1;
}
