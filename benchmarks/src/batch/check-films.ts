import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { sideBySide } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { ChaosStack } from '../chaos/stack/chaos-stack.ts';
import { at, call } from '../stack/call.ts';
import type { FileCheck } from './batch-figures.ts';
import { type ItemValues, itemValues, specimenValues } from './item-values.ts';
import { type Greeting, parts, type Service, variablesOf } from './make-greeting.ts';
import { type FramePixels, frameReader, frameSize, type Reading, type Specimen, withoutAlpha } from './read-frame.ts';

/** Finished video of the batch. */
export interface Film {
  readonly index: number;
  readonly url: string;
}

/** Video of which one frame is shown on the contact sheet, with the pixels of that frame. */
export interface ShownFilm extends Film {
  readonly pixels: FramePixels;
}

/** Number of videos on the contact sheet. */
const shownFilms = 12;
const filmsAtOnce = 2;
/** Maximum difference of a colour channel (0-255) between the background after encoding and the requested colour. */
const colourSlack = 12;

/** Arguments of `checkFilms`. */
export interface CheckedBatch {
  readonly stack: ChaosStack;
  readonly key: string;
  readonly accountId: string;
  readonly id: string;
  readonly greeting: Greeting;
}

/**
 * Checks every finished video of a batch over HTTP. Decodes one frame from the part of the video that differs between
 * items, and reads the name, the image and the colour from its pixels. Also counts the export files in the object
 * store. Returns the results, and the frames of a few evenly spaced videos.
 */
export async function checkFilms(
  checked: CheckedBatch,
  log: (line: string) => void,
): Promise<{ check: FileCheck; shown: readonly ShownFilm[] }> {
  const { stack, key, greeting } = checked;
  const films = await finishedFilms(checked);
  const specimens: Specimen[] = [];
  for (const values of specimenValues()) {
    specimens.push(await specimenOf({ apiHost: stack.apiHost, key }, greeting, values));
  }
  const read = frameReader(specimens);
  const every = Math.max(1, Math.floor(films.length / shownFilms));
  const shown: ShownFilm[] = [];
  const wrong: string[] = [];
  const hashes = new Set<string>();
  let mostDoubt = 0;
  let done = 0;
  await sideBySide(films, filmsAtOnce, async (film) => {
    const pixels = await frameOfFilm(film.url);
    hashes.add(createHash('sha256').update(pixels).digest('hex'));
    const reading = read(pixels, itemValues(film.index).colour);
    mostDoubt = Math.max(mostDoubt, reading.doubt);
    if (!isRight(film, reading)) wrong.push(`item ${film.index} shows ${JSON.stringify(reading)}`);
    if (film.index % every === 0 && shown.length < shownFilms) shown.push({ ...film, pixels });
    done += 1;
    if (done % 100 === 0) log(`batch: ${done} of ${films.length} films looked at`);
  });
  const stored = await exportsOf(checked);
  const check = { stored, different: hashes.size, read: films.length, wrong: wrong.sort(), mostDoubt };
  return { check, shown: shown.toSorted((a, b) => a.index - b.index) };
}

function isRight({ index }: Film, { name, image, colourOff, doubt }: Reading): boolean {
  const wanted = itemValues(index);
  return name === wanted.name && image === wanted.image && colourOff <= colourSlack && doubt < 0.8;
}

async function finishedFilms({ stack, key, id }: CheckedBatch): Promise<Film[]> {
  const films: Film[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = new URLSearchParams({ status: 'COMPLETED', limit: '100', ...(cursor === '' ? {} : { cursor }) });
    const page = await call(stack.apiHost, key, 'GET', `/batches/${id}/items?${query}`);
    const items = at(page, 'items');
    for (const item of Array.isArray(items) ? items : []) {
      // The system chose the API's port, which is missing from the URLs in responses: only their paths are used.
      const { pathname } = new URL(String(at(item, 'url')));
      films.push({ index: Number(at(item, 'index')), url: `${stack.apiHost}${pathname}` });
    }
    const next: unknown = at(page, 'nextCursor');
    cursor = typeof next === 'string' ? next : null;
  }
  return films;
}

/** Returns the number of export files in the store, excluding those of other accounts. */
async function exportsOf({ stack: { store, database }, accountId }: CheckedBatch): Promise<number> {
  let files = -(await database.client.render.count({ where: { status: 'COMPLETED', accountId: { not: accountId } } }));
  for await (const { key } of store.list('exports/')) if (/^exports\/[0-9a-f]+\.mp4$/.test(key)) files += 1;
  return files;
}

/** Time of the checked frame in seconds: the middle of the part of the video that differs between the items. */
const lookedAtSec = parts.intro + parts.own / 2;

const run = promisify(execFile);
const { width, height } = frameSize;

/**
 * Returns a frame from the middle of the part of a finished video that differs between items, decoded by ffmpeg at half
 * size. Throws `internal_error` when there is no such frame.
 */
async function frameOfFilm(url: string): Promise<FramePixels> {
  const read = ['-v', 'error', '-threads', '1', '-ss', String(lookedAtSec), '-i', url, '-frames:v', '1'];
  const shape = ['-vf', `scale=${width}:${height}:flags=area,format=rgb24`, '-f', 'rawvideo', '-'];
  const { stdout } = await run('ffmpeg', [...read, ...shape], { encoding: 'buffer', maxBuffer: 16 << 20 });
  if (stdout.length === width * height * 3) return stdout;
  throw new FramemillError(
    'internal_error',
    `${url} has no frame at ${lookedAtSec} s: the video is shorter, or damaged. Check its render.`,
  );
}

/** Returns the service's preview frame for known values, with which the frames of videos are compared. */
async function specimenOf({ apiHost, key }: Service, greeting: Greeting, values: ItemValues): Promise<Specimen> {
  const query = new URLSearchParams({
    ...{ format: 'image', at: String(lookedAtSec) },
    variables: JSON.stringify(variablesOf(values, greeting)),
  });
  const answer = await fetch(`${apiHost}/v1/projects/${greeting.projectId}/preview?${query}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  if (!answer.ok)
    throw new FramemillError(
      'provider_error',
      `The request for a preview frame returned HTTP status ${answer.status}. See the log of the API.`,
    );
  const image = await loadImage(Buffer.from(await answer.arrayBuffer()));
  const context = createCanvas(width, height).getContext('2d');
  context.drawImage(image, 0, 0, width, height);
  const { data } = context.getImageData(0, 0, width, height);
  return { values, pixels: withoutAlpha(data) };
}
