import type { Clip } from '../../document/clip.ts';
import type { Document } from '../../document/document.ts';
import { KEYFRAMABLE } from '../../document/keyframable.ts';
import type { Shape } from '../../document/shape.ts';
import type { MediaFacts } from '../../media/media-facts.ts';
import type { EffectType, TransitionType } from '../../vocabulary/index.ts';
import type { LintContext } from '../lint-entry.ts';
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
/** Patterns: filters of videos and of what lies below an adjustment show none, so that they can only lie on top of everything else. */
const PATTERNS: ReadonlySet<string> = new Set<EffectType>(['vignette', 'scanlines']);
/** What draws around a picture: patterns after it go on over that. */
const AROUND: ReadonlySet<string> = new Set<EffectType>(['drop-shadow', 'outline']);
/** What style sheets have functions for: browsers put no other filter on a page of another origin, it could be spied on. */
const FUNCTIONS: ReadonlySet<string> = new Set<EffectType>(['blur', 'drop-shadow', 'invert']);
const TRANSITIONS: ReadonlySet<string> = new Set<TransitionType>(['glitch', 'whip-pan', 'pixelate-out', 'zoom-blur']);
/** Transitions of both pictures together, or of colours: html clips take part in the others. */
const FILTERED: ReadonlySet<string> = new Set<TransitionType>(['blur', 'flash', 'iris']);
const COLOURS = ['exposure', 'contrast', 'saturation', 'hue', 'temperature', 'tint'] as const;

/** What is left out of a loop and not heard to be. Seconds. */
const shortestPart = 0.05;

/** Looks and sounds that the HTML preview leaves out or only nearly shows; a frame preview and the render have them. One entry a kind. */
export const htmlPreview: LintRule = function* (document, { media }) {
  const found = new Map<string, Clip[]>();
  for (const clip of document.clips) {
    const whats = [
      ...unseen(clip, media(clip.src)),
      ...unheard(clip, media(clip.src)),
      ...unopened(clip, document, media),
    ];
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
      message: `The HTML preview does not show ${what} (clip ${first.id}${more}). Look at a frame preview instead.`,
    };
  }
};

/** What of a clip's picture the HTML preview leaves out or only nearly shows, as the ends of sentences. */
export function unseenInHtmlPreview(clip: Clip, document: Document, media: LintContext['media']): string[] {
  return [...unseen(clip, media(clip.src)), ...unopened(clip, document, media)];
}

function* unseen(clip: Clip, facts: MediaFacts | null): Generator<string> {
  for (const { enabled, type } of clip.effects ?? []) {
    if (enabled && EFFECTS.has(type)) yield `effect ${type} as it is`;
  }
  if (clip.type === 'adjustment' || isVideo(clip, facts)) yield* covered(clip);
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
}

function isVideo({ type }: Clip, facts: MediaFacts | null): boolean {
  return (facts?.kind ?? type) === 'video' && !facts?.mimeType.startsWith('image/');
}

/** Patterns that do not lie on top of all else. */
function* covered(clip: Clip): Generator<string> {
  const types = (clip.effects ?? []).filter(({ enabled }) => enabled).map(({ type }) => type);
  const last = types.findLastIndex((type) => !PATTERNS.has(type));
  const isBlurred = (clip.kfBlur?.length ?? 0) > 0;
  for (const [index, type] of types.entries()) {
    if (!PATTERNS.has(type)) continue;
    const goesOn = clip.type === 'video' && types.slice(0, index).some((before) => AROUND.has(before));
    if (index < last || isBlurred || goesOn)
      yield `effect ${type} of videos and adjustment layers beside other effects`;
  }
}

function* unfiltered({ effects = [], grade, transition, ...clip }: Clip): Generator<string> {
  const isFiltered = effects.some(({ enabled, type }) => enabled && !FUNCTIONS.has(type));
  const isAnimated = COLOURS.some((prop) => (clip[KEYFRAMABLE[prop].field]?.length ?? 0) > 0);
  if (isFiltered || grade || isAnimated) yield 'colours and most effects of html clips';
  if (transition && FILTERED.has(transition.type)) yield `transition ${transition.type} of html clips`;
}

/** An iris between two clips shows a colour around a picture, which takes a drawing in a filter. */
function* unopened(clip: Clip, document: Document, media: LintContext['media']): Generator<string> {
  if (clip.transition?.type !== 'iris' || clip.transition.edge === 'out') return;
  const outgoing = clipBefore(clip, document);
  const sides = outgoing ? [outgoing, clip] : [];
  if (sides.some((side) => isVideo(side, media(side.src)))) yield 'transition iris of videos';
}

/** The first clip of the same track that ends within a frame of this one's start. */
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

/** Clips by their track and the frame in which they end: thousands of irises each look for their neighbour. */
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

/** Elements of a page play a source as it is, at most at its own volume. */
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

/** Whether a loop leaves out some of its file: elements repeat all of it. */
function isPart({ mediaStart, mediaDuration, loopOffset = 0 }: Clip, facts: MediaFacts | null): boolean {
  return mediaStart > 0 || loopOffset > 0 || mediaDuration < (facts?.durationSec ?? 0) - shortestPart;
}
