import { FramemillError } from '@framemill/timeline';
import { Type } from '@framemill/timeline/typebox';
import { admit, createLimiter } from '../../limiter/limiter.ts';
import { type Outbound, readBounded } from '../../outbound/outbound.ts';
import { defineRoute } from '../../routing/define-route.ts';

/** Rate limit of stock previews. The images of a page of results are requested at the same time. */
const PREVIEW_BUCKET = { name: 'studio_stock_preview', limit: 240 };
const MAX_BYTES = 2_000_000;
const TIMEOUT_MS = 10_000;

/** Accepted image types, detected by their first bytes. Browsers display them without running any script in them. */
const TYPES: readonly (readonly [type: string, is: (bytes: Buffer) => boolean])[] = [
  ['image/jpeg', (bytes) => bytes.subarray(0, 3).toString('hex') === 'ffd8ff'],
  ['image/png', (bytes) => bytes.subarray(1, 4).toString('latin1') === 'PNG'],
  ['image/gif', (bytes) => bytes.subarray(0, 4).toString('latin1') === 'GIF8'],
  ['image/webp', (bytes) => bytes.subarray(8, 12).toString('latin1') === 'WEBP'],
];

/** Route `GET /api/studio/stock/preview`: fetches the preview image of a stock search result. */
export const getStockPreview = defineRoute({
  name: 'get-stock-preview',
  method: 'GET',
  path: '/api/studio/stock/preview',
  access: 'session',
  waits: () => true,
  summary:
    'The small picture of a find of the stock libraries, through this host: the content policy of the Studio ' +
    'lets in no other',
  query: Type.Object({
    url: Type.String({
      minLength: 1,
      maxLength: 2_000,
      description: '`previewUrl` of a find: a public https address.',
    }),
  }),
  status: 200,
  answer: Type.Unknown({ description: 'JPEG, PNG, GIF or WebP of at most 2 MB' }),
  errors: ['invalid_request', 'rate_limited', 'provider_error'],
  examples: [{ title: 'A picture', query: { url: 'https://images.example.org/medium.jpg' } }],
  async handle({ query, session: { accountId }, reply }, deps) {
    await admit(createLimiter(deps.redis), accountId, PREVIEW_BUCKET, deps.metrics);
    const data = await imageAt(deps.outbound, query.url);
    const [type] = TYPES.find(([, is]) => is(data)) ?? [];
    if (type === undefined) throw noImage();
    return reply.type(type).header('Cache-Control', 'private, max-age=86400').send(data);
  },
});

async function imageAt(outbound: Outbound, url: string): Promise<Buffer> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const answer = await outbound.send(url, { method: 'GET', signal }).catch((cause: unknown) => {
    // An error about the address itself is passed on unchanged.
    throw cause instanceof FramemillError ? cause : noImage(cause);
  });
  try {
    if (answer.status !== 200) throw noImage();
    return await readBounded(answer.body, MAX_BYTES, noImage);
  } catch (cause) {
    throw cause instanceof FramemillError ? cause : noImage(cause);
  } finally {
    await answer.close();
  }
}

function noImage(cause?: unknown): FramemillError {
  return new FramemillError('provider_error', 'The stock library returned no image. Try again later.', {}, { cause });
}
