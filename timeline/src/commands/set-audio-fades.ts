import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import { ClipSchema } from '../document/clip.ts';
import { seconds } from '../document/scalars.ts';
import { withClip } from '../edit/change-clip.ts';
import { findEditableClip } from '../edit/find-clip.ts';
import { withFixes } from '../edit/with-fixes.ts';
import { refuse } from '../errors/refuse.ts';
import { ClipIdParam } from './params.ts';

const { fadeIn, fadeOut, fadeCurve } = ClipSchema.properties;

export const setAudioFades = defineCommand({
  op: 'setAudioFades',
  description:
    "Fades a clip's sound in and out. Fades that do not fit into the clip are shortened; a fade that a cut had divided is whole again.",
  keywords: { 'audio fade': {}, 'fade music': {}, 'fade sound': {}, 'fade out music': {} },
  params: {
    clipId: ClipIdParam,
    fadeIn: Type.Optional(fadeIn),
    fadeOut: Type.Optional(fadeOut),
    curve: fadeCurve,
  },
  returns: { fadeIn: seconds('Fade in now.'), fadeOut: seconds('Fade out now.') },
  examples: [
    {
      title: 'Music in and out',
      params: { clipId: 'music-1', fadeIn: 1, fadeOut: 2 },
      gives: { fadeIn: 1, fadeOut: 2 },
    },
    { title: 'Another curve', params: { clipId: 'music-1', fadeOut: 3, curve: 's-curve' } },
  ],
  run: (document, params) => {
    const { clip, index } = findEditableClip(document, params.clipId);
    if (params.fadeIn === undefined && params.fadeOut === undefined && params.curve === undefined) {
      throw refuse('setAudioFades changes nothing. Give fadeIn, fadeOut or curve.');
    }
    const wantedIn = params.fadeIn ?? clip.fadeIn;
    const wantedOut = params.fadeOut ?? clip.fadeOut;
    // Both fades together must fit into the clip. If they are too long, both are shortened in proportion.
    const share = Math.min(1, clip.duration / (wantedIn + wantedOut || 1));
    const fades = { fadeIn: wantedIn * share, fadeOut: wantedOut * share };
    const next = { ...clip, ...fades, ...(params.curve === undefined ? {} : { fadeCurve: params.curve }) };
    if (params.fadeIn !== undefined) for (const field of ['fadeInFrom', 'fadeInTo'] as const) delete next[field];
    if (params.fadeOut !== undefined) for (const field of ['fadeOutFrom', 'fadeOutTo'] as const) delete next[field];
    const fixes = share < 1 ? [`The fades were shortened to fit the clip's ${clip.duration} s.`] : [];
    return { document: withClip(document, index, next), data: withFixes(fades, fixes) };
  },
});
