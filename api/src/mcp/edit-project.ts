import { type ChangeSet, changesBetween, type Document, durationSec, FramemillError, undo } from '@framemill/timeline';
import { requireScope } from '../auth/authenticate.ts';
import { newId } from '../ids.ts';
import { applyBatch } from '../projects/apply-batch.ts';
import type { CommandInput } from '../projects/command-batch.ts';
import { loadProject, type Project, saveDocument, staleRev } from '../projects/project-store.ts';
import type { ToolContext } from './tool.ts';

/** How long an edit can be undone by its token. */
const UNDO_SEC = 86_400;
/** Larger inverses are not kept: such an edit cannot be undone by a token. */
const UNDO_MAX_BYTES = 1_000_000;
/** How often an edit is made again when somebody else saved in between. */
const TRIES = 4;

/** What an edit did. */
export interface Receipt extends Record<string, unknown> {
  projectId: string;
  ok: boolean;
  rev: number;
  results: unknown[];
  blocked: unknown[];
  lint: unknown[];
  createdClipIds: string[];
  changedClipIds: string[];
  removedClipIds: string[];
  durationSec: number;
  clipCount: number;
  suggestedPreviewTimes: number[];
  /** For the tool `apply_commands`; null when nothing changed or the change is too large to keep. */
  undo: string | null;
}

/** Commands for a project, and whether they may run on any state of it. */
export interface Edit {
  projectId: string;
  commands: CommandInput[];
  /** Runs only against this state; absent: against whatever is there, and again when somebody else saves in between. */
  rev?: number;
  dryRun?: boolean;
}

/** Applies commands to a project and tells what they did. Throws `stale_rev` when the project is not at `rev`. */
export async function editProject({ deps, caller }: ToolContext, edit: Edit): Promise<Receipt> {
  requireScope(caller, 'projects.write');
  for (let tries = 1; ; tries += 1) {
    const project = await loadProject(deps, caller.accountId, edit.projectId);
    if (edit.rev !== undefined && edit.rev !== project.row.rev) throw staleRev(project.row.rev);
    const batch = await applyBatch(deps, caller, project.document, edit.commands);
    try {
      const isSaved = batch.changed && !edit.dryRun;
      const row = isSaved ? await saveDocument(deps, caller.accountId, project, batch.document) : project.row;
      const changes = changesBetween(project.document, batch.document);
      return {
        ...{ projectId: row.id, ok: batch.ok, rev: row.rev, dryRun: edit.dryRun === true },
        ...{ results: batch.results, blocked: batch.blocked, lint: batch.lint },
        ...touchedClips(project.document, batch.document),
        ...{ durationSec: durationSec(batch.document), clipCount: batch.document.clips.length },
        suggestedPreviewTimes: batch.suggestedPreviewTimes,
        undo: isSaved ? await keepUndo(deps, caller.accountId, row.id, row.rev, changes) : null,
      };
    } catch (error) {
      const isRace = error instanceof FramemillError && error.details.conflictCode === 'stale_rev';
      if (!isRace || edit.rev !== undefined || tries === TRIES) throw error;
    }
  }
}

/** Takes an edit back. Throws 409 `stale_rev` when the project changed since: undo the later edits first. */
export async function undoEdit({ deps, caller }: ToolContext, projectId: string, token: string): Promise<Receipt> {
  requireScope(caller, 'projects.write');
  const kept = await deps.redis.get(undoKey(caller.accountId, token));
  const { id, rev, changes } = kept === null ? noUndo() : (JSON.parse(kept) as KeptUndo);
  if (id !== projectId) noUndo();
  const project: Project = await loadProject(deps, caller.accountId, projectId);
  if (project.row.rev !== rev) throw staleRev(project.row.rev);
  const restored = undo(project.document, changes);
  const row = await saveDocument(deps, caller.accountId, project, restored);
  return {
    ...{ projectId: row.id, ok: true, rev: row.rev, dryRun: false, results: [], blocked: [], lint: [] },
    ...touchedClips(project.document, restored),
    ...{ durationSec: durationSec(restored), clipCount: restored.clips.length, suggestedPreviewTimes: [] },
    undo: await keepUndo(deps, caller.accountId, row.id, row.rev, changesBetween(project.document, restored)),
  };
}

interface KeptUndo {
  id: string;
  /** The state that the edit left. */
  rev: number;
  changes: ChangeSet;
}

function undoKey(accountId: string, token: string): string {
  return `fm:mcp:undo:${accountId}:${token}`;
}

function noUndo(): never {
  const message = 'There is no such undo token for this project: it is older than a day, or of another project.';
  throw new FramemillError('not_found', message);
}

async function keepUndo(
  { redis }: ToolContext['deps'],
  accountId: string,
  id: string,
  rev: number,
  changes: ChangeSet,
): Promise<string | null> {
  const kept: KeptUndo = { id, rev, changes };
  const text = JSON.stringify(kept);
  if (text.length > UNDO_MAX_BYTES) return null;
  const token = newId('undo');
  await redis.set(undoKey(accountId, token), text, 'EX', UNDO_SEC);
  return token;
}

function touchedClips(before: Document, after: Document) {
  const was = new Map(before.clips.map((clip) => [clip.id, clip]));
  const is = new Set(after.clips.map(({ id }) => id));
  const createdClipIds = after.clips.flatMap(({ id }) => (was.has(id) ? [] : [id]));
  const changedClipIds = after.clips.flatMap((clip) =>
    was.has(clip.id) && was.get(clip.id) !== clip ? [clip.id] : [],
  );
  const removedClipIds = before.clips.flatMap(({ id }) => (is.has(id) ? [] : [id]));
  return { createdClipIds, changedClipIds, removedClipIds };
}
