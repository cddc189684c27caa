import { openFilledStack } from '../scale/filled-stack.ts';
import { measureStatements, type ReadFigures } from '../scale/measure-statements.ts';
import { measureSweep } from '../scale/measure-sweep.ts';
import { type LevelFigures, measureTicks, pace } from '../scale/measure-ticks.ts';

/** Parts of the scale benchmark: what statements and calls read, and one leader with open renders. */
export const scaleParts = ['statements', 'ticks'] as const;
/** Part of the scale benchmark. */
export type ScalePart = (typeof scaleParts)[number];

/** Figures of a service with a large history. */
export interface ScaleFigures {
  /** Number of ended renders in the database. */
  readonly renders: number;
  readonly databaseBytes: number;
  readonly reads: readonly ReadFigures[] | null;
  readonly levels: readonly LevelFigures[] | null;
  /** Nodes of the drain: their number, slots of each, and the time in ms for a range. */
  readonly pace: typeof pace;
}

/** Options of the scale benchmark. */
export interface ScaleOptions {
  readonly renders: number;
  /** Numbers of open renders with which one leader is measured. */
  readonly openRenders: readonly number[];
  readonly parts: readonly ScalePart[];
}

/**
 * Measures a whole service on a database with the history of `renders` ended renders: what its statements and calls
 * read, and how one leader works with open renders. Linux only (/proc).
 */
export async function measureScale(
  root: string,
  { renders, openRenders, parts }: ScaleOptions,
  log: (line: string) => void,
): Promise<ScaleFigures> {
  const filled = await openFilledStack(root, renders, log);
  try {
    const reads = parts.includes('statements')
      ? [...(await measureStatements(filled, log)), ...(await measureSweep(filled, log))]
      : null;
    const levels = parts.includes('ticks') ? await measureTicks(filled, openRenders, log) : null;
    return { renders, databaseBytes: filled.databaseBytes, reads, levels, pace };
  } finally {
    await filled.close();
  }
}
