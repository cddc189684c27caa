import { formats, qualities } from '@framemill/compositor/catalog';
import { Type } from '@framemill/timeline/typebox';
import { VariableValuesSchema } from '../../projects/variable-values.ts';
import { QuoteSchema } from '../../renders/quote-schema.ts';
import { askJson } from '../ask-route.ts';
import { defineTool } from '../define-tool.ts';
import { reading } from '../tool.ts';

export const quoteRenderTool = defineTool({
  name: 'quote_render',
  title: 'What a render would take',
  description:
    'Frames and segments to render and reused, expected seconds, and what the plan has left. Nothing is queued or charged.',
  scope: 'render.write',
  input: Type.Object({
    projectId: Type.String({ maxLength: 64 }),
    format: Type.Optional(Type.Enum([...formats], { description: 'Default mp4.' })),
    quality: Type.Optional(Type.Enum([...qualities], { description: 'Default standard.' })),
    resolution: Type.Optional(Type.Enum(['full', 'half'], { description: 'Default full.' })),
    variables: Type.Optional(VariableValuesSchema),
  }),
  output: Type.Object({ quote: QuoteSchema }),
  annotations: reading,
  async run(body, context) {
    const request = { method: 'POST', url: '/v1/renders', body: { ...body, dryRun: true } } as const;
    return { data: await askJson(context, request) };
  },
});
