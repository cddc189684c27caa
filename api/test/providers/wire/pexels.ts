import { badRequest, type Wire } from './wire.ts';

const KEY = 'pexels-test';

/** Simulation of Pexels' API: `GET /v1/search` and `GET /videos/search`. */
export const pexelsWire: Wire = {
  settings: (url) => ({ PEXELS_API_KEY: KEY, PEXELS_BASE_URL: url }),
  answer({ headers, path: given, query }) {
    // The vendor's own library doubles a slash.
    const path = given.replace('//', '/');
    if (headers.authorization !== KEY) return { status: 401, body: { error: 'key' } };
    if (!query.get('query')) return badRequest('query');
    const page = Number(query.get('page'));
    const next = page < 2 ? { next_page: 'https://api.pexels.com/next' } : {};
    if (path === '/v1/search') {
      const src = { original: 'https://images.example.org/1.jpg', medium: 'https://images.example.org/1-medium.jpg' };
      const photo = {
        id: 1,
        width: 3024,
        height: 2016,
        url: 'https://p.example/1',
        photographer: 'Joey',
        alt: 'Rocks',
        src,
      };
      return { body: { page, per_page: 20, total_results: 21, photos: [photo], ...next } };
    }
    if (path === '/videos/search') {
      const files = [
        { id: 1, quality: 'sd', file_type: 'video/mp4', width: 640, height: 360, link: 'https://v.example/sd.mp4' },
        { id: 2, quality: 'hd', file_type: 'video/mp4', width: 1920, height: 1080, link: 'https://v.example/hd.mp4' },
        {
          id: 3,
          quality: 'hls',
          file_type: 'application/x-mpegURL',
          width: null,
          height: null,
          link: 'https://v.example/x',
        },
      ];
      const video = {
        id: 7,
        width: 1920,
        height: 1080,
        duration: 12,
        image: 'https://v.example/7.jpg',
        user: { id: 1, name: 'Ann' },
      };
      return { body: { page, per_page: 20, total_results: 1, videos: [{ ...video, video_files: files }], ...next } };
    }
    return badRequest('path');
  },
};
