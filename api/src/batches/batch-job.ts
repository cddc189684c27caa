import {
  type BatchOutcome,
  type Command,
  type Document,
  type MediaAnalysis,
  type MediaFacts,
  PLAN_GATED_OPS,
  type ReduceContext,
} from '@framemill/timeline';

/** A batch with all that its reducer may ask for as plain data, so that another thread can run it. */
export interface BatchJob {
  document: Document;
  commands: Command[];
  /** Facts of the sources that the batch may name; null for those that are not the caller's. */
  media: Map<string, MediaFacts | null>;
  analysis: Map<string, MediaAnalysis | 'pending' | null>;
  /** Texts of the subtitle files that the batch names. */
  subtitles: Map<string, string | null>;
  /** Ops that the plan lacks. */
  blockedOps: string[];
}

/** What a batch led to, without the change set: a document of 10,000 clips is dear enough to carry once. */
export type BatchJobOutcome = Omit<BatchOutcome, 'changes'>;

/** Script time that one request may use, however many scripts it has. Milliseconds. */
export const REQUEST_SCRIPT_MS = 10_000;

/** Commands times clips that take too long to let other requests wait: some 10 ms, and 20 times that for the dearest commands. */
const HEAVY = 50_000;
/** Characters of a subtitle or timeline file; 10,000 cues are 450,000 and take 0.4 s. */
const LONG_FILE = 50_000;

/** Whether a batch is not reduced on the API's own thread: it is large, brings a long file, or has a script that the plan lets run. */
export function isHeavy(document: Document, commands: readonly Command[], context: ReduceContext): boolean {
  if (commands.length * document.clips.length > HEAVY) return true;
  return commands.some(
    ({ op, data, src }) =>
      (typeof data === 'string' && data.length > LONG_FILE) ||
      (typeof src === 'string' && (context.subtitles?.(src)?.length ?? 0) > LONG_FILE) ||
      (op === 'runScript' && (context.allowedOps?.(op) ?? true)),
  );
}

/** Turns what the reducer would ask `context` into data. `sources` names every source that the batch may use. */
export function batchJob(
  document: Document,
  commands: Command[],
  context: ReduceContext,
  sources: readonly string[],
): BatchJob {
  const { analysis, subtitles, allowedOps } = context;
  return {
    document,
    commands,
    media: new Map(sources.map((src) => [src, context.media(src)])),
    analysis: new Map(analysis ? sources.map((src) => [src, analysis(src)]) : []),
    subtitles: new Map(subtitles ? sources.map((src) => [src, subtitles(src)]) : []),
    blockedOps: allowedOps ? [...PLAN_GATED_OPS].filter((op) => !allowedOps(op)) : [],
  };
}

/**
 * How long a batch may take before its thread is ended: the limits of its scripts, which the script machine keeps by
 * itself, and as much again as 1,000 commands on 10,000 clips need. Milliseconds.
 */
export function longestRunMs({ commands }: Pick<BatchJob, 'commands'>): number {
  const asked = commands
    .filter(({ op }) => op === 'runScript')
    .reduce((sum, { timeoutMs }) => sum + (typeof timeoutMs === 'number' ? Math.max(0, timeoutMs) : 1_000), 0);
  return Math.min(asked, REQUEST_SCRIPT_MS) + 10_000;
}
