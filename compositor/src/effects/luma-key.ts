import { defineEffect } from './define-effect.ts';
import { flag, share } from './params.ts';

export const lumaKey = defineEffect({
  type: 'luma-key',
  description: 'Makes a brightness transparent; black as it is set.',
  params: {
    threshold: share(0, 'The brightness that becomes transparent.'),
    tolerance: share(0.1, 'How far from it still counts.'),
    softness: share(0.1, 'Softness of the edge.'),
    invert: flag(false, 'Keeps that brightness and makes all else transparent.'),
  },
  graph: (input, params) => ({ kind: 'key', of: input, key: { type: 'luma', ...params } }),
});
