import type { Clip } from '../../document/clip.ts';
import type { Document } from '../../document/document.ts';
import { parseColor, type Rgba } from '../../document/parse-color.ts';
import { TEXT_DEFAULTS } from '../../document/text-defaults.ts';
import { blended, contrast } from '../contrast.ts';
import { shownTexts } from '../shown-texts.ts';
import type { Box, ShownText } from '../text-box.ts';
import type { LintRule } from './rule.ts';

/** WCAG 2.2, 1.4.3 for large text; texts of a video are large. */
const LEAST = 3;

/** Texts that hardly differ from the colour behind them. Only where that is one colour: over a picture nobody can say. */
export const textContrast: LintRule = function* (document, context) {
  const layers = new Map(document.tracks.map((track, index) => [track.id, { track, index }]));
  const behind = document.clips
    .filter(({ type, trackIndex }) => type !== 'text' && type !== 'audio' && layers.get(trackIndex)?.track.visible)
    .sort((a, b) => (layers.get(b.trackIndex)?.index ?? 0) - (layers.get(a.trackIndex)?.index ?? 0));
  for (const text of shownTexts(document, context)) {
    const { clip, textStyle } = text;
    if (textStyle.gradient || (textStyle.strokeWidth ?? 0) > 0) continue;
    const own = layers.get(clip.trackIndex)?.index ?? 0;
    const below = behind.filter(({ trackIndex }) => (layers.get(trackIndex)?.index ?? 0) < own);
    const ground = solidBehind(document, text, below);
    if (!ground) continue;
    const shown = blended(parseColor(textStyle.color ?? TEXT_DEFAULTS.color), ground);
    const ratio = contrast(shown, ground);
    if (ratio >= LEAST) continue;
    yield {
      severity: 'warn',
      time: clip.start + clip.duration / 2,
      message: `Text ${clip.id} is hard to read: contrast ${ratio.toFixed(1)} with what lies behind it, ${LEAST} is the least. Change its color or give it a background.`,
    };
  }
};

/** The one colour behind a text at its middle, or null when it is a picture or several. */
function solidBehind(document: Document, text: ShownText, below: readonly Clip[]): Rgba | null {
  const canvas = parseColor(document.settings.background);
  const opaque = blended(canvas, { r: 0, g: 0, b: 0, a: 1 });
  const box = text.textStyle.background;
  const own = box?.color ? parseColor(box.color) : null;
  const strength = box?.opacity ?? 1;
  if (own && own.a * strength > 0.99) return own;
  const middle = text.clip.start + text.clip.duration / 2;
  const under = below.find(
    (clip) => clip.start <= middle && clip.start + clip.duration > middle && touches(clip, text.box),
  );
  const ground = under ? solidOf(under, text.box) : opaque;
  return own && ground ? blended(own, ground, strength) : ground;
}

/** Shapes take the box that they say; of anything else it is not known here. */
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
