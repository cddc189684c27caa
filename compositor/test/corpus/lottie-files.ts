import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { similarity } from '@framemill/testing/similarity';
import { isRecord } from '@framemill/timeline/rendering';
import sharp, { type Sharp } from 'sharp';
import { isGood, type Row } from './row.ts';

const corpus = join(
  process.env.FRAMEMILL_CORPORA ?? fileURLToPath(new URL('../../../../shared/corpora', import.meta.url)),
  'lottie',
);
const drawScript = fileURLToPath(new URL('draw-lottie.ts', import.meta.url));

/** Minimum similarity (SSIM) of a frame to its reference, and minimum share of frames that reach it. */
const FLOOR = 0.95;
const LEAST_SHARE = 0.9;
/** Time limits of a process that draws the frames of one file: for its start, and for each frame. */
const START_MS = 60_000;
const FRAME_MS = 10_000;

/**
 * Compares the animations of LottieFiles/test-files with the reference images beside them. Single frames may differ:
 * they are marked in the notes, with the features of their file. Every file must be drawn in time, and nine in ten
 * frames must be similar. Prints what is missing when the corpus is not there.
 */
export async function* lottieFiles(): AsyncGenerator<Row> {
  const data = join(corpus, 'data');
  if (!existsSync(data)) {
    process.stdout.write(`lottie: skipped, no folder ${data}. Set FRAMEMILL_CORPORA to the folder of the corpora.\n`);
    return;
  }
  const rows: Row[] = [];
  const files = readdirSync(data, { recursive: true, encoding: 'utf8' }).sort();
  for (const file of files.filter((name) => name.endsWith('.json') && !name.endsWith('-meta.json'))) {
    for await (const row of framesOf(join(data, file), file)) {
      rows.push(row);
      yield row;
    }
  }
  const similar = rows.filter(({ figure }) => isGood({ file: '', judge: '', figure, floor: FLOOR })).length;
  const judge = `share of ${rows.length} frames with SSIM >= ${FLOOR}`;
  yield { file: 'lottie', judge, figure: similar / Math.max(1, rows.length), floor: LEAST_SHARE };
}

async function* framesOf(path: string, file: string): AsyncGenerator<Row> {
  const name = basename(path, '.json');
  const references = readdirSync(dirname(path)).flatMap((one) => {
    const number = one.startsWith(`${name}-`) ? /^-(\d+)\.png$/.exec(one.slice(name.length))?.[1] : undefined;
    return number === undefined ? [] : [{ number: Number(number), image: join(dirname(path), one) }];
  });
  const numbers = references.map(({ number }) => String(number));
  const drawn = spawnSync(process.execPath, [drawScript, path, ...numbers], {
    timeout: START_MS + FRAME_MS * numbers.length,
    maxBuffer: 2 ** 30,
  });
  const features = featuresOf(path);
  const size = drawn.stdout.length / Math.max(1, references.length);
  for (const [index, { number, image }] of references.entries()) {
    const judge = `reference, frame ${number}`;
    if (drawn.status !== 0) {
      const reason = drawn.signal ?? drawn.stderr.toString().match(/Error: .*/)?.[0] ?? `status ${drawn.status}`;
      yield { file, judge, figure: Number.NaN, floor: 0, note: `not drawn: ${reason}` };
      continue;
    }
    const { data, info } = await overWhite(sharp(image));
    const { width, height } = info;
    const rgba = drawn.stdout.subarray(index * size, (index + 1) * size);
    const own = await overWhite(sharp(rgba, { raw: { width, height, channels: 4 } }));
    const figure = similarity({ data, width, height }, { data: own.data, width, height });
    yield { file, judge, figure, floor: 0, note: `${figure < FLOOR ? `below ${FLOOR}: ` : ''}${features}` };
  }
}

function overWhite(image: Sharp) {
  return image.flatten({ background: '#ffffff' }).raw().toBuffer({ resolveWithObject: true });
}

function featuresOf(path: string): string {
  const meta: unknown = JSON.parse(readFileSync(path.replace(/\.json$/, '-meta.json'), 'utf8'));
  return isRecord(meta) && Array.isArray(meta.features) ? meta.features.join(', ') : '';
}
