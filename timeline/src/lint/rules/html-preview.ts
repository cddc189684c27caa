import type { Clip } from '../../document/clip.ts';
import type { EffectType } from '../../vocabulary/effect-type.ts';
import type { TransitionType } from '../../vocabulary/transition-type.ts';
import type { LintRule } from './rule.ts';

/** Effects that need every pixel of a frame: style sheets have no words for them. */
const EFFECTS: ReadonlySet<string> = new Set<EffectType>([
  'motion-blur',
  'zoom-blur',
  'sharpen',
  'pixelate',
  'halftone',
  'posterize',
  'rgb-split',
  'glitch',
  'vhs',
  'wave',
  'lens-distortion',
  'mirror',
  'kaleidoscope',
  'chroma-key',
  'luma-key',
  'lut',
]);
const TRANSITIONS: ReadonlySet<string> = new Set<TransitionType>(['glitch', 'whip-pan', 'pixelate-out', 'zoom-blur']);

/** Looks and sounds that the HTML preview leaves out; a frame preview and the render have them. One entry a kind. */
export const htmlPreview: LintRule = function* (document) {
  const found = new Map<string, Clip[]>();
  for (const clip of document.clips) {
    for (const what of unseen(clip)) found.set(what, [...(found.get(what) ?? []), clip]);
  }
  for (const [what, clips] of found) {
    const [first] = clips;
    if (!first) continue;
    const more = clips.length > 1 ? ` and ${clips.length - 1} more` : '';
    yield {
      severity: 'note',
      time: first.start,
      message: `The HTML preview does not show ${what} (clip ${first.id}${more}). Look at a frame preview instead.`,
    };
  }
};

function* unseen(clip: Clip): Generator<string> {
  for (const effect of clip.effects ?? [])
    if (effect.enabled && EFFECTS.has(effect.type)) yield `effect ${effect.type}`;
  if (clip.transition && TRANSITIONS.has(clip.transition.type)) yield `transition ${clip.transition.type}`;
  const { grade } = clip;
  if (grade?.curves || grade?.hueCurves || grade?.wheels || grade?.lut) yield 'curves, wheels and LUTs of a grade';
  if (clip.type === 'adjustment') yield 'adjustment layers';
  if (clip.mask?.shape === 'text' || clip.mask?.shape === 'image') yield `masks of ${clip.mask.shape}`;
  if (clip.chain?.some(({ enabled }) => enabled !== false) || clip.pitch) yield 'audio effects';
}
