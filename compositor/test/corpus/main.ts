// `npm run test:corpus`: every file of ../shared/media (or FRAMEMILL_REAL_MEDIA) and a made corpus against independent judges. Writes the table
// compositor/test-output/corpus/table.txt; fails when a figure is below its floor. `--only audio` runs one family of
// files, audio, rare, imports and lottie.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ffmpegMissing } from '@framemill/testing/ffmpeg';
import { realMedia } from '../media/real-media.ts';
import { audioMatrix } from './audio-matrix.ts';
import { imports } from './imports.ts';
import { lottieFiles } from './lottie-files.ts';
import { rareFiles } from './rare-files.ts';
import { realFiles } from './real-files.ts';
import { isGood, type Row, tableOf } from './row.ts';

const output = fileURLToPath(new URL('../../test-output/corpus/', import.meta.url));
const families: Record<string, (folder: string) => Iterable<Row> | AsyncIterable<Row>> = {
  files: () => (realMedia === null ? [] : realFiles(realMedia)),
  audio: audioMatrix,
  rare: rareFiles,
  imports,
  lottie: lottieFiles,
};

const help = `Compares every file of ../shared/media (or FRAMEMILL_REAL_MEDIA) and a made corpus with ffmpeg, ImageMagick and Chromium,
and the animations of ../shared/corpora (or FRAMEMILL_CORPORA) with their reference images. Imports the Shotstack edits
of ../shared/corpora/shotstack (or FRAMEMILL_SHOTSTACK). Takes some 18 minutes.

Usage: npm run test:corpus -- [options]

  --only <family>  ${Object.keys(families).join(' or ')} (default: all)
  -h, --help       this text
`;

const { values } = parseArgs({
  options: { only: { type: 'string' }, help: { type: 'boolean', short: 'h', default: false } },
});
if (values.help) {
  process.stdout.write(help);
  process.exit(0);
}
if (ffmpegMissing) throw new Error(ffmpegMissing);
if (values.only !== undefined && !(values.only in families)) {
  throw new Error(`--only must be ${Object.keys(families).join(' or ')} (got "${values.only}").`);
}
const folder = mkdtempSync(join(tmpdir(), 'framemill-corpus-'));
const rows: Row[] = [];
try {
  for (const [name, family] of Object.entries(families)) {
    if (values.only !== undefined && values.only !== name) continue;
    for await (const row of family(folder)) {
      rows.push(row);
      if (!isGood(row))
        process.stdout.write(`below its floor: ${row.file}, ${row.figure} (${row.judge}; ${row.note ?? ''})\n`);
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
mkdirSync(output, { recursive: true });
const path = join(output, 'table.txt');
writeFileSync(path, `${tableOf(rows)}\n`);
const bad = rows.filter((row) => !isGood(row)).length;
process.stdout.write(`${rows.length - bad} passed, ${bad} failed; the table is ${path}\n`);
process.exitCode = bad > 0 || rows.length === 0 ? 1 : 0;
