import { Type } from '@framemill/timeline/typebox';
import { callChain } from '../providers/call-chain.ts';
import { defineRoute } from '../routing/define-route.ts';

/** Maximum time for one stock library, in milliseconds. */
const STOCK_TIMEOUT_MS = 10_000;

const nullable = {
  string: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  number: Type.Unsafe<number | null>({ type: ['number', 'null'] }),
};

const StockItemSchema = Type.Object(
  {
    id: Type.String(),
    provider: Type.String({ description: 'Which library has it.' }),
    type: Type.Enum(['photo', 'video', 'music']),
    title: Type.String(),
    previewUrl: Type.String({ description: 'A small picture, to be shown to people.' }),
    url: Type.String({ description: 'The file: give it to `POST /v1/media/import`.' }),
    ...{ width: nullable.number, height: nullable.number, durationSec: nullable.number },
    author: nullable.string,
    license: Type.String({ description: 'Name of the licence; read it before publishing.' }),
  },
  {
    examples: [
      {
        ...{ id: '2014422', provider: 'pexels', type: 'photo', title: 'Brown rocks during golden hour' },
        ...{ previewUrl: 'https://images.example.org/medium.jpg', url: 'https://images.example.org/original.jpg' },
        ...{ width: 3024, height: 3024, durationSec: null, author: 'Joey', license: 'Pexels License' },
      },
    ],
  },
);

/** Route that searches stock libraries: GET /v1/stock/search. */
export const searchStock = defineRoute({
  name: 'search-stock',
  method: 'GET',
  path: '/stock/search',
  access: 'stock.read',
  summary: 'Search stock media',
  description:
    'Looks through the libraries that this installation has, in turn, until one answers. Costs nothing. A find ' +
    'becomes media by `POST /v1/media/import` with its `url`.',
  query: Type.Object({
    q: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S', description: 'What to look for.' }),
    type: Type.Optional(Type.Enum(['photo', 'video', 'music'], { description: 'Default photo.' })),
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Default 1.' })),
  }),
  status: 200,
  answer: Type.Object({
    results: Type.Array(StockItemSchema),
    nextPage: Type.Unsafe<number | null>({ type: ['integer', 'null'], description: 'null at the end.' }),
  }),
  errors: ['not_configured', 'provider_error'],
  examples: [{ title: 'Photos', query: { q: 'snow' } }],
  async handle({ query }, deps) {
    const { q, type = 'photo', page = 1 } = query;
    const call = { kind: 'stock', timeoutMs: STOCK_TIMEOUT_MS, field: 'query.q' } as const;
    const { provider, result } = await callChain(deps.providers.stock, { query: q.trim(), type, page }, call, deps);
    const results = result.items.map((item) => ({ ...item, provider }));
    return { results, nextPage: result.hasMore ? page + 1 : null };
  },
});
