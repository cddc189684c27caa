import type { Catalogue } from '../catalogue/catalogue.ts';
import type { ChangeSet } from '../changes/change-set.ts';
import type { Document } from '../document/document.ts';
import type { AnalysisLookup } from '../media/media-analysis.ts';
import type { MediaLookup } from '../media/media-facts.ts';
import type { ScriptEngine } from '../script/script-engine.ts';

/** A named change of a document, as received. Its parameters are not validated yet. */
export interface Command {
  op: string;
  [param: string]: unknown;
}

/**
 * Result of one command. `data` matches the command's `returns` schema and includes `fixes`, the corrections by the
 * reducer.
 */
export interface CommandResult {
  op: string;
  ok: boolean;
  error?: string;
  data?: Record<string, unknown>;
}

/** Kind of object that an id is created for. */
export type IdKind = 'clip' | 'effect' | 'marker' | 'group';

/** Everything that the reducer may use besides the document. The same context and input give the same result. */
export interface ReduceContext {
  newId(kind: IdKind): string;
  catalogue: Catalogue;
  /** Engine that runs the scripts of runScript. Absent: that command fails. */
  scripts?: ScriptEngine;
  /**
   * Plan check, called for every op. Absent: all ops are allowed. `PLAN_GATED_OPS` lists the ops that some plans lack.
   */
  allowedOps?: (op: string) => boolean;
  media: MediaLookup;
  /** Measurements of a source's audio. Absent: commands that need them are refused. */
  analysis?: AnalysisLookup;
  /** Returns the text of an uploaded subtitle file by the `src` in importSubtitles. `null` when it was not read. */
  subtitles?: (src: string) => string | null;
}

/** Result of a batch. `results` and `blocked` together contain every command exactly once. */
export interface BatchOutcome {
  document: Document;
  results: CommandResult[];
  /** Ops that the plan lacks. They were skipped and have no result. `index` is their position in the batch. */
  blocked: { op: string; index: number; reason: string }[];
  /** Changes that undo the whole batch. Computed on first access. */
  readonly changes: ChangeSet;
}
