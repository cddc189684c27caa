import { type Command, opsNeeding } from '@framemill/timeline';
import { DOCUMENT_MS_PER_UNIT } from '../threads/call-length.ts';

/**
 * Error that moves an expensive call from the main thread to a worker thread, so that it does not block other callers.
 * It is thrown before anything was changed. A worker thread then runs the whole call again. `units` is the cost that is
 * counted against the account's rate limit of expensive calls.
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

/**
 * Largest amount of each kind of work that one call may do on the main thread. A worker thread runs larger calls.
 * The amounts are checked while a call runs, because its cost does not follow from the sizes of its project and body.
 * For example, a command of 70 bytes can cut one clip into 1,000. The lint of 200 Chinese titles takes 59 ms, or 2 ms
 * when their sizes are cached (AMD EPYC, 2026-11-28).
 */
export const MAIN_LIMITS = {
  /** Bytes of a JSON body. Parsing the worst case of 64,000 bytes takes 20 ms. */
  bodyBytes: 8_000,
  /**
   * Clips, characters of JSON and stored bytes of a document. Reading, checking and linting a document of 200 clips
   * takes 5 ms.
   */
  clips: 200,
  characters: 100_000,
  storedBytes: 40_000,
  /**
   * Clips and letters of a document that is converted to an HTML page. The conversion of 30 clips took 10 ms, and an
   * account can run four such calls concurrently.
   */
  pageClips: 5,
  pageLetters: 500,
  /** Product of the commands of a batch and the clips of its document. */
  commandClips: 4_000,
  /** Product of the items of a batch of renders and the clips of its document. */
  itemClips: 4_000,
  /**
   * Time for running commands and for measuring texts, in ms. A call that takes longer is restarted on a worker thread.
   */
  commandMs: 8,
  measuringMs: 8,
  /** Letters and styled spans of one text that is measured. */
  textLetters: 1_000,
  textSpans: 40,
  /** Media sources that are looked up for one batch of commands. */
  sources: 300,
  /**
   * Commands of `EXPENSIVE_OPS`, uploaded fonts, uploaded tables and messages to the planner. All of them need a worker
   * thread.
   */
  expensiveCommands: 0,
  fonts: 0,
  tables: 0,
  plannerMessages: 0,
};

/** Largest amount of each kind of work that one call may do on a thread; see `MAIN_LIMITS`. */
export type WorkLimits = typeof MAIN_LIMITS;

const SCRIPT_OPS = opsNeeding('script');
/** Commands that may be too expensive even alone: they read files, run other commands, or create many clips. */
const EXPENSIVE_OPS = new Set([
  ...[...SCRIPT_OPS, ...opsNeeding('analysis'), ...opsNeeding('subtitleFile')],
  ...['importTimeline', 'addCaptions', 'styleCaptions', 'replaceText', 'duplicateTrack'],
]);

/**
 * Returns the expected processor time of a request with commands, in ms per cost unit of its document (`unitsOf`).
 * Example: 200 commands on 6,000 clips take 12 ms. A request with scripts may use their whole time limit.
 */
export function batchMsPerUnit(body: unknown): number {
  const commands = typeof body === 'object' && body !== null && 'commands' in body ? [body.commands].flat() : [];
  const hasScript = commands.some((command) => SCRIPT_OPS.has(String((command as Partial<Command> | null)?.op)));
  return hasScript ? REQUEST_SCRIPT_MS : DOCUMENT_MS_PER_UNIT;
}

/**
 * Size of a document or of other JSON; absent values count as 0. `storedBytes`: compressed size of its database row.
 * `characters`: length of the JSON.
 */
interface Weight {
  clips?: number;
  storedBytes?: number;
  characters?: number;
}

/**
 * Returns the cost of a call on a document, in units: the number of clips divided by 100, or the size divided by 40 kB,
 * whichever is larger, rounded up. The minimum is 1. A document of 10,000 clips costs 100 units.
 */
export function unitsOf({ clips = 0, storedBytes = 0, characters = 0 }: Weight): number {
  return Math.max(1, Math.ceil(clips / 100), Math.ceil(storedBytes / 40_000), Math.ceil(characters / 40_000));
}

/** Limits of the thread that runs a call; `null` for no limits. */
interface OnThread {
  workLimits: WorkLimits | null;
}

/**
 * Throws `CostLimitExceeded` when `amount` is above the thread's limit for `kind`. `weight` is the size from which the
 * cost of the call is computed; without it, the call costs one unit.
 */
export function requireWithin(
  { workLimits }: OnThread,
  kind: keyof WorkLimits,
  amount: number,
  weight: Weight = {},
): void {
  if (workLimits !== null && amount > workLimits[kind]) throw new CostLimitExceeded(unitsOf(weight));
}

/** Throws `CostLimitExceeded` for a document, or other JSON, that is too large for the calling thread. */
export function requireLight(deps: OnThread, weight: Weight): void {
  const { clips = 0, storedBytes = 0, characters = 0 } = weight;
  requireWithin(deps, 'clips', clips, weight);
  requireWithin(deps, 'storedBytes', storedBytes, weight);
  requireWithin(deps, 'characters', characters, weight);
}

/**
 * Throws `CostLimitExceeded` for a batch that is too expensive for the calling thread.
 * This is a batch with an expensive command, or one whose number of commands times the number of clips is too large.
 */
export function requireLightBatch(deps: OnThread, clips: number, commands: readonly Command[]): void {
  requireWithin(deps, 'commandClips', commands.length * clips, { clips });
  const expensive = commands.filter(({ op }) => EXPENSIVE_OPS.has(op));
  requireWithin(deps, 'expensiveCommands', expensive.length, { clips });
}
