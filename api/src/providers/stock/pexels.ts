import { Type } from '@framemill/timeline/typebox';
import type { CallContext } from '../adapter.ts';
import { ProviderError } from '../provider-error.ts';
import { answerReader } from '../read-answer.ts';
import type { StockAdapter, StockRequest, StockResult } from './stock-adapter.ts';

const whole = Type.Optional(Type.Unsafe<number | null>({ type: ['number', 'null'] }));
const next = { next_page: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'] })) };
const Photo = Type.Object({
  ...{ id: Type.Integer(), width: Type.Integer(), height: Type.Integer(), photographer: Type.String() },
  alt: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'] })),
  src: Type.Object({ original: Type.String(), medium: Type.String() }),
});
const VideoFile = Type.Object({ link: Type.String(), width: whole, height: whole, file_type: Type.String() });
const Video = Type.Object({
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
const readPhotos = answerReader(Type.Object({ ...next, photos: Type.Array(Photo) }));
const readVideos = answerReader(Type.Object({ ...next, videos: Type.Array(Video) }));

const LICENSE = 'Pexels License';

/** Stock adapter of Pexels, by `GET /v1/search` and `GET /videos/search`: https://www.pexels.com/api/documentation/ */
export const pexels: StockAdapter = {
  name: 'pexels',
  title: 'Pexels',
  variables: {
    PEXELS_API_KEY: { type: 'secret', fallback: null, required: true, meaning: 'Key of Pexels' },
    PEXELS_BASE_URL: { type: 'url', fallback: 'https://api.pexels.com', meaning: "Address of Pexels' API" },
  },
  call(request, context) {
    if (request.type === 'music') throw new ProviderError('unsupported', 'has no music');
    return request.type === 'photo' ? photos(request, context) : videos(request, context);
  },
};

async function photos(request: StockRequest, context: CallContext): Promise<StockResult> {
  const answer = readPhotos(await search('v1/search', request, context));
  const items = answer.photos.map(({ id, width, height, photographer, alt, src }) => ({
    ...{
      id: String(id),
      type: 'photo' as const,
      title: alt || `Photo ${id}`,
      previewUrl: src.medium,
      url: src.original,
    },
    ...{ width, height, durationSec: null, author: photographer, license: LICENSE },
  }));
  return { items, hasMore: Boolean(answer.next_page) };
}

async function videos(request: StockRequest, context: CallContext): Promise<StockResult> {
  const answer = readVideos(await search('videos/search', request, context));
  const items = answer.videos.flatMap(({ id, width, height, duration, image, user, video_files }) => {
    const mp4 = video_files.filter(({ file_type }) => file_type === 'video/mp4');
    const best = mp4.toSorted((a, b) => (b.width ?? 0) - (a.width ?? 0))[0];
    if (!best) return [];
    return {
      ...{ id: String(id), type: 'video' as const, title: `Video ${id}`, previewUrl: image, url: best.link },
      ...{ width: best.width ?? width, height: best.height ?? height, durationSec: duration },
      ...{ author: user.name, license: LICENSE },
    };
  });
  return { items, hasMore: Boolean(answer.next_page) };
}

async function search(path: string, { query, page }: StockRequest, { settings, http, signal }: CallContext) {
  const parameters = new URLSearchParams({ query, page: String(page), per_page: '20' });
  const answer = await http.send({
    method: 'GET',
    url: `${settings.PEXELS_BASE_URL}/${path}?${parameters}`,
    headers: { authorization: settings.PEXELS_API_KEY ?? '' },
    signal,
  });
  return answer.json();
}
