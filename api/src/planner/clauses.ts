import { durationSec } from '@framemill/timeline';
import { COLOUR, colourOf } from './colours.ts';
import { findClips } from './find-clips.ts';
import type { Scene } from './rule.ts';
import { LENGTH, pattern, re, regexp, secondsOf, TIME } from './words.ts';

/**
 * Position on the canvas: -1, 0 or 1 from left to right and from top to bottom. `null`: the text names no position on
 * that axis.
 */
export interface Place {
  x: number | null;
  y: number | null;
}

/** Time, position, colour, size and weight that an instruction states for a new element. */
export interface Clauses {
  /** Start time on the timeline, in seconds; `null` when the instruction states none. */
  start: number | null;
  duration: number | null;
  place: Place;
  colour: string | null;
  /** Size as a fraction of the canvas height; `null` when the instruction states none. */
  size: number | null;
  isBold: boolean;
  /** Rest of the instruction: its text without the words that state the time, position, colour, size and weight. */
  rest: string;
}

const SIDES = '(?:top|upper|bottom|lower|left|right|middle|cent(?:er(?:ed)?|red?))';
/** Pattern of a position on the canvas: "top", "bottom right corner", "middle of the screen". */
export const PLACE = pattern`
  (?<place>${SIDES}(?:[\s-]+(?:and\s+)?(?:hand\s+)?(?:left|right|middle|cent(?:er|re)|top|bottom))?)
  (?:[\s-]+(?:hand\s+)?(?:side|corner|edge|half|third))?
  (?:\s+of\s+(?:the\s+|my\s+)?(?:screen|frame|picture|video|canvas|image))?
`;

/**
 * Reads the time, position, colour, size and weight from an instruction.
 * `rest` in the result is the instruction without the words that were read.
 */
export function readClauses(text: string, scene: Scene): Clauses {
  const clauses: Clauses = {
    start: null,
    duration: null,
    place: { x: null, y: null },
    colour: null,
    size: null,
    isBold: false,
    rest: text,
  };
  readTimes(clauses, text, scene);
  const place = take(clauses, re`\b(?:(?:at|on|to|in|into|around|near)\s+(?:the\s+|a\s+)?)?${PLACE}(?![\p{L}\p{N}])`);
  if (place?.place) clauses.place = placeOf(place.place);
  const colour = take(clauses, re`\b(?:in\s+)?(?:the\s+colou?r\s+)?(?<colour>${COLOUR})`);
  if (colour?.colour) clauses.colour = colourOf(colour.colour);
  const size = take(clauses, /\b(?:in\s+)?(?<size>huge|giant|big|large|small|little|tiny)\b/i)?.size;
  if (size) clauses.size = /small|little|tiny/i.test(size) ? 0.05 : 0.13;
  clauses.isBold = take(clauses, /\b(?:in\s+)?bold\b/i) !== null;
  return clauses;
}

function readTimes(clauses: Clauses, text: string, scene: Scene) {
  const end = durationSec(scene.document);
  const whole = regexp('i')`
    \b(?:(?:over|for|during|through|throughout|on|across)\s+)?(?:the\s+)?(?:whole|entire)\s+
    (?:time|video|film|movie|project|clip|thing)\b
    |\bthroughout\b
  `;
  if (take(clauses, whole)) Object.assign(clauses, { start: 0, duration: end > 0 ? end : null });
  const edge = take(clauses, re`\b(?:in|for|during|over|on|at)\s+the\s+(?<which>first|last)\s+(?<length>${LENGTH})`);
  if (edge?.length) {
    clauses.duration = secondsOf(edge.length);
    clauses.start = /first/i.test(edge.which ?? '') ? 0 : Math.max(0, end - clauses.duration);
  }
  const onward = take(
    clauses,
    re`
      \b(?:from|starting\s+at)\s+(?:second\s+)?(?<from>${TIME})\s+
      (?:on|onwards?|(?:to|until|till)\s+the\s+(?:very\s+)?end(?:\s+of\s+the\s+(?:video|film))?)(?![\p{L}])
    `,
  );
  if (onward?.from)
    Object.assign(clauses, { start: secondsOf(onward.from), duration: Math.max(0.1, end - secondsOf(onward.from)) });
  const range = take(
    clauses,
    re`\b(?:from|between)\s+(?:second\s+)?(?<from>${TIME})\s*(?:to|until|till|and|-|–)\s*(?:second\s+)?(?<to>${TIME})`,
  );
  if (range?.from && range.to) {
    clauses.start = secondsOf(range.from);
    clauses.duration = Math.max(0.1, secondsOf(range.to) - clauses.start);
  }
  const length =
    take(clauses, re`\b(?:for|lasting)\s+(?:about\s+)?(?<length>${LENGTH}|\d+(?:\.\d+)?\b)`)?.length ??
    take(clauses, re`\b(?<length>${LENGTH})\s+long\b`)?.length;
  if (length) clauses.duration = secondsOf(length);
  if (
    take(
      clauses,
      regexp('i')`
        \b(?:at|in|for|on)\s+(?:the\s+)?(?:very\s+)?(?:start|beginning|opening)
        (?:\s+of\s+(?:the\s+)?(?:video|film|movie|project))?\b
        |\bat\s+first\b
      `,
    )
  )
    clauses.start = 0;
  if (take(clauses, /\bat\s+(?:the\s+)?(?:very\s+)?end(?:\s+of\s+(?:the\s+)?(?:video|film|movie|project))?\b/i)) {
    clauses.start = Math.max(0, end - (clauses.duration ?? USUAL_SEC));
  }
  const into = take(clauses, re`\b(?<at>${LENGTH})\s+in(?:to\s+(?:the\s+)?(?:video|film|movie|clip))?(?=\s*$)`)?.at;
  if (into) clauses.start = secondsOf(into);
  const at = take(clauses, re`\b(?:at|after|@|starting at|from)\s+(?:second\s+)?(?<at>${TIME})(?![\p{L}\p{N}%])`)?.at;
  if (at) clauses.start = secondsOf(at);
  clauses.rest = clauses.rest.replace(
    regexp('i')`
      \b(?:when|as|while)\s+(.+?)\s+(?:
        starts?|begins?|plays?|(?:is|are) (?:playing|on(?: screen)?|shown|showing|visible|up|running)
        |comes (?:on|in|up)|appears?
      )\b\s*,?
    `,
    'over $1,',
  );
  const isThroughout = /\b(?:while|during|throughout)\b/i.test(text);
  const named = regexp('giu')`
    \b(?<how>over|on|under|below|beneath|during|while|when|onto|across|in|to)\s+
    (?<who>(?:the|all|my|every|first|second|third|last|clip|photo|video|it|that|them)\b[^${'\ue000'}]*?)
    (?=\s+(?:at|in|for|from|on)\b|\s*,|$)
  `;
  // In "In the middle on the map", use the first match that is not a position on the canvas.
  const over = [...clauses.rest.matchAll(named)].find(
    ({ groups }) => !re`^(?:the\s+)?(?:${PLACE})`.test(groups?.who ?? ''),
  );
  const clips = over?.groups?.who ? findClips(over.groups.who, scene) : null;
  const [first] = Array.isArray(clips) ? clips : [];
  if (over && first && clauses.start === null) {
    clauses.rest = clauses.rest.replace(over[0], ' ');
    clauses.start = first.start;
    if (/under|below|beneath/i.test(over.groups?.how ?? '')) clauses.place = { x: null, y: 1 };
    clauses.duration ??= isThroughout ? first.duration : Math.min(first.duration, 5);
  }
}

/** Default duration of a new element when the instruction states none, in seconds. */
export const USUAL_SEC = 3;

function take(clauses: Clauses, pattern: RegExp): Record<string, string | undefined> | null {
  const match = pattern.exec(clauses.rest);
  if (match === null) return null;
  // Remove a comma before the matched words as well: it only joined them to the rest.
  clauses.rest = clauses.rest.replace(match[0], ' ').replace(/\s*,\s*$/, ' ');
  return match.groups ?? {};
}

/** Returns the canvas position for words that the pattern `PLACE` matched. */
export function placeOf(words: string): Place {
  const y = /top|upper/i.test(words) ? -1 : /bottom|lower/i.test(words) ? 1 : null;
  const x = /left/i.test(words) ? -1 : /right/i.test(words) ? 1 : null;
  const isMiddle = /middle|cent/i.test(words);
  return { x: x ?? (isMiddle ? 0 : null), y: y ?? (isMiddle ? 0 : null) };
}

/** Whether every word of a text is a filler word or matches `words`. */
export function onlyWords(text: string, words: RegExp): boolean {
  return (text.toLowerCase().match(/[\p{L}\p{N}#%°-]+/gu) ?? []).every((word) => plain.test(word) || words.test(word));
}

const plain = new RegExp(pattern`
  ^(?:
    a|an|the|my|our|some|with|of|in|at|on|to|it|that|which|this|and|as|is|be|there|here|screen|letters|-|font|text
    |new|clip
  )$
`);
