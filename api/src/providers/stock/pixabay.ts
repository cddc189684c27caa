import { Type } from '@framemill/timeline/typebox';
import type { CallContext } from '../adapter.ts';
import { ProviderError } from '../provider-error.ts';
import { answerReader } from '../read-answer.ts';
import type { StockAdapter, StockRequest, StockResult } from './stock-adapter.ts';

const Photo = Type.Object({
  ...{ id: Type.Integer(), tags: Type.String(), user: Type.String(), webformatURL: Type.String() },
  ...{ largeImageURL: Type.String(), imageWidth: Type.Integer(), imageHeight: Type.Integer() },
});
const Rendition = Type.Object({
  ...{ url: Type.String(), width: Type.Integer(), height: Type.Integer() },
  thumbnail: Type.Optional(Type.String()),
});
const Video = Type.Object({
  ...{ id: Type.Integer(), tags: Type.String(), user: Type.String(), duration: Type.Number() },
  videos: Type.Object({ large: Type.Optional(Rendition), medium: Rendition }),
});
const readPhotos = answerReader(Type.Object({ totalHits: Type.Integer(), hits: Type.Array(Photo) }));
const readVideos = answerReader(Type.Object({ totalHits: Type.Integer(), hits: Type.Array(Video) }));

const PER_PAGE = 20;
const LICENSE = 'Pixabay Content License';

/** Stock adapter of Pixabay, by `GET /api/` and `GET /api/videos/`: https://pixabay.com/api/docs/ */
export const pixabay: StockAdapter = {
  name: 'pixabay',
  title: 'Pixabay',
  variables: {
    PIXABAY_API_KEY: { type: 'secret', fallback: null, required: true, meaning: 'Key of Pixabay' },
    PIXABAY_BASE_URL: { type: 'url', fallback: 'https://pixabay.com', meaning: "Address of Pixabay's API" },
  },
  call(request, context) {
    if (request.type === 'music') throw new ProviderError('unsupported', 'has no music');
    return request.type === 'photo' ? photos(request, context) : videos(request, context);
  },
};

async function photos(request: StockRequest, context: CallContext): Promise<StockResult> {
  const { hits, totalHits } = readPhotos(await search('api/', request, context));
  const items = hits.map(({ id, tags, user, webformatURL, largeImageURL, imageWidth, imageHeight }) => ({
    ...{ id: String(id), type: 'photo' as const, title: tags, previewUrl: webformatURL, url: largeImageURL },
    ...{ width: imageWidth, height: imageHeight, durationSec: null, author: user, license: LICENSE },
  }));
  return { items, hasMore: request.page * PER_PAGE < totalHits };
}

async function videos(request: StockRequest, context: CallContext): Promise<StockResult> {
  const { hits, totalHits } = readVideos(await search('api/videos/', request, context));
  const items = hits.map(({ id, tags, user, duration, videos: renditions }) => {
    // For a smaller video, `large` exists with an empty address.
    const best = renditions.large?.url ? renditions.large : renditions.medium;
    return {
      ...{ id: String(id), type: 'video' as const, title: tags, previewUrl: best.thumbnail ?? best.url, url: best.url },
      ...{ width: best.width, height: best.height, durationSec: duration, author: user, license: LICENSE },
    };
  });
  return { items, hasMore: request.page * PER_PAGE < totalHits };
}

async function search(path: string, { query, page }: StockRequest, { settings, http, signal }: CallContext) {
  const parameters = new URLSearchParams({
    ...{ key: settings.PIXABAY_API_KEY ?? '', q: query.slice(0, 100), page: String(page), per_page: String(PER_PAGE) },
  });
  const answer = await http.send({ method: 'GET', url: `${settings.PIXABAY_BASE_URL}/${path}?${parameters}`, signal });
  return answer.json();
}
