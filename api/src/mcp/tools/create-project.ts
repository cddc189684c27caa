import { Type } from '@framemill/timeline/typebox';
import { AtomicSchema, FirstCommandsSchema } from '../../projects/command-batch.ts';
import { createProject } from '../../routes/create-project.ts';
import { askJson } from '../ask-route.ts';
import { defineTool } from '../define-tool.ts';
import { changing } from '../tool.ts';

export const createProjectTool = defineTool({
  name: 'create_project',
  title: 'Create a project',
  description:
    'Makes a project, empty or with commands that are applied at once. Use the other tools to go on with it.',
  route: createProject,
  scope: 'projects.write',
  input: Type.Object({
    name: Type.String({ minLength: 1, maxLength: 200 }),
    commands: Type.Optional(FirstCommandsSchema),
    atomic: AtomicSchema,
    workspaceId: Type.Optional(Type.String({ maxLength: 64 })),
  }),
  output: createProject.answer,
  annotations: changing,
  run: async (body, context) => ({ data: await askJson(context, { method: 'POST', url: '/v1/projects', body }) }),
});
