import { cssColour } from './css-colour.ts';
import { defineEffect } from './define-effect.ts';
import { colourOrAuto, share } from './params.ts';

export const chromaKey = defineEffect({
  type: 'chroma-key',
  description:
    'Makes a colour transparent, as of a green screen. `similarity` is a distance between hues and strengths of colour, whatever the brightness: full green #00ff00 is 0.37 from grey, the green of painted screens (#28b232) 0.19. What the subject has of such colours must lie beyond `similarity` + `smoothness`.',
  params: {
    color: colourOrAuto('auto', 'The colour that becomes transparent.'),
    similarity: share(0.1, 'How far from the colour still counts.'),
    smoothness: share(0.08, 'Softness of the edge, beyond `similarity`.'),
    spill: share(0.1, 'How much of the colour is taken out of what remains.'),
  },
  graph: (input, { color, ...shares }) => ({
    kind: 'key',
    of: input,
    key: { type: 'chroma', colour: color === 'auto' ? 'corners' : cssColour(color), ...shares },
  }),
});
