import { badRequest, jsonOf, newMp4, newPng, type Wire } from './wire.ts';

const KEY = 'r8_test';

/**
 * Simulation of Replicate's API: `POST /v1/models/{owner}/{name}/predictions` and `GET /v1/predictions/{id}`. Its files
 * need no key.
 */
export const replicateWire: Wire = {
  settings: (url) => ({ REPLICATE_API_TOKEN: KEY, REPLICATE_BASE_URL: `${url}/v1` }),
  answer(request, url) {
    const { path } = request;
    if (path === '/files/out.png') return { headers: { 'content-type': 'image/png' }, body: newPng() };
    if (path === '/files/out.mp4') return { headers: { 'content-type': 'video/mp4' }, body: newMp4() };
    if (request.headers.authorization !== `Bearer ${KEY}`) return { status: 401, body: { detail: 'token' } };
    if (path === '/v1/models/black-forest-labs/flux-schnell/predictions') {
      const { input } = jsonOf(request);
      if (!input?.prompt || !input.num_outputs || request.headers.prefer !== 'wait=60') return badRequest('input');
      return { status: 201, body: { id: 'pred1', status: 'processing', output: null, error: null } };
    }
    if (path === '/v1/models/bytedance/seedance-1-lite/predictions') {
      const { input } = jsonOf(request);
      if (!input?.prompt || typeof input.duration !== 'number') return badRequest('input');
      return { status: 201, body: { id: 'pred2', status: 'starting', output: null, error: null } };
    }
    if (path === '/v1/predictions/pred1')
      return { body: { id: 'pred1', status: 'succeeded', output: [`${url}/files/out.png`] } };
    if (path === '/v1/predictions/pred2')
      return { body: { id: 'pred2', status: 'succeeded', output: `${url}/files/out.mp4` } };
    return { status: 404, body: { detail: 'path' } };
  },
};
