import { Type } from '@framemill/timeline/typebox';
import { QuoteSchema } from '../../renders/quote-schema.ts';
import { askJson } from '../ask-route.ts';
import { defineTool } from '../define-tool.ts';
import { reading } from '../tool.ts';
import { renderInput } from './render-input.ts';

export const quoteRenderTool = defineTool({
  name: 'quote_render',
  title: 'What a render would take',
  description:
    'Frames and segments to render and reused, expected seconds, and what the plan has left. Nothing is queued or charged.',
  scope: 'render.write',
  input: Type.Object(renderInput),
  output: Type.Object({ quote: QuoteSchema }),
  annotations: reading,
  async run(body, context) {
    const request = { method: 'POST', url: '/v1/renders', body: { ...body, dryRun: true } } as const;
    return { data: await askJson(context, request) };
  },
});
