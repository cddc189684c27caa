import { cssColour } from './css-colour.ts';
import { defineEffect } from './define-effect.ts';
import { colour, share } from './params.ts';

export const chromaKey = defineEffect({
  type: 'chroma-key',
  description: 'Makes a colour transparent, as of a green screen.',
  params: {
    color: colour('#00ff00', 'The colour that becomes transparent.'),
    similarity: share(0.3, 'How far from the colour still counts.'),
    smoothness: share(0.08, 'Softness of the edge.'),
    spill: share(0.1, 'How much of the colour is taken out of what remains.'),
  },
  picture: (input, { color, ...shares }) => ({
    kind: 'key',
    of: input,
    key: { type: 'chroma', colour: cssColour(color), ...shares },
  }),
});
