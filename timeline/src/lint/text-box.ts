import type { Clip } from '../document/clip.ts';
import { TEXT_DEFAULTS } from '../document/clip-fields.ts';
import type { Document } from '../document/document.ts';
import type { TextStyle } from '../document/text-style.ts';
import type { TextSize } from '../text/text-layout.ts';
import type { LintContext } from './lint-entry.ts';

/** A box on the canvas. Pixels from its centre, y downwards. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A text on a visible track, and its box while it is at rest between its entrance and exit animations. */
export interface ShownText {
  clip: Clip;
  textStyle: TextStyle;
  box: Box;
}

/**
 * Computes the box of a text clip: its block with background, scaled and rotated around the clip's position.
 * verticalAlign determines which edge of the block is at this position.
 */
export function textBox(clip: Clip, style: TextStyle, { measureText = estimateText }: LintContext): Box {
  const { x, y, scale, rotation } = restingPlace(clip);
  const size = measureText(style);
  const paddingX = style.background ? (style.background.paddingX ?? 0) : 0;
  const paddingY = style.background ? (style.background.paddingY ?? 0) : 0;
  const scaleX = scale * (clip.scaleX ?? 1);
  const scaleY = scale * (clip.scaleY ?? 1);
  const above = style.verticalAlign === 'top' ? 0 : style.verticalAlign === 'bottom' ? 1 : 0.5;
  const top = (-size.height * above - paddingY) * scaleY;
  const bottom = (size.height * (1 - above) + paddingY) * scaleY;
  const half = (size.width / 2 + paddingX) * scaleX;
  const turn = (rotation * Math.PI) / 180;
  const corners = [-half, half].flatMap((cx) =>
    [top, bottom].map((cy) => ({
      x: x + cx * Math.cos(turn) - cy * Math.sin(turn),
      y: y + cx * Math.sin(turn) + cy * Math.cos(turn),
    })),
  );
  return {
    left: Math.min(...corners.map((corner) => corner.x)),
    right: Math.max(...corners.map((corner) => corner.x)),
    top: Math.min(...corners.map((corner) => corner.y)),
    bottom: Math.max(...corners.map((corner) => corner.y)),
  };
}

/** Whether two boxes overlap. Boxes that only touch do not overlap. */
export function boxesMeet(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/**
 * Returns the position of a text while it is read, from the last keyframes up to the clip's middle. Before an entrance
 * and after an exit, a text is outside the canvas on purpose.
 */
function restingPlace(clip: Clip): { x: number; y: number; scale: number; rotation: number } {
  const middle = clip.duration / 2;
  const at = (keyframes: Clip['kfX'], still: number) =>
    keyframes?.length
      ? (keyframes.findLast(({ time }) => time <= middle)?.value ?? keyframes[0]?.value ?? still)
      : still;
  return {
    x: at(clip.kfX, clip.x),
    y: at(clip.kfY, clip.y),
    scale: at(clip.kfScale, clip.scale),
    rotation: at(clip.kfRotation, clip.rotation),
  };
}

/** Estimates the size of a text in pixels without its fonts, with characters slightly wider than half the font size. */
export function estimateText(style: TextStyle): TextSize {
  const fontSize = style.fontSize ?? TEXT_DEFAULTS.fontSize;
  const letter = fontSize * 0.55 + (style.letterSpacing ?? 0);
  const lines = style.content.split('\n');
  const widest = Math.max(...lines.map((line) => line.length * letter));
  const words = style.overflowWrap === 'anywhere' ? [] : style.content.split(/\s+/);
  const room = Math.max(style.width ?? 0, ...words.map((word) => word.length * letter));
  const wrapped = style.width
    ? lines.reduce((sum, line) => sum + Math.max(1, Math.ceil((line.length * letter) / (style.width || 1))), 0)
    : lines.length;
  const shown = style.overflow === 'visible' ? wrapped : Math.min(wrapped, style.maxLines ?? wrapped);
  return {
    width: style.width ? Math.min(room, widest) : widest,
    height: shown * fontSize * (style.lineHeight ?? TEXT_DEFAULTS.lineHeight),
    missing: [],
  };
}

/** Maximum number of texts examined in a long project, because measuring is expensive. */
const MOST = 2_000;

// Cached, because several rules use them.
const known = new WeakMap<LintContext, ShownText[]>();

/**
 * Returns the texts on visible tracks with their boxes, by start. The result is cached for each context, so a context
 * must belong to one document only.
 */
export function shownTexts(document: Document, context: LintContext): readonly ShownText[] {
  const found = known.get(context) ?? textsOf(document, context);
  known.set(context, found);
  return found;
}

function textsOf(document: Document, context: LintContext): ShownText[] {
  const visible = new Set(document.tracks.filter((track) => track.visible).map(({ id }) => id));
  return document.clips
    .filter((clip) => clip.type === 'text' && visible.has(clip.trackIndex))
    .sort((a, b) => a.start - b.start)
    .slice(0, MOST)
    .flatMap((clip) => {
      const { textStyle } = clip;
      return textStyle ? [{ clip, textStyle, box: textBox(clip, textStyle, context) }] : [];
    });
}
