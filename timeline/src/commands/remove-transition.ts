import { defineCommand } from '../command/define-command.ts';
import { withClip } from '../edit/change-clip.ts';
import { findEditableClip } from '../edit/find-clip.ts';
import { refuse } from '../errors/refuse.ts';
import { ClipIdParam } from './params.ts';

export const removeTransition = defineCommand({
  op: 'removeTransition',
  description:
    'Removes the transition of a clip: what was one becomes a cut. The transition belongs to the clip that comes in.',
  keywords: { 'hard cut': {}, 'no transition': {} },
  params: { clipId: ClipIdParam },
  returns: {},
  examples: [
    {
      title: 'Back to a cut',
      given: [{ op: 'setTransition', clipId: 'clip-2', type: 'dissolve', duration: 1 }],
      params: { clipId: 'clip-2' },
    },
  ],
  run: (document, params) => {
    const { clip, index } = findEditableClip(document, params.clipId);
    if (!clip.transition) {
      throw refuse(`Clip "${params.clipId}" has no transition. Use the incoming clip, which has the transition.`);
    }
    const { transition: _, ...cut } = clip;
    return { document: withClip(document, index, cut) };
  },
});
