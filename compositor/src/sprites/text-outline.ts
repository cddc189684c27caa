import type { TextEngine, TextStyle } from '@framemill/timeline';
import { transformPath } from '../graph/path-data.ts';

/** Outline of a laid-out text in the box (0, 0) to (width, height), in document pixels. */
export interface TextOutlineData {
  /** SVG path data, filled by the nonzero rule. */
  readonly d: string;
  readonly width: number;
  readonly height: number;
}

/** Returns a function that lays out texts and caches their outlines. */
export function createTextOutlines(engine: TextEngine): (style: TextStyle) => TextOutlineData {
  const known = new Map<string, TextOutlineData>();
  return (style) => {
    const key = JSON.stringify(style);
    const outline = known.get(key) ?? outlineOf(engine, style);
    known.set(key, outline);
    return outline;
  };
}

function outlineOf(engine: TextEngine, style: TextStyle): TextOutlineData {
  const { lines, width, height } = engine.layout(style);
  const parts: string[] = [];
  for (const line of lines) {
    for (const glyph of line.glyphs) {
      const { scale } = glyph;
      const place = { a: scale, b: 0, c: 0, d: -scale, tx: line.x + glyph.x, ty: line.baseline + glyph.y };
      parts.push(transformPath(engine.outline(glyph.fontIndex, glyph.glyphId), place));
    }
  }
  return { d: parts.join(''), width, height };
}
