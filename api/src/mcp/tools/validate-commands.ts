import { Type } from '@framemill/timeline/typebox';
import { CommandListSchema } from '../../projects/command-batch.ts';
import { validateCommands } from '../../routes/validate-commands.ts';
import { askJson } from '../ask-route.ts';
import { defineTool } from '../define-tool.ts';
import { reading } from '../tool.ts';

export const validateCommandsTool = defineTool({
  name: 'validate_commands',
  title: 'Check commands',
  description:
    'Runs commands against the real project without saving: are they valid, does the plan allow them, what does the layout say.',
  route: validateCommands,
  scope: 'projects.read',
  input: Type.Object({ projectId: Type.String({ maxLength: 64 }), commands: CommandListSchema }),
  output: validateCommands.answer,
  annotations: reading,
  run: async ({ projectId, commands }, context) => ({
    data: await askJson(context, {
      ...{ method: 'POST', url: `/v1/projects/${encodeURIComponent(projectId)}/validate`, body: { commands } },
    }),
  }),
});
