import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import { type Clip, TransitionSchema } from '../document/clip.ts';
import type { Document } from '../document/document.ts';
import { id, seconds } from '../document/scalars.ts';
import { withClip } from '../edit/change-clip.ts';
import { findEditableClip } from '../edit/find-clip.ts';
import { withFixes } from '../edit/fixes.ts';
import { refuse } from '../errors/framemill-error.ts';
import { placeClips, transitionWindow } from '../evaluate/transition-window.ts';
import { rateOf, secondsOf } from '../time.ts';
import { ClipIdParam } from './params.ts';

const { type, duration, direction, easing, color, edge } = TransitionSchema.properties;

export const setTransition = defineCommand({
  op: 'setTransition',
  description:
    'Brings a clip in with a transition from the clip that ends where it starts, or from transparent. No clip ' +
    'moves. edge out makes it leave with one.',
  keywords: {
    transition: {},
    crossfade: { type: 'dissolve' },
    'cross dissolve': { type: 'dissolve' },
    'fade to black': { type: 'fade', color: '#000000', edge: 'out' },
    'fade from black': { type: 'fade', color: '#000000' },
    'dip to white': { type: 'fade', color: '#ffffff' },
    swipe: { type: 'push' },
    'whip pan': { type: 'whip-pan' },
  },
  params: { clipId: ClipIdParam, type, duration, direction, easing, color, edge },
  returns: {
    duration: seconds('Length of the window, after capping at half the shorter clip.'),
    outgoingClipId: Type.Union([id('The clip that goes.'), Type.Null()], { description: 'null: from transparent.' }),
  },
  examples: [
    {
      title: 'Dissolve from the clip before',
      params: { clipId: 'clip-2', type: 'dissolve', duration: 1 },
      gives: { duration: 1, outgoingClipId: 'clip-1' },
    },
    {
      title: 'A title that appears',
      params: { clipId: 'title-1', type: 'dissolve', duration: 0.5, easing: 'easeOut' },
      gives: { outgoingClipId: null },
    },
  ],
  run: (document, params, context) => {
    const { clipId, ...transition } = params;
    const { clip, index } = findEditableClip(document, clipId);
    const { transitions } = context.catalogue;
    if (!transitions.includes(params.type)) {
      throw refuse(`type "${params.type}" is not supported yet. Use one of ${transitions.join(', ')}.`);
    }
    const changed = withClip(document, index, { ...clip, transition });
    return { document: changed, data: effect(changed, { ...clip, transition }, params.duration) };
  },
});

function effect(document: Document, clip: Clip, wantedSec: number): Record<string, unknown> {
  const rate = rateOf(document.settings.fps);
  const track = placeClips(
    document.clips.filter((other) => other.trackIndex === clip.trackIndex),
    rate,
  );
  const window = transitionWindow(
    track,
    track.findIndex((placed) => placed.clip.id === clip.id),
    rate,
  );
  const frames = window ? window.endFrame - window.startFrame : 0;
  const shownSec = secondsOf(frames, rate);
  const outgoing = window?.incoming ? window.outgoing : null;
  const capped = shownSec < wantedSec - 0.5 / document.settings.fps;
  return withFixes(
    { duration: shownSec, outgoingClipId: outgoing?.clip.id ?? null },
    capped
      ? [`It is shown for ${Number(shownSec.toFixed(2))} s: a transition takes at most half the shorter clip.`]
      : [],
  );
}

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
