import { Type } from '@framemill/timeline/typebox';
import type { CallAdapter, CallContext } from './adapter.ts';
import { ProviderError } from './provider-error.ts';
import { answerReader } from './provider-http.ts';

/** Search in a library of photos, videos or music. */
export interface StockRequest {
  query: string;
  type: 'photo' | 'video' | 'music';
  /** Page number, from 1. */
  page: number;
}

/** Photo, video or piece of music that a search found. */
export interface StockItem {
  id: string;
  type: 'photo' | 'video' | 'music';
  title: string;
  previewUrl: string;
  /** Address of the file to import. */
  url: string;
  width: number | null;
  height: number | null;
  durationSec: number | null;
  author: string | null;
  license: string;
}

/** Page of search results. An adapter for a library without the requested type of media throws `unsupported`. */
export interface StockResult {
  items: StockItem[];
  hasMore: boolean;
}

/** Library of stock media. */
type StockAdapter = CallAdapter<StockRequest, StockResult>;

const whole = Type.Optional(Type.Unsafe<number | null>({ type: ['number', 'null'] }));
const next = { next_page: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'] })) };
const PexelsPhoto = Type.Object({
  ...{ id: Type.Integer(), width: Type.Integer(), height: Type.Integer(), photographer: Type.String() },
  alt: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'] })),
  src: Type.Object({ original: Type.String(), medium: Type.String() }),
});
const VideoFile = Type.Object({ link: Type.String(), width: whole, height: whole, file_type: Type.String() });
const PexelsVideo = Type.Object({
  ...{
    id: Type.Integer(),
    width: Type.Integer(),
    height: Type.Integer(),
    duration: Type.Number(),
    image: Type.String(),
  },
  user: Type.Object({ name: Type.String() }),
  video_files: Type.Array(VideoFile),
});
const readPexelsPhotos = answerReader(Type.Object({ ...next, photos: Type.Array(PexelsPhoto) }));
const readPexelsVideos = answerReader(Type.Object({ ...next, videos: Type.Array(PexelsVideo) }));

const PEXELS_LICENSE = 'Pexels License';

/**
 * Stock adapter for Pexels, which uses `GET /v1/search` and `GET /videos/search`:
 * https://www.pexels.com/api/documentation/
 */
export const pexels: StockAdapter = {
  name: 'pexels',
  title: 'Pexels',
  variables: {
    PEXELS_API_KEY: { type: 'secret', fallback: null, required: true, meaning: 'Key of Pexels' },
    PEXELS_BASE_URL: { type: 'url', fallback: 'https://api.pexels.com', meaning: "Address of Pexels' API" },
  },
  call(request, context) {
    if (request.type === 'music') throw new ProviderError('unsupported', 'has no music');
    return request.type === 'photo' ? pexelsPhotos(request, context) : pexelsVideos(request, context);
  },
};

async function pexelsPhotos(request: StockRequest, context: CallContext): Promise<StockResult> {
  const answer = readPexelsPhotos(await searchPexels('v1/search', request, context));
  const items = answer.photos.map(({ id, width, height, photographer, alt, src }) => ({
    ...{
      id: String(id),
      type: 'photo' as const,
      title: alt || `Photo ${id}`,
      previewUrl: src.medium,
      url: src.original,
    },
    ...{ width, height, durationSec: null, author: photographer, license: PEXELS_LICENSE },
  }));
  return { items, hasMore: Boolean(answer.next_page) };
}

async function pexelsVideos(request: StockRequest, context: CallContext): Promise<StockResult> {
  const answer = readPexelsVideos(await searchPexels('videos/search', request, context));
  const items = answer.videos.flatMap(({ id, width, height, duration, image, user, video_files }) => {
    const mp4 = video_files.filter(({ file_type }) => file_type === 'video/mp4');
    const best = mp4.toSorted((a, b) => (b.width ?? 0) - (a.width ?? 0))[0];
    if (!best) return [];
    return {
      ...{ id: String(id), type: 'video' as const, title: `Video ${id}`, previewUrl: image, url: best.link },
      ...{ width: best.width ?? width, height: best.height ?? height, durationSec: duration },
      ...{ author: user.name, license: PEXELS_LICENSE },
    };
  });
  return { items, hasMore: Boolean(answer.next_page) };
}

async function searchPexels(path: string, { query, page }: StockRequest, { settings, http, signal }: CallContext) {
  const parameters = new URLSearchParams({ query, page: String(page), per_page: '20' });
  const answer = await http.send({
    method: 'GET',
    url: `${settings.PEXELS_BASE_URL}/${path}?${parameters}`,
    headers: { authorization: settings.PEXELS_API_KEY ?? '' },
    signal,
  });
  return answer.json();
}

const PixabayPhoto = Type.Object({
  ...{ id: Type.Integer(), tags: Type.String(), user: Type.String(), webformatURL: Type.String() },
  ...{ largeImageURL: Type.String(), imageWidth: Type.Integer(), imageHeight: Type.Integer() },
});
const Rendition = Type.Object({
  ...{ url: Type.String(), width: Type.Integer(), height: Type.Integer() },
  thumbnail: Type.Optional(Type.String()),
});
const PixabayVideo = Type.Object({
  ...{ id: Type.Integer(), tags: Type.String(), user: Type.String(), duration: Type.Number() },
  videos: Type.Object({ large: Type.Optional(Rendition), medium: Rendition }),
});
const readPixabayPhotos = answerReader(Type.Object({ totalHits: Type.Integer(), hits: Type.Array(PixabayPhoto) }));
const readPixabayVideos = answerReader(Type.Object({ totalHits: Type.Integer(), hits: Type.Array(PixabayVideo) }));

const PER_PAGE = 20;
const PIXABAY_LICENSE = 'Pixabay Content License';

/** Stock adapter for Pixabay, which uses `GET /api/` and `GET /api/videos/`: https://pixabay.com/api/docs/ */
export const pixabay: StockAdapter = {
  name: 'pixabay',
  title: 'Pixabay',
  variables: {
    PIXABAY_API_KEY: { type: 'secret', fallback: null, required: true, meaning: 'Key of Pixabay' },
    PIXABAY_BASE_URL: { type: 'url', fallback: 'https://pixabay.com', meaning: "Address of Pixabay's API" },
  },
  call(request, context) {
    if (request.type === 'music') throw new ProviderError('unsupported', 'has no music');
    return request.type === 'photo' ? pixabayPhotos(request, context) : pixabayVideos(request, context);
  },
};

async function pixabayPhotos(request: StockRequest, context: CallContext): Promise<StockResult> {
  const { hits, totalHits } = readPixabayPhotos(await searchPixabay('api/', request, context));
  const items = hits.map(({ id, tags, user, webformatURL, largeImageURL, imageWidth, imageHeight }) => ({
    ...{ id: String(id), type: 'photo' as const, title: tags, previewUrl: webformatURL, url: largeImageURL },
    ...{ width: imageWidth, height: imageHeight, durationSec: null, author: user, license: PIXABAY_LICENSE },
  }));
  return { items, hasMore: request.page * PER_PAGE < totalHits };
}

async function pixabayVideos(request: StockRequest, context: CallContext): Promise<StockResult> {
  const { hits, totalHits } = readPixabayVideos(await searchPixabay('api/videos/', request, context));
  const items = hits.map(({ id, tags, user, duration, videos: renditions }) => {
    // For a smaller video, `large` exists with an empty address.
    const best = renditions.large?.url ? renditions.large : renditions.medium;
    return {
      ...{ id: String(id), type: 'video' as const, title: tags, previewUrl: best.thumbnail ?? best.url, url: best.url },
      ...{ width: best.width, height: best.height, durationSec: duration, author: user, license: PIXABAY_LICENSE },
    };
  });
  return { items, hasMore: request.page * PER_PAGE < totalHits };
}

async function searchPixabay(path: string, { query, page }: StockRequest, { settings, http, signal }: CallContext) {
  const parameters = new URLSearchParams({
    ...{ key: settings.PIXABAY_API_KEY ?? '', q: query.slice(0, 100), page: String(page), per_page: String(PER_PAGE) },
  });
  const answer = await http.send({ method: 'GET', url: `${settings.PIXABAY_BASE_URL}/${path}?${parameters}`, signal });
  return answer.json();
}

/** Stock libraries in the order in which they are called. */
export const stockAdapters: readonly StockAdapter[] = [pexels, pixabay];
