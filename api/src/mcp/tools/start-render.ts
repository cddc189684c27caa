import { formats, qualities } from '@framemill/compositor/catalog';
import { Type } from '@framemill/timeline/typebox';
import { VariableValuesSchema } from '../../projects/variable-values.ts';
import { createRender } from '../../routes/create-render.ts';
import { askJson } from '../ask-route.ts';
import { defineTool } from '../define-tool.ts';
import { changing } from '../tool.ts';

export const startRenderTool = defineTool({
  name: 'start_render',
  title: 'Render a project',
  description:
    'Queues a render of a project as it is now; uses one export of the month. Ask `get_render` for the file.',
  scope: 'render.write',
  input: Type.Object({
    projectId: Type.String({ maxLength: 64 }),
    format: Type.Optional(Type.Enum([...formats], { description: 'Default mp4.' })),
    quality: Type.Optional(Type.Enum([...qualities], { description: 'Default standard.' })),
    resolution: Type.Optional(Type.Enum(['full', 'half'], { description: 'Default full.' })),
    variables: Type.Optional(VariableValuesSchema),
    smart: Type.Optional(
      Type.Boolean({ description: 'False: also what is untouched of H.264 files is encoded again. Default true.' }),
    ),
  }),
  output: createRender.answer,
  annotations: changing,
  run: async (body, context) => ({ data: await askJson(context, { method: 'POST', url: '/v1/renders', body }) }),
});
