import { Type } from '@framemill/timeline/typebox';
import { getProject } from '../../routes/get-project.ts';
import { askJson, queryOf } from '../ask-route.ts';
import { defineTool } from '../define-tool.ts';
import { reading } from '../tool.ts';

export const getProjectTool = defineTool({
  name: 'get_project',
  title: 'Read a project',
  description:
    'A project: settings, tracks and a summary of every clip. `view: document` gives the whole document, which is long.',
  route: getProject,
  scope: 'projects.read',
  input: Type.Object({
    projectId: Type.String({ maxLength: 64 }),
    view: Type.Optional(Type.Enum(['summary', 'clips', 'document'], { description: 'Default clips.' })),
  }),
  output: getProject.answer,
  annotations: reading,
  run: async ({ projectId, view }, context) => ({
    data: await askJson(context, {
      method: 'GET',
      url: `/v1/projects/${encodeURIComponent(projectId)}${queryOf({ view })}`,
    }),
  }),
});
