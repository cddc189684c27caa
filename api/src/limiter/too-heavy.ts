import { type Command, opsNeeding } from '@framemill/timeline';
import { DOCUMENT_MS_PER_UNIT } from '../threads/call-length.ts';

/**
 * Thrown on the API's own thread, before anything was changed, by a call that would keep it from other callers: one of the
 * pool's threads runs the whole call instead. `units` is what it counts against the account's bucket of heavy calls.
 */
export class TooHeavy extends Error {
  readonly units: number;
  constructor(units: number) {
    super('The call is too heavy for this thread.');
    this.units = units;
  }
}

/** Script time that one request may use, however many scripts it has. Milliseconds. */
export const REQUEST_SCRIPT_MS = 10_000;

/** Largest document that is worked on here: to read, check and lint 200 clips takes 5 ms. */
export const LIGHT = { clips: 200, characters: 100_000, storedBytes: 40_000 };
/** Largest document that is made a page here: 30 clips took 10 ms, and four such calls of an account can run at once. */
const LIGHT_PAGE = { clips: 5, characters: 500 };
/** Characters of a JSON body that is read here: the worst of 64,000 take 20 ms. */
export const LIGHT_BODY = 8_000;
/** Longest time that commands run, or texts are measured, here before a thread starts the call anew. Milliseconds. */
export const LIGHT_MS = 8;
/** Commands times clips that are tried here at all. */
const LIGHT_COMMANDS = 4_000;
/** Largest text that is measured here. */
export const LIGHT_TEXT = { letters: 1_000, spans: 40 };
/** Sources of a batch that are looked up here. */
export const LIGHT_SOURCES = 300;
const SCRIPT_OPS = opsNeeding('script');
/** Commands of which one alone may take too long: they read files, run others, or make much of little. */
const DEAR = new Set([
  ...[...SCRIPT_OPS, ...opsNeeding('analysis'), ...opsNeeding('subtitleFile')],
  ...['importTimeline', 'addCaptions', 'styleCaptions', 'replaceText', 'duplicateTrack'],
]);

/**
 * Expected processor time of a body with commands, ms for each unit of its document. 200 commands on 6,000 clips take 12 ms;
 * scripts may use up their limit.
 */
export function batchMsPerUnit(body: unknown): number {
  const commands = typeof body === 'object' && body !== null && 'commands' in body ? [body.commands].flat() : [];
  const hasScript = commands.some((command) => SCRIPT_OPS.has(String((command as Partial<Command> | null)?.op)));
  return hasScript ? REQUEST_SCRIPT_MS : DOCUMENT_MS_PER_UNIT;
}

/** How large a document is: `storedBytes` are those of its row, compressed; zero where they are not known. */
interface Weight {
  clips: number;
  storedBytes?: number;
  characters?: number;
}

/** Units of a call on a document: one for each 100 clips or 40 kB that it has begun. 10,000 clips are 100 units. */
export function unitsOf({ clips, storedBytes = 0, characters = 0 }: Weight): number {
  return Math.max(1, Math.ceil(clips / 100), Math.ceil(storedBytes / 40_000), Math.ceil(characters / 40_000));
}

/** Throws `TooHeavy` for a document that is not worked on here. */
export function refuseLarge(weight: Weight): void {
  const { clips, storedBytes = 0, characters = 0 } = weight;
  const isLight = clips <= LIGHT.clips && storedBytes <= LIGHT.storedBytes && characters <= LIGHT.characters;
  if (!isLight) throw new TooHeavy(unitsOf(weight));
}

/** Throws `TooHeavy` for a document that is not made a page here. */
export function refuseLargePage(weight: Weight): void {
  const { clips, characters = 0 } = weight;
  if (clips > LIGHT_PAGE.clips || characters > LIGHT_PAGE.characters) throw new TooHeavy(unitsOf(weight));
}

/** Throws `TooHeavy` for a batch with a dear command, or with more to do than is worth trying here. */
export function refuseLargeBatch(clips: number, commands: readonly Command[]): void {
  const isLarge = commands.length * clips > LIGHT_COMMANDS;
  if (isLarge || commands.some(({ op }) => DEAR.has(op))) throw new TooHeavy(unitsOf({ clips }));
}

/** To be called between commands: throws `TooHeavy` once they have taken too long here. `now` is in milliseconds. */
export function stopwatch(clips: number, now: () => number): () => void {
  const begun = now();
  return () => {
    if (now() - begun > LIGHT_MS) throw new TooHeavy(unitsOf({ clips }));
  };
}
