import { Type } from '@framemill/timeline/typebox';
import { QcSchema } from '../../renders/report-schema.ts';
import { createRender } from '../../routes/create-render.ts';
import { askJson } from '../ask-route.ts';
import { defineTool } from '../define-tool.ts';
import { changing } from '../tool.ts';
import { filesInput, renderInput } from './render-input.ts';

export const startRenderTool = defineTool({
  name: 'start_render',
  title: 'Render a project',
  description:
    'Queues a render of a project as it is now; uses one export of the month. Ask `get_render` for the file.',
  route: createRender,
  scope: 'render.write',
  input: Type.Object({
    ...renderInput,
    ...filesInput,
    reference: Type.Optional(Type.String({ maxLength: 200, description: 'For the names of the files.' })),
    qc: Type.Optional(QcSchema),
  }),
  output: createRender.answer,
  annotations: changing,
  run: async (body, context) => ({ data: await askJson(context, { method: 'POST', url: '/v1/renders', body }) }),
});
