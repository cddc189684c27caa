import { type Command, opsNeeding } from '@framemill/timeline';
import { DOCUMENT_MS_PER_UNIT } from '../threads/call-length.ts';

/**
 * Error that moves an expensive call from the main thread to a worker thread, so that it does not block other callers.
 * It is thrown before anything was changed. A worker thread of the pool then runs the whole call instead. `units` is
 * the cost that is counted against the account's rate limit of expensive calls.
 */
export class CostLimitExceeded extends Error {
  readonly units: number;
  constructor(units: number) {
    super(`The call costs ${units} units, too many for the main thread. Run it on a worker thread.`);
    this.units = units;
  }
}

/** Maximum script time of one request, in ms, over all its scripts. */
export const REQUEST_SCRIPT_MS = 10_000;

/** Largest document processed on the main thread. Reading, checking and linting 200 clips takes 5 ms. */
export const LIGHT = { clips: 200, characters: 100_000, storedBytes: 40_000 };
/**
 * Largest document that is converted to an HTML page on the main thread.
 * The conversion of 30 clips took 10 ms, and an account can run four such calls concurrently.
 */
const LIGHT_PAGE = { clips: 5, characters: 500 };
/**
 * Maximum size, in bytes, of a JSON body that is parsed on the main thread. Parsing the worst case of 64,000 bytes
 * takes 20 ms.
 */
export const LIGHT_BODY = 8_000;
/**
 * Maximum time, in ms, for running commands or measuring texts on the main thread. After it, a worker thread restarts
 * the call.
 */
export const LIGHT_MS = 8;
/** Maximum product of commands and clips for which a batch is run on the main thread. */
const LIGHT_COMMANDS = 4_000;
/** Largest text measured on the main thread: characters, and styled spans. */
export const LIGHT_TEXT = { letters: 1_000, spans: 40 };
/** Maximum number of media sources of one batch of commands that are resolved on the main thread. */
export const LIGHT_SOURCES = 300;
const SCRIPT_OPS = opsNeeding('script');
/** Commands that may be too expensive even alone: they read files, run other commands, or create many clips. */
const DEAR = new Set([
  ...[...SCRIPT_OPS, ...opsNeeding('analysis'), ...opsNeeding('subtitleFile')],
  ...['importTimeline', 'addCaptions', 'styleCaptions', 'replaceText', 'duplicateTrack'],
]);

/**
 * Returns the expected CPU time of a body with commands, in ms per unit of its document.
 * 200 commands on 6,000 clips take 12 ms. Scripts may use their whole time limit.
 */
export function batchMsPerUnit(body: unknown): number {
  const commands = typeof body === 'object' && body !== null && 'commands' in body ? [body.commands].flat() : [];
  const hasScript = commands.some((command) => SCRIPT_OPS.has(String((command as Partial<Command> | null)?.op)));
  return hasScript ? REQUEST_SCRIPT_MS : DOCUMENT_MS_PER_UNIT;
}

/** Size of a document. `storedBytes` is the compressed size of its row; 0 when it is unknown. */
interface Weight {
  clips: number;
  storedBytes?: number;
  characters?: number;
}

/**
 * Returns the cost of a call on a document, in units: one per started 100 clips or 40 kB. A document of 10,000 clips
 * costs 100 units.
 */
export function unitsOf({ clips, storedBytes = 0, characters = 0 }: Weight): number {
  return Math.max(1, Math.ceil(clips / 100), Math.ceil(storedBytes / 40_000), Math.ceil(characters / 40_000));
}

/** Throws `CostLimitExceeded` for a document that is too large for the main thread. */
export function refuseLarge(weight: Weight): void {
  const { clips, storedBytes = 0, characters = 0 } = weight;
  const isLight = clips <= LIGHT.clips && storedBytes <= LIGHT.storedBytes && characters <= LIGHT.characters;
  if (!isLight) throw new CostLimitExceeded(unitsOf(weight));
}

/** Throws `CostLimitExceeded` for a document that is too large to be converted to an HTML page on the main thread. */
export function refuseLargePage(weight: Weight): void {
  const { clips, characters = 0 } = weight;
  if (clips > LIGHT_PAGE.clips || characters > LIGHT_PAGE.characters) throw new CostLimitExceeded(unitsOf(weight));
}

/**
 * Throws `CostLimitExceeded` for a batch that is too expensive for the main thread.
 * The batch has an expensive command, or too large a product of commands and clips.
 */
export function refuseLargeBatch(clips: number, commands: readonly Command[]): void {
  const isLarge = commands.length * clips > LIGHT_COMMANDS;
  if (isLarge || commands.some(({ op }) => DEAR.has(op))) throw new CostLimitExceeded(unitsOf({ clips }));
}

/**
 * Returns a function to call between commands; it throws `CostLimitExceeded` once LIGHT_MS have passed. `now` is a
 * clock in ms.
 */
export function stopwatch(clips: number, now: () => number): () => void {
  const begun = now();
  return () => {
    if (now() - begun > LIGHT_MS) throw new CostLimitExceeded(unitsOf({ clips }));
  };
}
