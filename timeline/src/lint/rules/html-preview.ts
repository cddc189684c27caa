import type { Clip } from '../../document/clip.ts';
import { KEYFRAMABLE } from '../../document/keyframable.ts';
import type { Shape } from '../../document/shape.ts';
import type { MediaFacts } from '../../media/media-facts.ts';
import type { EffectType } from '../../vocabulary/effect-type.ts';
import type { TransitionType } from '../../vocabulary/transition-type.ts';
import type { LintRule } from './rule.ts';

/** Effects that need every pixel of a frame: style sheets and SVG filters have no words for them. */
const EFFECTS: ReadonlySet<string> = new Set<EffectType>([
  'motion-blur',
  'zoom-blur',
  'glow',
  'grain',
  'pixelate',
  'halftone',
  'glitch',
  'vhs',
  'wave',
  'lens-distortion',
  'mirror',
  'kaleidoscope',
  'chroma-key',
  'luma-key',
  'lut',
  'corner-pin',
]);
/** The same of adjustment layers: filters of what lies below show no drawings. */
const EFFECTS_BELOW: ReadonlySet<string> = new Set<EffectType>(['vignette', 'scanlines']);
const TRANSITIONS: ReadonlySet<string> = new Set<TransitionType>(['glitch', 'whip-pan', 'pixelate-out', 'zoom-blur']);
/** Transitions that only move and fade: the others are made of filters. */
const UNFILTERED: ReadonlySet<string> = new Set<TransitionType>(['fade', 'dissolve', 'slide', 'push', 'zoom', 'spin']);
const FILTERED_PROPS = ['blur', 'exposure', 'contrast', 'saturation', 'hue', 'temperature', 'tint'] as const;

/** Looks and sounds that the HTML preview leaves out or only nearly shows; a frame preview and the render have them. One entry a kind. */
export const htmlPreview: LintRule = function* (document, { media }) {
  const found = new Map<string, Clip[]>();
  for (const clip of document.clips) {
    for (const what of unseen(clip, media(clip.src))) found.set(what, [...(found.get(what) ?? []), clip]);
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

function* unseen(clip: Clip, facts: MediaFacts | null): Generator<string> {
  for (const { enabled, type } of clip.effects ?? []) {
    if (enabled && EFFECTS.has(type)) yield `effect ${type} as it is`;
    if (enabled && EFFECTS_BELOW.has(type) && clip.type === 'adjustment') yield `effect ${type} of adjustment layers`;
  }
  if (clip.transition && TRANSITIONS.has(clip.transition.type)) yield `transition ${clip.transition.type} as it is`;
  const { grade, blendMode = 'normal' } = clip;
  if (grade?.vibrance || grade?.hueCurves || grade?.wheels || grade?.lut)
    yield 'vibrance, wheels, hue curves and LUTs of a grade';
  if (clip.type === 'adjustment' && blendMode !== 'normal') yield 'blend modes of adjustment layers';
  const { shape } = clip;
  const isPartlyDrawn = shape && ((shape.trimStart ?? 0) > 0 || (shape.trimEnd ?? 1) < 1);
  if (isPartlyDrawn && shape.dash?.length) yield 'where the dashes of a partly drawn line begin';
  if (isPartlyDrawn && hasParts(shape)) yield 'which parts of a partly drawn line of several outlines are drawn';
  if (facts?.kind === 'video' && facts.mimeType.startsWith('image/')) yield 'animated pictures at their exact time';
  if (clip.type === 'html') yield* unfiltered(clip);
  if (clip.html?.js) yield 'scripts of html clips at their exact time';
  yield* unheard(clip);
}

/** Browsers put no SVG filter on a page of another origin within a page: it could be spied on. */
function* unfiltered(clip: Clip): Generator<string> {
  const { effects = [], grade, mask, transition } = clip;
  const isMasked = mask !== undefined && mask.shape !== 'none';
  const isAnimated = FILTERED_PROPS.some((prop) => (clip[KEYFRAMABLE[prop].field]?.length ?? 0) > 0);
  if (effects.some(({ enabled }) => enabled) || grade || isMasked || isAnimated)
    yield 'effects, masks, colours and blur of html clips';
  if (transition && !UNFILTERED.has(transition.type) && !TRANSITIONS.has(transition.type))
    yield `transition ${transition.type} of html clips`;
}

function hasParts({ kind, d = '' }: Shape): boolean {
  return kind === 'ring' || (kind === 'path' && (d.match(/m/gi)?.length ?? 0) > 1);
}

/** Elements of a page play a source as it is, at most at its own volume. */
function* unheard(clip: Clip): Generator<string> {
  if (clip.type !== 'video' && clip.type !== 'audio') return;
  if (clip.chain?.some(({ enabled }) => enabled !== false) || clip.pitch) yield 'audio effects';
  if (clip.duck || clip.loudness) yield 'ducking and loudness';
  const isPanned = clip.pan || (clip.kfPan?.length ?? 0) > 0;
  const isLouder = clip.volume > 1 || clip.kfVolume?.some(({ value }) => value > 1);
  if (isPanned || isLouder) yield 'panning and sound louder than its source';
}
