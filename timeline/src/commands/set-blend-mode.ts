import { defineCommand } from '../command/define-command.ts';
import { oneOf } from '../document/scalars.ts';
import { withClip } from '../edit/change-clip.ts';
import { findVisualClip } from '../edit/visual-clip.ts';
import { BLEND_MODES } from '../vocabulary/index.ts';
import { ClipIdParam } from './params.ts';

export const setBlendMode = defineCommand({
  op: 'setBlendMode',
  description: 'Sets how a clip mixes with what lies below it; normal covers it.',
  keywords: {
    'blend mode': {},
    blending: {},
    'double exposure': { blendMode: 'screen' },
    'light leak': { blendMode: 'screen' },
  },
  params: { clipId: ClipIdParam, blendMode: oneOf(BLEND_MODES, 'How it mixes.') },
  returns: {},
  examples: [{ title: 'Light adds up', params: { clipId: 'clip-1', blendMode: 'screen' } }],
  run: (document, params) => {
    const { clip, index } = findVisualClip(document, params.clipId);
    return { document: withClip(document, index, { ...clip, blendMode: params.blendMode }) };
  },
});
