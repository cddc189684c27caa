import { badRequest, jsonOf, newMp4, newPng, type Wire } from './wire.ts';

const KEY = 'fal-test';
const QUEUE = '/fal-ai/kling-video';

/**
 * Simulation of `https://fal.run` and `https://queue.fal.run`, and of the files that their responses link to. These
 * files need no key.
 */
export const falWire: Wire = {
  settings: (url) => ({ FAL_KEY: KEY, FAL_RUN_URL: url, FAL_QUEUE_URL: url }),
  answer(request, url) {
    const { path } = request;
    if (path === '/files/picture.png') return { headers: { 'content-type': 'image/png' }, body: newPng() };
    if (path === '/files/film.mp4') return { headers: { 'content-type': 'video/mp4' }, body: newMp4() };
    if (request.headers.authorization !== `Key ${KEY}`) return { status: 401, body: { detail: 'key' } };
    if (path === '/fal-ai/flux/dev') {
      const { prompt, num_images, image_size } = jsonOf(request);
      if (!prompt || !(image_size?.width > 0)) return badRequest('image');
      const images = Array.from({ length: num_images }, () => ({
        url: `${url}/files/picture.png`,
        content_type: 'image/png',
      }));
      return { body: { images, has_nsfw_concepts: images.map(() => false), prompt, seed: 1 } };
    }
    if (path === `${QUEUE}/v2.1/standard/text-to-video`) {
      const { prompt, duration } = jsonOf(request);
      if (!prompt || typeof duration !== 'string') return badRequest('video');
      return {
        body: {
          request_id: 'req-1',
          status: 'IN_QUEUE',
          status_url: 'http://169.254.169.254/',
          response_url: 'http://169.254.169.254/',
        },
      };
    }
    if (path === `${QUEUE}/requests/req-1/status`) return { body: { status: 'COMPLETED', request_id: 'req-1' } };
    if (path === `${QUEUE}/requests/req-1`) return { body: { video: { url: `${url}/files/film.mp4` } } };
    return { status: 404, body: { detail: 'path' } };
  },
};
