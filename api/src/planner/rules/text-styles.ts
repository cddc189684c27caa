import type { Clip } from '@framemill/timeline';
import { COLOUR, colourOf } from '../colours.ts';
import { findClips } from '../find-clips.ts';
import { forEach, type Rule, type Scene } from '../rule.ts';
import { NUMBER, numberOf, pattern, re, say, secondsOf, TIME } from '../words.ts';

const hasText = ({ textStyle }: Clip) => textStyle !== undefined;

/** Background box of a text. Opacity is 0-1, padding is in pixels. */
const BOX = { opacity: 0.8, paddingX: 24, paddingY: 12 };

/**
 * Style words for texts, each with the text style that it sets. Groups inside the patterns have no names, because the
 * patterns are repeated in lists.
 */
const looks: readonly [
  pattern: string,
  style: (said: string, clip: Clip | null, scene: Scene) => Record<string, unknown>,
][] = [
  [
    pattern`
      (?:in\s+)?${COLOUR}\s+(?:(?:text|letters)\s+)?(?:on|over)\s+(?:an?\s+)?${COLOUR}(?:\s+(?:background|box))?
    `,
    (said) => {
      const [front, behind] = said.split(/\b(?:on|over)\b/i);
      return { color: colourIn(front ?? ''), background: { ...BOX, color: colourIn(behind ?? '') } };
    },
  ],
  [
    pattern`
      (?:in\s+)?(?:the\s+colou?r\s+)?${COLOUR}
      (?!\s+(?:\p{L}+\s+)?(?:shadow|outline|border|stroke|box|background|glow|bar|frame|band)\b)
    `,
    (said) => ({ color: colourIn(said) }),
  ],
  [String.raw`(?:in\s+)?bold(?:er)?`, () => ({ fontWeight: 700 })],
  [String.raw`(?:in\s+)?italics?`, () => ({ fontStyle: 'italic' })],
  ['underlined?', () => ({ textDecoration: 'underline' })],
  [String.raw`(?:in\s+)?(?:uppercase|all\s+caps|capitals?|capital\s+letters)`, () => ({ textTransform: 'uppercase' })],
  [String.raw`(?:in\s+)?lowercase`, () => ({ textTransform: 'lowercase' })],
  ['bigger|larger|huge|big|large', (_, clip, { degree }) => ({ fontSize: sized(clip, 1 + 0.35 * degree) })],
  ['smaller|tiny|small', (_, clip, { degree }) => ({ fontSize: sized(clip, 1 / (1 + 0.35 * degree)) })],
  [String.raw`twice\s+as\s+(?:big|large)`, (_, clip) => ({ fontSize: sized(clip, 2) })],
  [String.raw`half\s+(?:as\s+(?:big|large)|(?:the\s+)?size)`, (_, clip) => ({ fontSize: sized(clip, 0.5) })],
  [String.raw`(?:left|right)[\s-]aligned`, (said) => ({ align: /left/i.test(said) ? 'left' : 'right' })],
  [
    String.raw`(?:an?\s+)?(?:thick\s+|thin\s+)?(?:${COLOUR}\s+)?(?:outline|border|stroke)(?:\s+in\s+${COLOUR})?`,
    outline,
  ],
  [
    String.raw`(?:an?\s+)?(?:drop\s+|soft\s+)?(?:${COLOUR}\s+)?(?:drop\s+)?shadow`,
    (said) => {
      const color = re`${COLOUR}`.test(said) ? colourIn(said) : '#000000';
      return { shadow: { x: 0, y: 4, blur: 12, color, opacity: 0.6 } };
    },
  ],
  [
    String.raw`(?:an?\s+)?${COLOUR}\s+(?:background(?:\s+box)?|box)`,
    (said) => ({ background: { ...BOX, color: colourIn(said) } }),
  ],
];
/** Pattern of a text style: a colour, bold, bigger. */
export const LOOK = `(?:${looks.map(([pattern]) => pattern).join('|')})`;
const LOOKS = String.raw`(?<look>${LOOK}(?:\s*(?:,\s*and\b|,|\band\b|&|\bwith\b)\s*${LOOK})*)`;

function outline(said: string) {
  const width = /thick/i.test(said) ? 10 : /thin/i.test(said) ? 2 : 5;
  return { strokeColor: re`${COLOUR}`.test(said) ? colourIn(said) : '#000000', strokeWidth: width };
}

const colourIn = (said: string) => colourOf(re`${COLOUR}`.exec(said)?.[0] ?? '');
/** Returns the text style for words that the pattern `LOOK` matched. Empty when no style matches. */
export function styleOf(said: string, clip: Clip, scene: Scene) {
  const look = looks.find(([pattern]) => say`(?:${pattern})`.test(said));
  return look ? look[1](said, clip, scene) : {};
}

/**
 * Extracts the style words for a new text, and returns the style and the remaining text.
 * Words for colours and sizes are not extracted, because they may describe something else.
 */
export function looksIn(text: string, scene: Scene): { style: Record<string, unknown>; rest: string } {
  const style: Record<string, unknown> = {};
  let rest = text;
  for (const [pattern, styleFor] of looks.filter(
    ([one]) => /ital|underl|caps|outline|shadow|box\)$/.test(one) && one !== looks[1]?.[0],
  )) {
    const match = re`(?<![\p{L}\p{N}-])(?:(?:with|in|on)\s+)?(?<said>${pattern})(?![\p{L}\p{N}-])`.exec(rest);
    const said = match?.groups?.said;
    // A background without a box may be the background of the video.
    if (said !== undefined && /background$/i.test(said)) continue;
    if (match === null || said === undefined) continue;
    Object.assign(style, styleFor(said, null, scene));
    rest = rest.replace(match[0], ' ');
  }
  return { style, rest };
}

/** Splits a list of style words, such as "bold, red and bigger", into single styles. */
const partsOf = (list: string) => list.split(/\s*(?:,\s*and\b|,|\band\b|&|\bwith\b)\s*/i).filter((part) => part !== '');

const sized = (clip: Clip | null, factor: number) => Math.round((clip?.textStyle?.fontSize ?? 80) * factor);

const animations: Record<string, string> = {
  ...{
    fade: 'fade',
    rise: 'rise',
    drop: 'drop',
    slide: 'slide',
    typewriter: 'typewriter',
    pop: 'pop',
    bounce: 'bounce',
  },
  ...{
    spin: 'spin',
    flip: 'flip',
    wave: 'wave',
    glitch: 'glitch',
    scramble: 'scramble',
    flicker: 'flicker',
    blur: 'blur',
  },
  ...{ reveal: 'reveal', 'fly in': 'slide', 'type on': 'typewriter', typing: 'typewriter', scale: 'scale' },
};
/** Bundled font families that are easy to tell apart. */
const fonts = ['Inter', 'Montserrat', 'Playfair Display', 'Lora', 'Anton', 'Bebas Neue', 'Caveat', 'JetBrains Mono'];
/** Pattern of a font family's name. */
export const FONT = `(?<font>${fonts.join('|')})`;
/** Returns the font family for words that the pattern `FONT` matched, or `undefined` when no family has that name. */
export const fontOf = (said: string) => fonts.find((one) => one.toLowerCase() === said.toLowerCase());
const ANIMATION = `(?<name>${Object.keys(animations).join('|')})`;
const CAPTION_STYLE = '(?<name>karaoke|highlight(?:ed)?|pop|bounce|typewriter|enlarge)';

/** Planner rules for the style of texts and captions. */
export const textStyleRules: Rule[] = [
  {
    name: 'style of captions',
    examples: ['captions in karaoke style', 'make the captions karaoke', 'use the highlight style for the captions'],
    patterns: [
      say`
        (?:(?:make|set|put|show|change|turn|use)\s+)?(?:the\s+|all\s+|my\s+)*(?:captions|subtitles)\s+
        (?:(?:to|in|into|as|use)\s+)?(?:a\s+|the\s+)?${CAPTION_STYLE}(?:[\s-]+(?:style|animation|mode))?
      `,
      say`
        (?:use|apply|give)\s+(?:the\s+|a\s+)?${CAPTION_STYLE}(?:[\s-]+(?:style|animation))?\s+
        (?:captions|for\s+(?:the\s+)?captions|(?:to|on)\s+(?:the\s+)?captions)
      `,
    ],
    plan({ name = '' }, { document }) {
      if (!document.clips.some(({ isCaption }) => isCaption))
        return { reason: 'There are no captions in the project. Add some first.' };
      return {
        commands: [{ op: 'styleCaptions', captionStyle: name.toLowerCase().replace(/^highlighted$/, 'highlight') }],
      };
    },
  },
  {
    name: 'look of a text',
    examples: [
      'make the title red',
      'make the captions bigger and yellow',
      'give the title a black outline',
      'turn the captions yellow',
      'title: bold and red',
      'the title in blue',
    ],
    patterns: [
      say`(?:make|turn|give|render|show|have)\s+(?<who>.+?)\s+${LOOKS}`,
      say`(?:set|change)\s+(?:the\s+)?(?:text\s+|font\s+)?colou?r\s+of\s+(?<who>.+?)\s+(?:to\s+)?${LOOKS}`,
      say`(?:set|change)\s+(?<who>.+?)(?:['’]s)?(?:\s+(?:text|font))?(?:\s+colou?r)?\s+to\s+${LOOKS}`,
      say`colou?r\s+(?<who>.+?)\s+(?:in\s+)?${LOOKS}`,
      say`(?:add|put)\s+${LOOKS}\s+(?:to|on|around|behind)\s+(?<who>.+)`,
      say`(?<who>.+?)\s*:\s*${LOOKS}`,
      say`(?<who>.+?)\s+in\s+${LOOKS}`,
    ],
    plan({ who = '', look = '' }, scene) {
      // "Black and white" means a filter on the video, not a text in two colours.
      if (/^(?:in\s+)?black\s*(?:and|&)\s*white$/i.test(look)) return null;
      const said = partsOf(look);
      return forEach(findClips(who, scene, hasText), (clip) => {
        const styles = said.map((part) => styleOf(part, clip, scene));
        return { op: 'setTextStyle', clipIds: [clip.id], style: Object.assign({}, ...styles) };
      });
    },
  },
  {
    name: 'size of a text',
    examples: ['set the title size to 120', 'set the font size of the title to 90'],
    patterns: [
      say`(?:set|change)\s+(?<who>.+?)(?:['’]s)?\s+(?:font\s+)?size\s+to\s+(?<size>${NUMBER})(?:\s*(?:px|pixels|pt))?`,
      say`
        (?:set|change|make)\s+(?<who>.+?)(?:['’]s)?\s+(?:font|text)\s+size\s+(?<size>${NUMBER})
        (?:\s*(?:px|pixels|pt))?
      `,
      say`
        (?:set|change)\s+(?:the\s+)?(?:font|text)\s+size\s+of\s+(?<who>.+?)\s+to\s+(?<size>${NUMBER})
        (?:\s*(?:px|pixels|pt))?
      `,
    ],
    plan: ({ who = '', size = '' }, scene) =>
      // "The caption font size" means the font size of all captions.
      forEach(findClips(who.replace(/\b(caption|subtitle)$/i, '$1s'), scene, hasText), ({ id }) => ({
        op: 'setTextStyle',
        clipIds: [id],
        style: { fontSize: numberOf(size) },
      })),
  },
  {
    name: 'underline, capitalize',
    examples: ['underline the title', 'capitalize the captions', 'uppercase captions with a black box'],
    patterns: [
      say`(?<how>underline|italici[sz]e|embolden|bold|capitali[sz]e|uppercase)\s+(?<who>.+?)\s+(?:with|in)\s+${LOOKS}`,
      say`(?<how>underline|italici[sz]e|embolden|bold|capitali[sz]e|uppercase)\s+(?<who>.+)`,
    ],
    plan({ who = '', how = '', look: more = '' }, scene) {
      const look = /under/i.test(how)
        ? 'underline'
        : /ital/i.test(how)
          ? 'italic'
          : /bold/i.test(how)
            ? 'bold'
            : 'uppercase';
      return forEach(findClips(who, scene, hasText), (clip) => ({
        op: 'setTextStyle',
        clipIds: [clip.id],
        style: Object.assign({}, ...[look, ...partsOf(more)].map((part) => styleOf(part, clip, scene))),
      }));
    },
  },
  {
    name: 'font of a text',
    examples: [
      'change the font of the title to Montserrat',
      'set the title in the font Anton',
      'use the font Lora for the title',
    ],
    patterns: [
      say`(?:change|set)\s+the\s+font\s+of\s+(?<who>.+?)\s+to\s+${FONT}`,
      say`(?:change|set)\s+(?<who>.+?)(?:['’]s)?\s+font\s+to\s+${FONT}`,
      say`(?:set|put|make)\s+(?<who>.+?)\s+in\s+(?:the\s+font\s+)?${FONT}`,
      say`use\s+(?:the\s+font\s+)?${FONT}\s+(?:font\s+)?(?:for|on|in)\s+(?<who>.+)`,
    ],
    plan({ who = '', font = '' }, scene) {
      const fontFamily = fontOf(font);
      return forEach(findClips(who, scene, hasText), ({ id }) => ({
        op: 'setTextStyle',
        clipIds: [id],
        style: { fontFamily },
      }));
    },
  },
  {
    name: 'animate a text',
    examples: [
      'animate the title with typewriter',
      'make the title bounce in',
      'give the captions a pop animation',
      'add a wave animation to the title',
    ],
    patterns: [
      say`animate\s+(?<who>.+?)\s+(?:with|using|as)\s+(?:a\s+|the\s+)?${ANIMATION}(?:\s+(?:effect|animation|in))?`,
      say`(?:make|let|have)\s+(?<who>.+?)\s+${ANIMATION}(?:\s+(?<way>in|out))?`,
      say`give\s+(?<who>.+?)\s+an?\s+${ANIMATION}\s+(?:animation|effect)`,
      say`(?:add|apply|use)\s+(?:an?\s+|the\s+)?${ANIMATION}\s+(?:animation|effect)\s+(?:to|on|for)\s+(?<who>.+)`,
    ],
    plan({ who = '', name = '', way = 'in' }, scene) {
      const animation = animations[name.toLowerCase()] ?? 'fade';
      return forEach(findClips(who, scene, hasText), ({ id }) => ({
        op: 'setTextAnimation',
        clipId: id,
        name: animation,
        phase: way.toLowerCase(),
      }));
    },
  },
  {
    name: 'how long a text stays',
    examples: ['keep the title on screen until 0:08', 'show the title for 5 seconds', 'extend the title to 0:06'],
    patterns: [
      say`
        (?:keep|show|leave|hold|extend)\s+(?<who>.+?)(?:\s+(?:on(?:\s+(?:the\s+)?screen)?|up|visible))?\s+
        (?:until|till|to)\s+(?<until>${TIME})
      `,
      say`
        (?:keep|show|leave|hold)\s+(?<who>.+?)(?:\s+(?:on(?:\s+(?:the\s+)?screen)?|up|visible))?\s+for\s+
        (?<length>${TIME})
      `,
    ],
    plan({ who = '', until, length = '' }, scene) {
      return forEach(findClips(who, scene, hasText), ({ id, start }) => {
        const duration = until === undefined ? secondsOf(length) : secondsOf(until) - start;
        return { op: 'trimClip', clipId: id, duration: Math.max(0.1, duration) };
      });
    },
  },
];
