import { FramemillError } from '@framemill/timeline';
import { Type } from '@framemill/timeline/typebox';
import type { Caller } from '../auth/caller.ts';
import {
  type CommentAuthor,
  CommentSchema,
  CommentTextSchema,
  newCommentFields,
  ThreadSchema,
} from '../comments/comment-record.ts';
import {
  addAnswer,
  addComment,
  COMMENT_BUCKET,
  changeComment,
  listThreads,
  removeComment,
} from '../comments/comment-store.ts';
import { DeletedSchema } from '../http/not-found.ts';
import { DEFAULT_PAGE_SIZE, PagingQuery } from '../http/paging.ts';
import { authorOf } from '../projects/change-journal.ts';
import { IdParams } from '../projects/fields.ts';
import { findProject } from '../projects/project-store.ts';
import { defineRoute } from '../routing/define-route.ts';

const CommentParams = Type.Object({ id: Type.String(), commentId: Type.String() });

const CommentAnswer = Type.Object({ comment: CommentSchema });

/** Returns the author of a caller's comment, as it is stored. */
function commentAuthor(caller: Caller): CommentAuthor {
  const { via, appId } = authorOf(caller, 'api');
  return { via, appId };
}

/** Route that lists the comments of a project: GET /v1/projects/{id}/comments. */
export const listComments = defineRoute({
  name: 'list-comments',
  method: 'GET',
  path: '/projects/:id/comments',
  access: 'projects.read',
  summary: 'List comments',
  description: 'Lists the comments on a project, newest first, each with its answers.',
  params: IdParams,
  query: Type.Object({
    ...PagingQuery,
    state: Type.Optional(Type.Enum(['open', 'resolved'], { description: 'Only open or only resolved threads.' })),
  }),
  status: 200,
  answer: Type.Object({
    comments: Type.Array(ThreadSchema),
    nextCursor: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  }),
  errors: ['not_found'],
  examples: [{ title: 'The first page' }, { title: 'Open ones', query: { state: 'open' } }],
  async handle({ params: { id }, query, caller: { accountId } }, deps) {
    const { cursor, limit = DEFAULT_PAGE_SIZE, state } = query;
    await findProject(deps, accountId, id);
    const isOpen = state === undefined ? {} : { isOpen: state === 'open' };
    const after = cursor === undefined ? {} : { cursor };
    return listThreads(deps, { accountId, projectId: id }, { limit, isOwner: true, ...after, ...isOpen });
  },
});

/** Route that adds a comment to a project: POST /v1/projects/{id}/comments. */
export const createComment = defineRoute({
  name: 'create-comment',
  method: 'POST',
  path: '/projects/:id/comments',
  access: 'projects.write',
  summary: 'Add a comment',
  description:
    'Adds a comment to a moment or a range of a project, and optionally to a place in the image. Comments are not ' +
    'part of the document, and a new one changes no `rev`. Webhooks get the event `comment.created`.',
  params: IdParams,
  body: Type.Object(newCommentFields),
  status: 201,
  answer: CommentAnswer,
  errors: ['not_found', 'quota_exceeded'],
  extraBucket: () => COMMENT_BUCKET,
  examples: [
    { title: 'On a moment', body: { text: 'The music begins too early.', timeSec: 4.2 } },
    {
      title: 'On a range and a place',
      body: { text: 'The logo is too small.', timeSec: 2, endSec: 5.5, point: { x: 0.9, y: 0.1 } },
    },
  ],
  async handle({ params: { id: projectId }, body, caller }, deps) {
    const { accountId } = caller;
    return { comment: await addComment(deps, { accountId, projectId }, { ...body, author: commentAuthor(caller) }) };
  },
});

/** Route that answers a comment: POST /v1/projects/{id}/comments/{commentId}/answers. */
export const answerComment = defineRoute({
  name: 'answer-comment',
  method: 'POST',
  path: '/projects/:id/comments/:commentId/answers',
  access: 'projects.write',
  summary: 'Answer a comment',
  description: 'Adds an answer to a comment. Answers have no answers. Webhooks get the event `comment.created`.',
  params: CommentParams,
  body: Type.Object({ text: CommentTextSchema }),
  status: 201,
  answer: CommentAnswer,
  errors: ['not_found', 'quota_exceeded'],
  extraBucket: () => COMMENT_BUCKET,
  examples: [{ title: 'Answer', body: { text: 'It begins with the second scene now.' } }],
  async handle({ params: { id: projectId, commentId }, body: { text }, caller }, deps) {
    const answer = { text, author: commentAuthor(caller) };
    return { comment: await addAnswer(deps, { accountId: caller.accountId, projectId }, commentId, answer) };
  },
});

/** Route that changes or resolves a comment: PATCH /v1/projects/{id}/comments/{commentId}. */
export const updateComment = defineRoute({
  name: 'update-comment',
  method: 'PATCH',
  path: '/projects/:id/comments/:commentId',
  access: 'projects.write',
  summary: 'Change or resolve a comment',
  description:
    'Changes the text of a comment or an answer, resolves a thread, or opens it again. When an open thread is ' +
    'resolved, webhooks get the event `comment.resolved`.',
  params: CommentParams,
  body: Type.Object({
    text: Type.Optional(CommentTextSchema),
    resolved: Type.Optional(Type.Boolean({ description: 'true resolves the thread, false opens it again.' })),
  }),
  status: 200,
  answer: CommentAnswer,
  errors: ['not_found'],
  examples: [
    { title: 'Resolve', body: { resolved: true } },
    { title: 'Change the text', body: { text: 'The music begins two seconds too early.' } },
  ],
  async handle({ params: { id: projectId, commentId }, body: { text, resolved }, caller: { accountId } }, deps) {
    if (text === undefined && resolved === undefined)
      throw new FramemillError('invalid_request', 'The body changes nothing. Send text, resolved, or both.');
    return { comment: await changeComment(deps, { accountId, projectId }, commentId, { text, resolved }) };
  },
});

/** Route that deletes a comment: DELETE /v1/projects/{id}/comments/{commentId}. */
export const deleteComment = defineRoute({
  name: 'delete-comment',
  method: 'DELETE',
  path: '/projects/:id/comments/:commentId',
  access: 'projects.write',
  summary: 'Delete a comment',
  description: 'Deletes a comment with its answers, or one answer; a second call answers 404.',
  params: CommentParams,
  status: 200,
  answer: DeletedSchema,
  errors: ['not_found'],
  examples: [{ title: 'Delete' }],
  async handle({ params: { id: projectId, commentId }, caller: { accountId } }, deps) {
    await removeComment(deps, { accountId, projectId }, commentId);
    return { id: commentId, deleted: true as const };
  },
});
