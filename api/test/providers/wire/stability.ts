import { badRequest, formOf, newPng, type Wire } from './wire.ts';

const KEY = 'sk-test-stability';

/** Simulation of Stability's API: `POST /v2beta/stable-image/generate/core` and `/edit/remove-background`. */
export const stabilityWire: Wire = {
  settings: (url) => ({ STABILITY_API_KEY: KEY, STABILITY_BASE_URL: url }),
  async answer(request) {
    if (request.headers.authorization !== `Bearer ${KEY}`) return { status: 401, body: { name: 'unauthorized' } };
    if (request.headers.accept !== 'application/json') return badRequest('accept');
    const form = await formOf(request);
    const ratios = ['16:9', '1:1', '21:9', '2:3', '3:2', '4:5', '5:4', '9:16', '9:21'];
    const isGenerate = request.path === '/v2beta/stable-image/generate/core';
    const isCut = request.path === '/v2beta/stable-image/edit/remove-background';
    if (isGenerate && !(form.get('prompt') && ratios.includes(String(form.get('aspect_ratio')))))
      return badRequest('form');
    if (isCut && !(form.get('image') instanceof File)) return badRequest('image');
    if (!isGenerate && !isCut) return badRequest('path');
    return { body: { image: newPng().toString('base64'), finish_reason: 'SUCCESS', seed: 1 } };
  },
};
