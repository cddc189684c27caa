import type { Catalogue } from '../catalogue/catalogue.ts';
import type { ChangeSet } from '../changes/change-set.ts';
import type { Document } from '../document/document.ts';
import type { AnalysisLookup } from '../media/media-analysis.ts';
import type { MediaLookup } from '../media/media-facts.ts';
import type { ScriptEngine } from '../script/script-engine.ts';

/** A named change of a document, as it comes in. Its parameters are not yet checked. */
export interface Command {
  op: string;
  [param: string]: unknown;
}

/** How one command went. `data` is what its `returns` schema says, and `fixes`: what the reducer put right. */
export interface CommandResult {
  op: string;
  ok: boolean;
  error?: string;
  data?: Record<string, unknown>;
}

/** What an id is made for. */
export type IdKind = 'clip' | 'effect' | 'marker' | 'group';

/** All that the reducer may know besides the document. The same context and input give the same result. */
export interface ReduceContext {
  newId(kind: IdKind): string;
  catalogue: Catalogue;
  /** Runs the scripts of runScript; that command fails when absent. */
  scripts?: ScriptEngine;
  /** Plan gate, asked for every op; all are allowed when absent. `PLAN_GATED_OPS` names those that some plans lack. */
  allowedOps?: (op: string) => boolean;
  media: MediaLookup;
  /** What was measured in a source's sound; commands that need it are refused when absent. */
  analysis?: AnalysisLookup;
  /** The text of an uploaded subtitle file, by the `src` that importSubtitles names; null when it was not read. */
  subtitles?: (src: string) => string | null;
}

/** The document after a batch. `results` and `blocked` together name every command once. */
export interface BatchOutcome {
  document: Document;
  results: CommandResult[];
  /** Ops that the plan lacks; they were dropped and have no result. `index` is their place in the batch. */
  blocked: { op: string; index: number; reason: string }[];
  /** What undoes the whole batch; made when it is asked for. */
  readonly changes: ChangeSet;
}
