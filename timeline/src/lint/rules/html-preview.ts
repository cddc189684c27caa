import { lostInFlattening } from '../../compositions/flattened-document.ts';
import type { Clip } from '../../document/clip.ts';
import type { Document } from '../../document/document.ts';
import { KEYFRAMABLE } from '../../document/keyframable.ts';
import type { Shape } from '../../document/shape.ts';
import { nestedClips } from '../../evaluate/nested-document.ts';
import type { MediaFacts } from '../../media/media-facts.ts';
import type { EffectType, TransitionType } from '../../vocabulary/index.ts';
import type { LintContext, LintRule } from '../lint-entry.ts';

/** Effects that process every pixel of a frame, which style sheets and SVG filters cannot express. */
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
/**
 * Pattern effects. In the preview, filters on videos and below adjustment layers cannot draw them, so they can only be
 * on top of everything else.
 */
const PATTERNS: ReadonlySet<string> = new Set<EffectType>(['vignette', 'scanlines']);
/** Effects that draw around an image. Patterns that follow them in the stack also cover that area. */
const AROUND: ReadonlySet<string> = new Set<EffectType>(['drop-shadow', 'outline']);
/**
 * Effects that are CSS filter functions. Browsers apply no other filter to a page of another origin, to prevent spying
 * on it.
 */
const FUNCTIONS: ReadonlySet<string> = new Set<EffectType>(['blur', 'drop-shadow', 'invert']);
const TRANSITIONS: ReadonlySet<string> = new Set<TransitionType>(['glitch', 'whip-pan', 'pixelate-out', 'zoom-blur']);
/** Transitions that combine both images or change colours. HTML clips support all others. */
const FILTERED: ReadonlySet<string> = new Set<TransitionType>(['blur', 'flash', 'iris']);
const COLOURS = ['exposure', 'contrast', 'saturation', 'hue', 'temperature', 'tint'] as const;

/** Maximum part of a file, in seconds, that a loop may leave out without an audible difference. */
const shortestPart = 0.05;

/**
 * Finds visuals and audio that the HTML preview omits or only approximates. Frame previews and renders include them.
 * One entry for each kind of omission names the first clip and the number of further clips.
 */
export const htmlPreview: LintRule = function* (document, { media }) {
  const found = new Map<string, Clip[]>();
  const inside = Map.groupBy(nestedClips(document), ({ around }) => around[0]);
  for (const clip of document.clips) {
    const lost = (inside.get(clip) ?? []).flatMap((nested) => [
      ...unseen(nested.clip, media(nested.clip.src)),
      ...lostInFlattening(nested.document, nested.clip),
    ]);
    const whats = new Set([
      ...unseen(clip, media(clip.src)),
      ...unheard(clip, media(clip.src)),
      ...unopened(clip, document, media),
      ...lostInFlattening(document, clip),
      ...lost,
    ]);
    for (const what of whats) {
      const clips = found.get(what);
      if (clips) clips.push(clip);
      else found.set(what, [clip]);
    }
  }
  for (const [what, clips] of found) {
    const [first] = clips;
    if (!first) continue;
    const more = clips.length > 1 ? ` and ${clips.length - 1} more` : '';
    yield {
      severity: 'note',
      time: first.start,
      clipId: first.id,
      message: `The HTML preview does not show ${what} (clip ${first.id}${more}). Use a frame preview instead.`,
    };
  }
};

/**
 * Returns the parts of a clip's image that the HTML preview omits or only approximates. Each completes the sentence
 * "The HTML preview does not show ...".
 */
export function unseenInHtmlPreview(clip: Clip, document: Document, media: LintContext['media']): string[] {
  return [...unseen(clip, media(clip.src)), ...unopened(clip, document, media), ...lostInFlattening(document, clip)];
}

function* unseen(clip: Clip, facts: MediaFacts | null): Generator<string> {
  for (const { enabled, type } of clip.effects ?? []) {
    if (enabled && EFFECTS.has(type)) yield `effect ${type} exactly`;
  }
  if (clip.type === 'adjustment' || isVideo(clip, facts)) yield* covered(clip);
  if (clip.transition && TRANSITIONS.has(clip.transition.type)) yield `transition ${clip.transition.type} exactly`;
  const { grade, blendMode = 'normal' } = clip;
  if (grade?.vibrance || grade?.hueCurves || grade?.wheels || grade?.lut)
    yield 'vibrance, wheels, hue curves and LUTs of a grade';
  if (clip.type === 'adjustment' && blendMode !== 'normal') yield 'blend modes of adjustment layers';
  const { shape } = clip;
  const isPartlyDrawn = shape && ((shape.trimStart ?? 0) > 0 || (shape.trimEnd ?? 1) < 1);
  if (isPartlyDrawn && shape.dash?.length) yield 'where the dashes of a partly drawn line begin';
  if (isPartlyDrawn && hasParts(shape)) yield 'which parts of a partly drawn line of several outlines are drawn';
  if (facts?.kind === 'video' && facts.mimeType.startsWith('image/')) yield 'animated images at their exact time';
  if (facts?.kind === 'animation') yield 'animations in motion';
  if (clip.type === 'html') yield* unfiltered(clip);
  if (clip.html?.js) yield 'scripts of html clips at their exact time';
}

function isVideo({ type }: Clip, facts: MediaFacts | null): boolean {
  return (facts?.kind ?? type) === 'video' && !facts?.mimeType.startsWith('image/');
}

/** Yields pattern effects that are not on top of everything else. */
function* covered(clip: Clip): Generator<string> {
  const types = (clip.effects ?? []).filter(({ enabled }) => enabled).map(({ type }) => type);
  const last = types.findLastIndex((type) => !PATTERNS.has(type));
  const isBlurred = (clip.kfBlur?.length ?? 0) > 0;
  for (const [index, type] of types.entries()) {
    if (!PATTERNS.has(type)) continue;
    const goesOn = clip.type === 'video' && types.slice(0, index).some((before) => AROUND.has(before));
    if (index < last || isBlurred || goesOn) yield `effect ${type} of videos and adjustment layers with other effects`;
  }
}

function* unfiltered({ effects = [], grade, transition, ...clip }: Clip): Generator<string> {
  const isFiltered = effects.some(({ enabled, type }) => enabled && !FUNCTIONS.has(type));
  const isAnimated = COLOURS.some((prop) => (clip[KEYFRAMABLE[prop].field]?.length ?? 0) > 0);
  if (isFiltered || grade || isAnimated) yield 'colours and most effects of html clips';
  if (transition && FILTERED.has(transition.type)) yield `transition ${transition.type} of html clips`;
}

/**
 * Yields an iris transition that involves a video. An iris draws a colour around the image, which the preview's filters
 * cannot do.
 */
function* unopened(clip: Clip, document: Document, media: LintContext['media']): Generator<string> {
  if (clip.transition?.type !== 'iris' || clip.transition.edge === 'out') return;
  const outgoing = clipBefore(clip, document);
  const sides = outgoing ? [outgoing, clip] : [];
  if (sides.some((side) => isVideo(side, media(side.src)))) yield 'transition iris of videos';
}

/** Finds the first clip of the same track that ends within a frame of this clip's start. */
function clipBefore({ trackIndex, start }: Clip, document: Document): Clip | undefined {
  const { fps } = document.settings;
  const ends = endsOf(document);
  const frame = Math.floor(start * fps);
  const near = [-2, -1, 0, 1, 2].flatMap((offset) => ends.get(`${trackIndex} ${frame + offset}`) ?? []);
  const [first] = near
    .filter(({ clip }) => Math.abs(clip.start + clip.duration - start) * fps <= 1)
    .sort((a, b) => a.index - b.index);
  return first?.clip;
}

type ClipEnds = ReadonlyMap<string, readonly { clip: Clip; index: number }[]>;

const knownEnds = new WeakMap<Document, ClipEnds>();

/** Groups clips by track and end frame, so that thousands of iris transitions find their neighbours quickly. */
function endsOf(document: Document): ClipEnds {
  const known = knownEnds.get(document);
  if (known) return known;
  const { clips, settings } = document;
  const ends: ClipEnds = Map.groupBy(
    clips.map((clip, index) => ({ clip, index })),
    ({ clip: { trackIndex, start, duration } }) => `${trackIndex} ${Math.floor((start + duration) * settings.fps)}`,
  );
  knownEnds.set(document, ends);
  return ends;
}

function hasParts({ kind, d = '' }: Shape): boolean {
  return kind === 'ring' || (kind === 'path' && (d.match(/m/gi)?.length ?? 0) > 1);
}

/**
 * Yields audio features that the preview lacks: HTML media elements play a source unchanged and at most at its own
 * volume.
 */
function* unheard(clip: Clip, facts: MediaFacts | null): Generator<string> {
  if (clip.type !== 'video' && clip.type !== 'audio') return;
  if (clip.chain?.some(({ enabled }) => enabled !== false) || clip.pitch) yield 'audio effects';
  if (clip.duck || clip.loudness) yield 'ducking and loudness';
  const isPanned = clip.pan || (clip.kfPan?.length ?? 0) > 0;
  const isLouder = clip.volume > 1 || clip.kfVolume?.some(({ value }) => value > 1);
  if (isPanned || isLouder) yield 'panning and sound louder than its source';
  if (clip.muted || facts?.hasAudio === false) return;
  const isBent = clip.reverse || (clip.kfSpeed?.length ?? 0) > 0 || (clip.speed !== 1 && clip.preservePitch === false);
  if (isBent) yield 'sound backwards, at a changing speed or with the pitch of its speed';
  if (clip.loop && isPart(clip, facts)) yield 'sound of a loop of a part';
}

/** Whether a looping clip repeats only a section of its file. HTML media elements repeat the whole file. */
function isPart({ mediaStart, mediaDuration, loopOffset = 0 }: Clip, facts: MediaFacts | null): boolean {
  return mediaStart > 0 || loopOffset > 0 || mediaDuration < (facts?.durationSec ?? 0) - shortestPart;
}
