import type { Clip } from '../../document/clip.ts';
import { TEXT_DEFAULTS } from '../../document/clip-fields.ts';
import type { Document } from '../../document/document.ts';
import { parseColor, type Rgba } from '../../document/parse-color.ts';
import type { LintContext, LintRule } from '../lint-entry.ts';
import { type Box, type ShownText, shownTexts } from '../text-box.ts';

/** Minimum contrast according to WCAG 2.2, 1.4.3 for large text; texts of a video are large. */
const LEAST = 3;

/**
 * Finds texts with low contrast to the colour behind them. Only a single colour is checked: over an image the contrast
 * is unknown.
 */
export const textContrast: LintRule = function* (document, context) {
  for (const { clip, ratio } of faintTexts(document, context, LEAST)) {
    yield {
      severity: 'warn',
      time: middleOf(clip),
      clipId: clip.id,
      message:
        `Text ${clip.id} is hard to read: its contrast with the background is ${ratio.toFixed(1)}, below ${LEAST}. ` +
        'Change its color or give it a background.',
    };
  }
};

/**
 * Yields the texts whose contrast with the single colour behind them is below `least` (1-21), and this contrast as
 * `ratio`. Sorted by the middles of the clips.
 */
export function* faintTexts(
  document: Document,
  context: LintContext,
  least: number,
): Generator<{ clip: Clip; ratio: number }> {
  const layers = new Map(document.tracks.map((track, index) => [track.id, { track, index }]));
  const behind = document.clips
    .filter(({ type, trackIndex }) => type !== 'text' && type !== 'audio' && layers.get(trackIndex)?.track.visible)
    .sort((a, b) => a.start - b.start);
  const layerOf = ({ trackIndex }: Clip) => layers.get(trackIndex)?.index ?? 0;
  const texts = shownTexts(document, context)
    .filter(({ textStyle }) => !textStyle.gradient && (textStyle.strokeWidth ?? 0) === 0)
    .toSorted((a, b) => middleOf(a.clip) - middleOf(b.clip));
  // Clips that are visible at the middle of the current text. Updated incrementally, because a long video has thousands
  // of both.
  let present: Clip[] = [];
  let next = 0;
  for (const text of texts) {
    const { clip, textStyle } = text;
    const middle = middleOf(clip);
    for (let one = behind[next]; one && one.start <= middle; one = behind[next]) {
      present.push(one);
      next += 1;
    }
    present = present.filter(({ start, duration }) => start + duration > middle);
    const own = layerOf(clip);
    const below = present.filter((one) => layerOf(one) < own).sort((a, b) => layerOf(b) - layerOf(a));
    const ground = solidBehind(document, text, below);
    if (!ground) continue;
    const shown = blended(parseColor(textStyle.color ?? TEXT_DEFAULTS.color), ground);
    const ratio = contrast(shown, ground);
    if (ratio < least) yield { clip, ratio };
  }
}

function middleOf({ start, duration }: Clip): number {
  return start + duration / 2;
}

/**
 * Returns the single colour behind a text; `null` for an image or several colours. `below` are the clips at the text's
 * middle, topmost first.
 */
function solidBehind(document: Document, text: ShownText, below: readonly Clip[]): Rgba | null {
  const canvas = parseColor(document.settings.background);
  const opaque = blended(canvas, { r: 0, g: 0, b: 0, a: 1 });
  const box = text.textStyle.background;
  const own = box?.color ? parseColor(box.color) : null;
  const strength = box?.opacity ?? 1;
  if (own && own.a * strength > 0.99) return own;
  const under = below.find((clip) => touches(clip, text.box));
  const ground = under ? solidOf(under, text.box) : opaque;
  return own && ground ? blended(own, ground, strength) : ground;
}

/** Whether a clip may be behind a box. Only the boxes of shapes are known; every other clip counts as behind it. */
function touches(clip: Clip, box: Box): boolean {
  const shape = shapeBox(clip);
  return (
    !shape || (shape.left < box.right && shape.right > box.left && shape.top < box.bottom && shape.bottom > box.top)
  );
}

function solidOf(clip: Clip, box: Box): Rgba | null {
  const shape = shapeBox(clip);
  const fill = clip.shape?.fill;
  if (!shape || typeof fill !== 'string' || clip.opacity < 1 || clip.kfOpacity) return null;
  const filled =
    clip.shape?.kind === 'rectangle' || clip.shape?.kind === 'square' || clip.shape?.kind === 'rounded-rectangle';
  const covers =
    shape.left <= box.left && shape.right >= box.right && shape.top <= box.top && shape.bottom >= box.bottom;
  const color = parseColor(fill);
  return filled && covers && color.a > 0.99 && clip.rotation === 0 ? color : null;
}

function shapeBox(clip: Clip): Box | null {
  const { width, height } = clip.shape ?? {};
  if (clip.type !== 'shape' || width === undefined || height === undefined) return null;
  const halfX = (width / 2) * clip.scale * (clip.scaleX ?? 1);
  const halfY = (height / 2) * clip.scale * (clip.scaleY ?? 1);
  return { left: clip.x - halfX, right: clip.x + halfX, top: clip.y - halfY, bottom: clip.y + halfY };
}

/** Computes the contrast ratio of two opaque colours, 1 to 21 (WCAG 2.2). */
function contrast(a: Rgba, b: Rgba): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((one, other) => one - other);
  return (light + 0.05) / (dark + 0.05);
}

/** Blends `over` onto `under`, which is taken to be opaque. `strength` is a further opacity, 0-1. */
function blended(over: Rgba, under: Rgba, strength = 1): Rgba {
  const share = over.a * strength;
  const mix = (top: number, below: number) => top * share + below * (1 - share);
  return { r: mix(over.r, under.r), g: mix(over.g, under.g), b: mix(over.b, under.b), a: 1 };
}

/** Computes the relative luminance of an sRGB colour, 0-1. */
function luminance({ r, g, b }: Rgba): number {
  const linear = (value: number) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}
