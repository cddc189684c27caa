import { Type } from '@framemill/timeline/typebox';
import { CommentTextSchema, newCommentFields } from '../../comments/comment-record.ts';
import { answerComment, createComment, listComments, updateComment } from '../../routes/comments.ts';
import { askJson, queryOf } from '../ask-route.ts';
import { changing, defineTool, reading } from '../tool.ts';

const ProjectIdSchema = Type.String({ maxLength: 64 });
const CommentIdSchema = Type.String({ maxLength: 64, description: '`id` of a comment from list_comments.' });

const urlOf = (projectId: string, commentId?: string) => {
  const url = `/v1/projects/${encodeURIComponent(projectId)}/comments`;
  return commentId === undefined ? url : `${url}/${encodeURIComponent(commentId)}`;
};

export const listCommentsTool = defineTool({
  name: 'list_comments',
  title: 'List comments',
  description:
    'What people have written about a project: each comment with its time, its place in the image, whether it is ' +
    'resolved, and its answers. Newest first, a page at a time.',
  route: listComments,
  scope: 'projects.read',
  input: Type.Object({
    projectId: ProjectIdSchema,
    state: Type.Optional(Type.Enum(['open', 'resolved'], { description: 'Default both.' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Default 50.' })),
    cursor: Type.Optional(Type.String({ maxLength: 500 })),
  }),
  output: listComments.answer,
  annotations: reading,
  run: async ({ projectId, ...query }, context) => ({
    data: await askJson(context, { method: 'GET', url: `${urlOf(projectId)}${queryOf(query)}` }),
  }),
});

export const addCommentTool = defineTool({
  name: 'add_comment',
  title: 'Add a comment',
  description: 'Writes a comment on a moment or a range of a project, and optionally on a place in the image.',
  route: createComment,
  scope: 'projects.write',
  input: Type.Object({ projectId: ProjectIdSchema, ...newCommentFields }),
  output: createComment.answer,
  annotations: changing,
  run: async ({ projectId, ...body }, context) => ({
    data: await askJson(context, { method: 'POST', url: urlOf(projectId), body }),
  }),
});

export const answerCommentTool = defineTool({
  name: 'answer_comment',
  title: 'Answer a comment',
  description: 'Writes an answer to a comment, for example to say what was changed. Answers have no answers.',
  route: answerComment,
  scope: 'projects.write',
  input: Type.Object({ projectId: ProjectIdSchema, commentId: CommentIdSchema, text: CommentTextSchema }),
  output: answerComment.answer,
  annotations: changing,
  run: async ({ projectId, commentId, text }, context) => ({
    data: await askJson(context, { method: 'POST', url: `${urlOf(projectId, commentId)}/answers`, body: { text } }),
  }),
});

export const updateCommentTool = defineTool({
  name: 'update_comment',
  title: 'Change or resolve a comment',
  description: 'Resolves a comment that is done, opens it again, or changes its text.',
  route: updateComment,
  scope: 'projects.write',
  input: Type.Object({
    projectId: ProjectIdSchema,
    commentId: CommentIdSchema,
    text: Type.Optional(CommentTextSchema),
    resolved: Type.Optional(Type.Boolean({ description: 'true resolves the comment, false opens it again.' })),
  }),
  output: updateComment.answer,
  annotations: changing,
  run: async ({ projectId, commentId, ...body }, context) => ({
    data: await askJson(context, { method: 'PATCH', url: urlOf(projectId, commentId), body }),
  }),
});
