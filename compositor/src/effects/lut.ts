import { FramemillError } from '@framemill/timeline/rendering';
import { Type } from '@framemill/timeline/typebox';
import { defineEffect } from './define-effect.ts';
import { share } from './params.ts';

export const lut = defineEffect({
  type: 'lut',
  description: 'A look from a .cube file.',
  params: {
    src: Type.String({
      minLength: 1,
      maxLength: 2048,
      description: 'The .cube file: a media id or URL, as of a clip.',
      'x-source': 'lut',
    }),
    intensity: share(1, 'Strength of the look.'),
  },
  graph: (input, { src, intensity }, { luts }) => {
    if (intensity === 0) return input;
    const table = luts?.get(src);
    if (table) return { kind: 'lut', of: input, table, intensity };
    throw new FramemillError(
      'not_found',
      `The effect "lut" uses the .cube file "${src}", which is not media of the render. Upload it and set src.`,
      { src },
    );
  },
});
