import { Type } from '@framemill/timeline/typebox';
import { searchStock } from '../../routes/search-stock.ts';
import { askJson, queryOf } from '../ask-route.ts';
import { defineTool } from '../define-tool.ts';
import { reading } from '../tool.ts';

export const searchStockTool = defineTool({
  name: 'search_stock',
  title: 'Search stock media',
  description:
    'Photos, films and music of the libraries that the service has. `import_media` with a `url` makes a find usable.',
  route: searchStock,
  scope: 'stock.read',
  input: Type.Object({
    query: Type.String({ minLength: 1, maxLength: 200 }),
    type: Type.Optional(Type.Enum(['photo', 'video', 'music'], { description: 'Default photo.' })),
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  }),
  output: searchStock.answer,
  annotations: { ...reading, openWorldHint: true },
  run: async ({ query: q, type, page }, context) => ({
    data: await askJson(context, { method: 'GET', url: `/v1/stock/search${queryOf({ q, type, page })}` }),
  }),
});
