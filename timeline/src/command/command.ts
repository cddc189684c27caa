import type { ChangeSet } from '../changes/change-set.ts';
import type { Document } from '../document/document.ts';
import type { AnalysisLookup, MediaLookup } from '../media/media-facts.ts';
import type { ScriptEngine } from '../script/script-engine.ts';

/** A named change of a document, as received. Its parameters are not validated yet. */
export interface Command {
  op: string;
  [param: string]: unknown;
}

/**
 * Result of one command. `data` matches the command's `returns` schema and includes `fixes`, descriptions of the
 * reducer's automatic corrections.
 */
export interface CommandResult {
  op: string;
  ok: boolean;
  error?: string;
  data?: Record<string, unknown>;
}

/** Kind of object that an id is created for. */
export type IdKind = 'clip' | 'effect' | 'marker' | 'group' | 'composition';

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
  /** Returns the name of a source, which clips of it have by default; null: it has none. Absent: no source has one. */
  mediaName?: (src: string) => string | null;
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

/** Functions with which a command applies other commands, for example those of a script. */
export interface Reducer {
  /** Names of all ops. */
  ops: readonly string[];
  /**
   * Applies one command. Returns the new document and the result of the command. If the command fails, the document is
   * the same, and the result has the error.
   */
  reduce(document: Document, command: Command, context: ReduceContext): { document: Document; result: CommandResult };
}

/** Pattern of a batch id, for schemas. The sender of the batch generates the id at random. */
export const BATCH_ID = '^bat_[0-9a-f]{24}$';

const ID_NAMES: Record<IdKind, string> = {
  clip: 'clip',
  effect: 'fx',
  marker: 'mrk',
  group: 'grp',
  composition: 'cmp',
};

/**
 * Creates the id generator of a batch. Each id consists of the batch's own 24 digits and a running number.
 * An editor that applies a batch immediately and the service that applies it later therefore create the same ids.
 * `batchId` must match `BATCH_ID`.
 */
export function batchIds(batchId: string): ReduceContext['newId'] {
  const digits = batchId.slice('bat_'.length);
  let made = 0;
  return (kind) => {
    const number = made.toString(16).padStart(8, '0');
    made += 1;
    return `${ID_NAMES[kind]}_${digits}${number}`;
  };
}

/**
 * Fonts, effects, transitions and shapes that a renderer can draw.
 * The caller passes the catalogue to the reducer, so that commands can refuse what cannot be drawn. This package
 * therefore depends on no renderer.
 */
export interface Catalogue {
  fonts: { family: string; weights: number[] }[];
  /**
   * JSON schema of each effect's parameters. Always an object schema; missing parameters take the property's `default`.
   */
  effects: Record<string, object>;
  transitions: string[];
  shapes: string[];
}
