import type { Clip } from '../document/clip.ts';
import type { LowerThirdPreset } from '../vocabulary/index.ts';

/** What a lower third is laid out for. */
export interface LowerThirdInput {
  title: string;
  subtitle: string | null;
  /** Pixels of the canvas. */
  width: number;
  height: number;
}

/** A part of a lower third: a shape or a text and where its centre lies. */
export type LowerThirdPart = Pick<Clip, 'x' | 'y'> & Pick<Clip, 'shape' | 'textStyle'>;

/** A ready-made lower third. `parts` answers bottom first: what lies on what. */
export interface LowerThird {
  preset: LowerThirdPreset;
  parts(input: LowerThirdInput): LowerThirdPart[];
}

/** The places that lower thirds share. Pixels; positions are from the canvas centre. */
export interface LowerThirdFrame {
  /** A thousandth of the shorter side: sizes are multiples of it, so that they look alike on every canvas. */
  unit: number;
  left: number;
  right: number;
  /** Middles of the lines and of the whole. */
  titleY: number;
  subtitleY: number;
  middleY: number;
  /** Height of the block with its margins. */
  blockHeight: number;
}

/** Lays the block out at the lower left, inside the title-safe nine tenths. */
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

/** A rectangle. Pixels; `left` from the canvas centre. */
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

/** The title and, under it, the subtitle, between two edges. */
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
