import type { LoadedFont } from './loaded-font.ts';
import { scriptOf } from './scripts.ts';

/** A stretch of a line that is shaped at once: one font, one script, one direction. Offsets are UTF-16 units. */
export interface TextRun {
  start: number;
  end: number;
  font: LoadedFont;
  rightToLeft: boolean;
  /** ISO 15924; null: no letter says. */
  script: string | null;
}

export type Direction = 'auto' | 'ltr' | 'rtl';

const IGNORED = /^(?:\u200c|\u200d|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}])$/u;

/**
 * Cuts a line into runs, in the order they are drawn, left to right. Directions nest one level deep: a run of the other
 * direction inside the base one; deeper embedding needs the full bidirectional algorithm.
 */
export function itemize(
  line: string,
  chain: readonly LoadedFont[],
  graphemes: Intl.Segmenter,
  base: Direction,
): TextRun[] {
  const pieces = [...graphemes.segment(line)].map(({ segment, index }) => ({
    start: index,
    end: index + segment.length,
    text: segment,
    script: scriptOf(segment),
  }));
  const directions = pieces.map((piece) => piece.script.direction);
  const baseRightToLeft =
    base === 'auto' ? directions.find((direction) => direction !== null) === 'rtl' : base === 'rtl';
  const rightToLefts = resolved(directions, baseRightToLeft);
  const runs: TextRun[] = [];
  for (const [index, piece] of pieces.entries()) {
    const previous = runs.at(-1);
    const font = fontFor(piece.text, chain, previous?.font);
    if (!font) continue;
    const rightToLeft = rightToLefts[index] ?? baseRightToLeft;
    const { tag } = piece.script;
    const sameScript = previous && (tag === null || previous.script === null || previous.script === tag);
    if (previous && previous.font === font && previous.rightToLeft === rightToLeft && sameScript) {
      previous.end = piece.end;
      previous.script ??= tag;
    } else {
      runs.push({ start: piece.start, end: piece.end, font, rightToLeft, script: tag });
    }
  }
  return visualOrder(runs, baseRightToLeft);
}

/** The first font with all the glyphs; a space stays in the font of the run it follows. */
function fontFor(
  grapheme: string,
  chain: readonly LoadedFont[],
  previous: LoadedFont | undefined,
): LoadedFont | undefined {
  const codePoints = [...grapheme]
    .filter((character) => !IGNORED.test(character))
    .map((character) => character.codePointAt(0) ?? 0);
  const covers = (font: LoadedFont) => codePoints.every((codePoint) => font.has(codePoint));
  if (previous && /^\s+$/.test(grapheme) && covers(previous)) return previous;
  return chain.find(covers) ?? chain[0];
}

/** What has no direction takes that of its neighbours where they agree, else the base direction. True: right to left. */
function resolved(directions: readonly ('ltr' | 'rtl' | null)[], baseRightToLeft: boolean): boolean[] {
  const base = baseRightToLeft ? 'rtl' : 'ltr';
  const after: ('ltr' | 'rtl')[] = [];
  let next: 'ltr' | 'rtl' = base;
  for (const direction of directions.toReversed()) {
    next = direction ?? next;
    after.push(next);
  }
  after.reverse();
  let before: 'ltr' | 'rtl' = base;
  return directions.map((direction, index) => {
    before = direction ?? before;
    return before === after[index] ? before === 'rtl' : baseRightToLeft;
  });
}

function visualOrder(runs: readonly TextRun[], baseRightToLeft: boolean): TextRun[] {
  const groups: TextRun[][] = [];
  for (const run of runs) {
    const group = groups.at(-1);
    if (group?.[0]?.rightToLeft === run.rightToLeft) group.push(run);
    else groups.push([run]);
  }
  const drawn = groups.map((group) => (group[0]?.rightToLeft ? group.toReversed() : group));
  return (baseRightToLeft ? drawn.toReversed() : drawn).flat();
}
