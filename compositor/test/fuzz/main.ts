// `npm run fuzz:probe`: probes mutated files of every kind that is read; ends with 1 when one has no proper answer.

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ffmpegMissing } from '@framemill/testing/ffmpeg';
import { fuzzProbe } from './fuzz-probe.ts';
import { encodedSeeds, handmadeSeeds, heic } from './seed-files.ts';

const help = `Probes mutated files of every kind that is read, in render processes that are replaced when they die.

Usage: npm run fuzz:probe -- [options]

  --files <n>   how many files (default: 2000)
  --seed <n>    seed of the first file, one more for each (default: 1); the same seed makes the same files
  -h, --help    this text

Files without a proper answer are kept in compositor/test-output/fuzz/faults/<seed>-<name>.
`;

const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
if (values.help) {
  process.stdout.write(help);
  process.exit(0);
}
if (ffmpegMissing) throw new Error(ffmpegMissing);
const [files, seed] = [wholeNumber('files', values.files), wholeNumber('seed', values.seed)];
const folder = fileURLToPath(new URL('../../test-output/fuzz/', import.meta.url));
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const making = mkdtempSync(join(tmpdir(), 'framemill-fuzz-'));
try {
  const seeds = [...(await handmadeSeeds(making)), ...encodedSeeds(making), heic];
  const startedAt = performance.now();
  const onFault = (fault: { seed: number; name: string; what: string; path: string }) =>
    process.stdout.write(`seed ${fault.seed}, ${fault.name}: ${fault.what} (${fault.path})\n`);
  const { read, refused, faults, peakBytes, slowest } = await fuzzProbe({ seeds, files, seed, folder, onFault });
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  process.stdout.write(
    `${files} files of ${seeds.length} kinds, seed ${seed}: ${read} read, ${refused} refused, ${faults.length} ` +
      `faults; ${seconds} s, the longest ${slowest.seconds.toFixed(1)} s (${slowest.name}), ` +
      `${Math.round(peakBytes / 1e6)} MB at most\n`,
  );
  process.exitCode = faults.length > 0 ? 1 : 0;
} finally {
  rmSync(making, { recursive: true, force: true });
}

function wholeNumber(option: string, text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new Error(`--${option} must be a whole number of 1 or more (got "${text}").`);
}
