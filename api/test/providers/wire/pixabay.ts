import { badRequest, type Wire } from './wire.ts';

const KEY = 'pixabay-test';

/** Simulation of Pixabay's API: `GET /api/` and `GET /api/videos/`. */
export const pixabayWire: Wire = {
  settings: (url) => ({ PIXABAY_API_KEY: KEY, PIXABAY_BASE_URL: url }),
  answer({ path, query }) {
    if (query.get('key') !== KEY) return { status: 401, body: { error: 'key' } };
    if (!query.get('q') || !query.get('page')) return badRequest('query');
    const about = { id: 5, pageURL: 'https://p.example/5', tags: 'rocks, sea', user: 'ann' };
    if (path === '/api/') {
      const image = { webformatURL: 'https://p.example/5_640.jpg', largeImageURL: 'https://p.example/5_1280.jpg' };
      return {
        body: { total: 1, totalHits: 1, hits: [{ ...about, ...image, imageWidth: 4000, imageHeight: 2250 }] },
      };
    }
    if (path === '/api/videos/') {
      const medium = {
        url: 'https://p.example/5_medium.mp4',
        width: 1280,
        height: 720,
        size: 1,
        thumbnail: 'https://p.example/5.jpg',
      };
      const large = { url: '', width: 0, height: 0, size: 0, thumbnail: '' };
      return { body: { total: 45, totalHits: 45, hits: [{ ...about, duration: 9, videos: { large, medium } }] } };
    }
    return badRequest('path');
  },
};
