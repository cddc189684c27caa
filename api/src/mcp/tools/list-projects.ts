import { Type } from '@framemill/timeline/typebox';
import { listProjects } from '../../routes/list-projects.ts';
import { askJson, queryOf } from '../ask-route.ts';
import { defineTool } from '../define-tool.ts';
import { reading } from '../tool.ts';

export const listProjectsTool = defineTool({
  name: 'list_projects',
  title: 'List projects',
  description: 'The projects of the account, newest first, a page at a time: pass `cursor` from `nextCursor`.',
  route: listProjects,
  scope: 'projects.read',
  input: Type.Object({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Default 50.' })),
    cursor: Type.Optional(Type.String({ maxLength: 500 })),
  }),
  output: listProjects.answer,
  annotations: reading,
  run: async (input, context) => ({
    data: await askJson(context, { method: 'GET', url: `/v1/projects${queryOf(input)}` }),
  }),
});
