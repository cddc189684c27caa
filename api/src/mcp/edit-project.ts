import { type ChangeSet, changesBetween, type Document, durationSec, FramemillError, undo } from '@framemill/timeline';
import { type Static, Type } from '@framemill/timeline/typebox';
import { requireScope } from '../auth/authenticate.ts';
import { newId } from '../ids.ts';
import { requireLight } from '../limiter/cost-limits.ts';
import { againWhenStale, applyBatch } from '../projects/apply-batch.ts';
import { authorOf } from '../projects/change-journal.ts';
import type { CommandInput } from '../projects/command-batch.ts';
import { loadProject, type Project, saveDocument, staleRev } from '../projects/project-store.ts';
import { touchedParts, touchedSince } from '../projects/touched-parts.ts';
import type { ToolContext } from './tool.ts';

/** Time for which an edit can be undone by its token, in seconds. */
const UNDO_SEC = 86_400;
/** Maximum size of the data stored to undo an edit, in characters of JSON. A larger edit has no undo token. */
const UNDO_MAX_BYTES = 1_000_000;
/** Maximum number of attempts to save an edit. An attempt fails when another save of the project comes first. */
const TRIES = 4;

/** Schema of the receipt that an edit through MCP returns. */
export const ReceiptSchema = Type.Object({
  projectId: Type.String(),
  ok: Type.Boolean(),
  dryRun: Type.Boolean(),
  rev: Type.Integer(),
  results: Type.Array(Type.Unknown()),
  blocked: Type.Array(Type.Unknown()),
  lint: Type.Array(Type.Unknown()),
  createdClipIds: Type.Array(Type.String()),
  changedClipIds: Type.Array(Type.String()),
  removedClipIds: Type.Array(Type.String()),
  durationSec: Type.Number(),
  clipCount: Type.Integer(),
  suggestedPreviewTimes: Type.Array(Type.Number()),
  /**
   * Undo token for the tool `apply_commands`. `null` when nothing changed, or when the data to undo the edit is too
   * large or could not be stored.
   */
  undo: Type.Union([Type.String(), Type.Null()]),
  /**
   * Parts of the project that others changed since the `rev` of the call: `clip <id>`, `track <id>`, `settings`,
   * `markers`. This edit changes none of these parts.
   */
  changedMeanwhile: Type.Optional(Type.Array(Type.String())),
});

/** Receipt of an edit through MCP, with the data needed to undo the edit and to check whether it was applied. */
export type Receipt = Static<typeof ReceiptSchema>;

/** Edit of a project through MCP: its commands, the revision on which the caller based them, and options. */
export interface Edit {
  projectId: string;
  commands: CommandInput[];
  /**
   * Revision of the project that the caller last read.
   * The edit fails if it changes parts of the project that were changed after this revision. When absent, the edit
   * applies to any revision.
   */
  rev?: number;
  dryRun?: boolean;
  /** Whether to apply nothing unless every command succeeds. */
  atomic?: boolean;
}

/**
 * Applies commands to a project and returns a receipt.
 * If the project was changed after revision `rev`, the edit is saved only if every command succeeds and the edit
 * changes none of the parts that were changed since then. Otherwise throws `stale_rev` with those parts in
 * `changedMeanwhile`; `null` means that it is not known which parts were changed.
 */
export async function editProject({ deps, caller }: ToolContext, edit: Edit): Promise<Receipt> {
  requireScope(caller, 'projects.write');
  return againWhenStale(TRIES, async () => {
    const project = await loadProject(deps, caller.accountId, edit.projectId);
    const meanwhile = await changedMeanwhile(deps, project, edit.rev);
    const batch = await applyBatch(deps, caller, project.document, edit.commands, {
      atomic: edit.atomic ?? false,
    });
    if (meanwhile.length > 0) {
      const own = touchedParts(project.document, batch.document);
      if (!batch.ok || meanwhile.some((part) => own.has(part))) {
        throw staleRev(project.row.rev, { changedMeanwhile: meanwhile });
      }
    }
    const isSaved = batch.changed && !edit.dryRun;
    const note = { author: authorOf(caller, 'mcp'), commands: edit.commands, results: batch.results };
    const row = isSaved ? await saveDocument(deps, caller.accountId, project, batch.document, note) : project.row;
    return {
      ...{ projectId: row.id, ok: batch.ok, rev: row.rev, dryRun: edit.dryRun === true },
      ...{ results: batch.results, blocked: batch.blocked, lint: batch.lint },
      ...touchedClips(project.document, batch.document),
      ...{ durationSec: durationSec(batch.document), clipCount: batch.document.clips.length },
      suggestedPreviewTimes: batch.suggestedPreviewTimes,
      undo: isSaved ? await keepUndo(deps, caller.accountId, row, project.document, batch.document) : null,
      ...(meanwhile.length > 0 ? { changedMeanwhile: meanwhile } : {}),
    };
  });
}

/**
 * Returns the parts of the project that were changed since `rev`.
 * The list is empty when `rev` is current or absent. Throws `stale_rev` when the changes are not known.
 */
async function changedMeanwhile(deps: ToolContext['deps'], { row }: Project, rev = row.rev): Promise<string[]> {
  if (rev === row.rev) return [];
  const parts = await touchedSince(deps, row.id, rev, row.rev);
  if (parts === null) throw staleRev(row.rev, { changedMeanwhile: null });
  return [...parts];
}

/**
 * Undoes an edit by its token and returns a receipt. Throws 409 `stale_rev` when the project was changed after the
 * edit; later edits must be undone first. Throws `not_found` for a token that is unknown, expired or of another
 * project.
 */
export async function undoEdit({ deps, caller }: ToolContext, projectId: string, token: string): Promise<Receipt> {
  requireScope(caller, 'projects.write');
  const kept = await deps.redis.get(undoKey(caller.accountId, token));
  requireLight(deps, { characters: kept?.length });
  const { id, rev, changes } = kept === null ? noUndo() : (JSON.parse(kept) as KeptUndo);
  if (id !== projectId) noUndo();
  const project: Project = await loadProject(deps, caller.accountId, projectId);
  if (project.row.rev !== rev) throw staleRev(project.row.rev);
  const restored = undo(project.document, changes);
  const note = { author: authorOf(caller, 'mcp'), commands: [], undoes: rev };
  const row = await saveDocument(deps, caller.accountId, project, restored, note);
  return {
    ...{ projectId: row.id, ok: true, rev: row.rev, dryRun: false, results: [], blocked: [], lint: [] },
    ...touchedClips(project.document, restored),
    ...{ durationSec: durationSec(restored), clipCount: restored.clips.length, suggestedPreviewTimes: [] },
    undo: await keepUndo(deps, caller.accountId, row, project.document, restored),
  };
}

interface KeptUndo {
  id: string;
  /** Revision after the edit. */
  rev: number;
  changes: ChangeSet;
}

function undoKey(accountId: string, token: string): string {
  return `fm:mcp:undo:${accountId}:${token}`;
}

function noUndo(): never {
  const message =
    'The undo token is not valid for this project: it is older than a day, or of another project. ' +
    'Reverse the edit with new commands.';
  throw new FramemillError('not_found', message);
}

/**
 * Stores the changes that lead from `after` back to `before`, and returns their undo token.
 * The edit itself is already saved at this point. Returns `null` when the changes are too large, or when Redis failed.
 */
async function keepUndo(
  { redis, log }: ToolContext['deps'],
  accountId: string,
  { id, rev }: { id: string; rev: number },
  before: Document,
  after: Document,
): Promise<string | null> {
  const kept: KeptUndo = { id, rev, changes: changesBetween(before, after) };
  const text = JSON.stringify(kept);
  if (text.length > UNDO_MAX_BYTES) return null;
  const token = newId('undo');
  try {
    await redis.set(undoKey(accountId, token), text, 'EX', UNDO_SEC);
    return token;
  } catch (error) {
    log.warn({ err: error, projectId: id }, 'an edit cannot be undone by a token: Redis did not store it');
    return null;
  }
}

function touchedClips(before: Document, after: Document) {
  const was = new Set(before.clips.map(({ id }) => id));
  const is = new Set(after.clips.map(({ id }) => id));
  const parts = [...touchedParts(before, after)];
  const touched = parts.flatMap((part) => (part.startsWith('clip ') ? [part.slice('clip '.length)] : []));
  return {
    createdClipIds: touched.filter((id) => !was.has(id)),
    changedClipIds: touched.filter((id) => was.has(id) && is.has(id)),
    removedClipIds: touched.filter((id) => !is.has(id)),
  };
}
