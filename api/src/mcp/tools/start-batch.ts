import { Type } from '@framemill/timeline/typebox';
import { VariableValuesSchema } from '../../projects/variable-values.ts';
import { QcSchema } from '../../renders/report-schema.ts';
import { createBatch } from '../../routes/create-batch.ts';
import { askJson } from '../ask-route.ts';
import { defineTool } from '../define-tool.ts';
import { changing } from '../tool.ts';
import { filesInput, ownFileInput } from './render-input.ts';

/** Maximum items in one call. More would not fit into a conversation. */
const MOST_ITEMS = 500;

export const startBatchTool = defineTool({
  name: 'start_batch',
  title: 'Render a project many times',
  description:
    'Renders a project once for each item, with its values of the variables `{{name}}` of the project; uses one export of the month an item. ' +
    'Ask `quote_render` for one of them before, and `get_batch` for the files.',
  route: createBatch,
  scope: 'render.write',
  input: Type.Object({
    projectId: Type.String({ maxLength: 64 }),
    name: Type.Optional(Type.String({ maxLength: 200 })),
    items: Type.Optional(
      Type.Array(
        Type.Object({
          variables: VariableValuesSchema,
          reference: Type.Optional(Type.String({ maxLength: 200, description: 'It comes back with the item.' })),
        }),
        { minItems: 1, maxItems: MOST_ITEMS },
      ),
    ),
    csvMediaId: Type.Optional(
      Type.String({ maxLength: 64, description: 'In place of `items`: media of kind `table`, an uploaded CSV file.' }),
    ),
    ...ownFileInput,
    ...filesInput,
    qc: Type.Optional(QcSchema),
  }),
  output: createBatch.answer,
  annotations: changing,
  run: async (body, context) => ({ data: await askJson(context, { method: 'POST', url: '/v1/batches', body }) }),
});
