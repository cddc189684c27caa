// `npm run test:long`: what takes too long for `npm test`. Prints what it does, a table of memory and "N passed, N failed".
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ffmpegMissing } from '../media/ffmpeg.ts';
import { renderLong } from './long-render.ts';
import { memoryChart, memoryTable } from './memory-log.ts';
import { renderFlashes } from './sync.ts';

const results = fileURLToPath(new URL('../../../.build/test-long/', import.meta.url));
const { values } = parseArgs({ options: { minutes: { type: 'string', default: '30' } } });
const minutes = Number(values.minutes);
/** The timeline repeats every so many minutes: what a minute shows makes a difference of a fifth, so a pass is held to a pass. */
const pass = 3;
/**
 * How much more memory a process may have towards the end than before, minutes counted from 0: of 30 minutes in the last than in the fifth;
 * of a shorter run in its last pass than in its first.
 */
const [early, late, most] =
  minutes >= 30
    ? ([{ from: 4, to: 5 }, { from: minutes - 1, to: minutes }, 1.2] as const)
    : ([{ from: 0, to: pass }, { from: minutes - pass, to: minutes }, 1.1] as const);
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
    const [before, after] = [memory.median(early.from, early.to), memory.median(late.from, late.to)];
    const said = `${memory.name}: ${after.toFixed(0)} MB in ${told(late)}, ${before.toFixed(0)} MB in ${told(early)}`;
    check(`${said}, ${(after / before).toFixed(2)} times, at most ${most}`, after <= before * most);
  }
}

function told({ from, to }: { from: number; to: number }): string {
  return to - from === 1 ? `minute ${to}` : `minutes ${from + 1} to ${to}`;
}

async function soundAndPicture(folder: string): Promise<void> {
  const pairs = await renderFlashes(folder, log);
  const frameSec = 1001 / 30_000;
  const offsets = pairs.map(({ flashSec, clickSec }) => clickSec - flashSec);
  const last = offsets.at(-1) ?? Number.NaN;
  const worst = Math.max(...offsets.map(Math.abs));
  check(`${pairs.length} of 60 flashes in ten minutes come with a click`, pairs.length === 60);
  const said = `the last click is ${(last * 1000).toFixed(1)} ms from its flash, the farthest ${(worst * 1000).toFixed(1)} ms`;
  check(`${said}, less than a frame of ${(frameSec * 1000).toFixed(1)} ms`, worst < frameSec);
}

if (!Number.isInteger(minutes / pass) || minutes < 2 * pass) {
  throw new Error(`--minutes must be a multiple of ${pass}, ${2 * pass} or more.`);
}
if (ffmpegMissing) {
  process.stdout.write(`Nothing was run: ${ffmpegMissing}.\n`);
  process.exitCode = 1;
} else {
  const folder = mkdtempSync(join(tmpdir(), 'framemill-long-'));
  mkdirSync(results, { recursive: true });
  try {
    // The first has one process for its pictures: the other cores are free.
    const parts = await Promise.allSettled([longTimeline(folder), soundAndPicture(folder)]);
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
