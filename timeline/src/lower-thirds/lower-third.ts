import type { Clip } from '../document/clip.ts';
import type { LowerThirdPreset } from '../vocabulary/index.ts';

/** Content and canvas size of a lower third. */
export interface LowerThirdInput {
  title: string;
  subtitle: string | null;
  /** Canvas size in pixels. */
  width: number;
  height: number;
}

/** A part of a lower third: a shape or a text, and the position of its centre. */
export type LowerThirdPart = Pick<Clip, 'x' | 'y'> & Pick<Clip, 'shape' | 'textStyle'>;

/** A predefined lower third. `parts` returns its parts, bottom first. */
export interface LowerThird {
  preset: LowerThirdPreset;
  parts(input: LowerThirdInput): LowerThirdPart[];
}

/** Positions and sizes that lower thirds share. Pixels; positions are relative to the canvas centre. */
export interface LowerThirdFrame {
  /** A thousandth of the canvas' shorter side. Sizes are multiples of it, so that they look alike on every canvas. */
  unit: number;
  left: number;
  right: number;
  /** Vertical middles of the two lines and of the whole block. */
  titleY: number;
  subtitleY: number;
  middleY: number;
  /** Height of the block with its margins. */
  blockHeight: number;
}

/** Lays out the block at the lower left, inside the title-safe 90 %. */
export function frameOfLowerThird({ subtitle, width, height }: LowerThirdInput): LowerThirdFrame {
  const unit = Math.min(width, height) / 1_000;
  const left = -0.45 * width;
  const right = Math.min(0.45 * width, left + 900 * unit);
  const blockHeight = (subtitle === null ? 110 : 160) * unit;
  const bottom = 0.45 * height;
  const middleY = bottom - blockHeight / 2;
  return {
    unit,
    left,
    right,
    blockHeight,
    middleY,
    titleY: subtitle === null ? middleY : middleY - 28 * unit,
    subtitleY: middleY + 42 * unit,
  };
}

/** Creates a rectangle. Pixels; `left` is relative to the canvas centre. */
export function plate(
  left: number,
  width: number,
  y: number,
  height: number,
  fill: string,
  cornerRadius = 0,
): LowerThirdPart {
  const shape = {
    kind: 'rectangle' as const,
    fill,
    width: Math.round(width),
    height: Math.round(height),
    cornerRadius,
  };
  return { x: Math.round(left + width / 2), y: Math.round(y), shape };
}

/** Creates the title and, below it, the subtitle, between two edges. */
export function words(
  { title, subtitle }: LowerThirdInput,
  frame: LowerThirdFrame,
  left: number,
  look: Partial<NonNullable<Clip['textStyle']>> = {},
): LowerThirdPart[] {
  const { unit, right, titleY, subtitleY } = frame;
  const line = (content: string, y: number, fontSize: number, fontWeight: number): LowerThirdPart => ({
    x: Math.round((left + right) / 2),
    y: Math.round(y),
    textStyle: {
      color: '#ffffff',
      ...look,
      content,
      fontSize: Math.max(1, Math.round(fontSize * unit)),
      fontWeight,
      width: Math.max(1, Math.round(right - left)),
      align: 'left',
      maxLines: 1,
      overflow: 'shrink',
      minFontSize: Math.max(1, Math.round(18 * unit)),
    },
  });
  const lines = [line(title, titleY, 56, 700)];
  if (subtitle !== null) lines.push(line(subtitle, subtitleY, 34, 400));
  return lines;
}
