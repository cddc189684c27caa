import { createHash } from 'node:crypto';
import { sideBySide } from '@framemill/infra';
import type { ChaosStack } from '../chaos/stack/chaos-stack.ts';
import { at, call } from '../stack/call.ts';
import type { FileCheck } from './batch-figures.ts';
import { frameOfFilm, specimenOf } from './film-frames.ts';
import { itemValues, specimenValues } from './item-values.ts';
import type { Greeting } from './make-greeting.ts';
import { type FramePixels, frameReader, type Reading, type Specimen } from './read-frame.ts';

/** A finished film of the batch. */
export interface Film {
  readonly index: number;
  readonly url: string;
}

/** A film that is shown on the sheet: its frame and what it was ordered to say. */
export interface ShownFilm extends Film {
  readonly pixels: FramePixels;
}

/** Films on the sheet. */
const shownFilms = 12;
const filmsAtOnce = 2;
/** Channels of a background after encoding are that near to what was asked for, 0-255. */
const colourSlack = 12;

/** What is needed to look at the films of a batch. */
export interface CheckedBatch {
  readonly stack: ChaosStack;
  readonly key: string;
  readonly accountId: string;
  readonly id: string;
  readonly greeting: Greeting;
}

/**
 * Looks at every finished film of a batch over HTTP: decodes one frame of its own part and reads name, image and colour from the
 * pixels. Counts the export files of the store. Returns the frames of a few films, evenly spread.
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
      // The API listens at a port of the system's choice, which it does not know when it makes addresses.
      const { pathname } = new URL(String(at(item, 'url')));
      films.push({ index: Number(at(item, 'index')), url: `${stack.apiHost}${pathname}` });
    }
    const next: unknown = at(page, 'nextCursor');
    cursor = typeof next === 'string' ? next : null;
  }
  return films;
}

/** Export files in the store, without those of other accounts. */
async function exportsOf({ stack: { store, database }, accountId }: CheckedBatch): Promise<number> {
  let files = -(await database.client.render.count({ where: { status: 'COMPLETED', accountId: { not: accountId } } }));
  for await (const { key } of store.list('exports/')) if (/^exports\/[0-9a-f]+\.mp4$/.test(key)) files += 1;
  return files;
}
