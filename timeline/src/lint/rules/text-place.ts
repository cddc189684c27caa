import type { Clip } from '../../document/clip.ts';
import type { TextStyle } from '../../document/text-style.ts';
import type { LintRule } from './rule.ts';

/** The inner share of the canvas that every screen shows. */
const TITLE_SAFE = 0.9;

/** Texts that leave the canvas or its title-safe part where they rest. */
export const textPlace: LintRule = function* (document, { measureText = estimate }) {
  const { width, height } = document.settings;
  const visible = new Set(document.tracks.filter((track) => track.visible).map(({ id }) => id));
  for (const clip of document.clips) {
    if (clip.type !== 'text' || !clip.textStyle || !visible.has(clip.trackIndex)) continue;
    const { x, y, scale } = restingPlace(clip);
    const size = measureText(clip.textStyle);
    const reachX = Math.abs(x) + (size.width * scale) / 2;
    const reachY = Math.abs(y) + (size.height * scale) / 2;
    const time = clip.start + clip.duration / 2;
    if (reachX > width / 2 || reachY > height / 2) {
      yield {
        severity: 'warn',
        time,
        message: `Text ${clip.id} leaves the canvas. Make it smaller, wrap it with style.width or move it.`,
      };
    } else if (reachX > (width / 2) * TITLE_SAFE || reachY > (height / 2) * TITLE_SAFE) {
      yield {
        severity: 'note',
        time,
        message: `Text ${clip.id} leaves the title-safe inner 90 %. Move it inwards or make it smaller.`,
      };
    }
  }
};

/** Where a text is read: a motion in or out starts or ends outside on purpose, so keyframes count where they rest longest. */
function restingPlace(clip: Clip): { x: number; y: number; scale: number } {
  const middle = clip.duration / 2;
  const at = (keyframes: Clip['kfX'], still: number) =>
    keyframes?.length
      ? (keyframes.findLast(({ time }) => time <= middle)?.value ?? keyframes[0]?.value ?? still)
      : still;
  return { x: at(clip.kfX, clip.x), y: at(clip.kfY, clip.y), scale: at(clip.kfScale, clip.scale) };
}

/** Without fonts: a letter is a bit more than half as wide as it is high. */
function estimate(style: TextStyle): { width: number; height: number } {
  const fontSize = style.fontSize ?? 80;
  const letter = fontSize * 0.55 + (style.letterSpacing ?? 0);
  const lines = style.content.split('\n');
  const widest = Math.max(...lines.map((line) => line.length * letter));
  const wrapped = style.width
    ? lines.reduce((sum, line) => sum + Math.max(1, Math.ceil((line.length * letter) / (style.width || 1))), 0)
    : lines.length;
  return {
    width: style.width ? Math.min(style.width, widest) : widest,
    height: wrapped * fontSize * (style.lineHeight ?? 1.2),
  };
}
