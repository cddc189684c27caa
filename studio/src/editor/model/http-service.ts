import type { Document } from '@framemill/timeline';
import { api } from '../../client/api.ts';
import { ApiError, answerOf, isSignedOut } from '../../client/api-error.ts';
import type { Edit, ProjectService, SendOutcome } from '../sync/edit.ts';

/** Reader for earlier revisions of a document. */
interface PastReader {
  read(at?: number): Promise<{ document: Document; rev: number }>;
}

/**
 * Request timeout, in ms. Timed-out requests are sent again, because a connection can break without an error; a healthy
 * service answers within a second.
 */
const LONGEST_ANSWER_MS = 60_000;

/**
 * Returns the `ProjectService` of a project, which calls the service over HTTP in the session of the signed-in user. It
 * also reads earlier revisions of the document.
 */
export function httpService(projectId: string): ProjectService & PastReader {
  const path = { id: projectId };
  return {
    async send(edit, rev) {
      try {
        return await sendEdit(projectId, edit, rev);
      } catch (error) {
        return outcomeOf(error);
      }
    },
    since: (since) => {
      const signal = AbortSignal.timeout(LONGEST_ANSWER_MS);
      return answerOf(api.GET('/v1/projects/{id}/commands', { params: { path, query: { since } }, signal }));
    },
    async read(at?: number) {
      const query = { view: 'document' as const, ...(at === undefined ? {} : { rev: at }) };
      const { project } = await answerOf(api.GET('/v1/projects/{id}', { params: { path, query } }));
      return { document: documentIn(project), rev: project.rev };
    },
  };
}

/**
 * Returns the document of a response. Throws when there is none. Its contents are not validated, because the service
 * did that when it saved the document.
 */
function documentIn({ document }: { document?: unknown }): Document {
  if (!isDocument(document)) throw new Error('The response of the service contains no document. Reload the page.');
  return document;
}

function isDocument(value: unknown): value is Document {
  return typeof value === 'object' && value !== null && 'version' in value && 'clips' in value;
}

async function sendEdit(id: string, edit: Edit, rev: number): Promise<SendOutcome> {
  const options = { params: { path: { id } }, signal: AbortSignal.timeout(LONGEST_ANSWER_MS) };
  const { batchId } = edit;
  if (edit.kind === 'commands') {
    const body = { commands: edit.commands, atomic: true, rev, batchId };
    const answer = await answerOf(api.POST('/v1/projects/{id}/commands', { ...options, body }));
    const failed = answer.blocked[0]?.reason ?? answer.results.find(({ ok }) => !ok)?.error;
    if (failed !== undefined) return { kind: 'refused', problem: failed };
    const { changes = {}, results, replayed } = answer;
    const hasChanged = replayed === true || answer.rev > rev;
    return { kind: 'applied', rev: answer.rev, changes, results, hasChanged };
  }
  if (edit.kind === 'restore') {
    const body = { rev: edit.rev, batchId };
    const answer = await answerOf(api.POST('/v1/projects/{id}/restore', { ...options, body }));
    return { kind: 'applied', ...answer, results: [], hasChanged: Object.keys(answer.changes).length > 0 };
  }
  if (edit.rev === null) return { kind: 'refused', problem: 'The edit cannot be undone because it was never saved.' };
  const answer = await answerOf(api.POST('/v1/projects/{id}/undo', { ...options, body: { rev: edit.rev, batchId } }));
  return { kind: 'applied', ...answer, results: [], hasChanged: Object.keys(answer.changes).length > 0 };
}

function outcomeOf(error: unknown): SendOutcome {
  if (isSignedOut(error)) return { kind: 'signed-out' };
  if (!(error instanceof ApiError)) return { kind: 'unknown', retryAfterMs: null };
  if (error.details.conflictCode === 'stale_rev') return { kind: 'stale' };
  const isPassing = error.status >= 500 || error.status === 429;
  const retryAfterMs = error.retryAfterSec === null ? null : error.retryAfterSec * 1_000;
  return isPassing ? { kind: 'unknown', retryAfterMs } : { kind: 'refused', problem: error.message };
}
