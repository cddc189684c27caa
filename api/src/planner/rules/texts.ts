import { durationSec } from '@framemill/timeline';
import { findClips } from '../find-clips.ts';
import { forEach, type Rule } from '../rule.ts';
import { COLOUR, colourOf, NUMBER, numberOf, QUOTED, re, secondsOf, TIME, unquoted } from '../words.ts';

/** How long a text stays when nobody says. Seconds. */
const USUAL_SEC = 3;

/** Vertical places of a text, as shares of the height from the centre. */
const heights: Record<string, number> = { top: -0.36, bottom: 0.36, middle: 0, center: 0, centre: 0 };

export const textRules: Rule[] = [
  {
    name: 'lower third',
    examples: ['add a lower third "Ann Lee" "Director" at 0:02', 'lower third with "Ann Lee"'],
    patterns: [re`\blower[- ]third\b[^"“']*(?<title>${QUOTED})(?:[^"“']*(?<subtitle>${QUOTED}))?(?<rest>.*)$`],
    plan({ title = '', subtitle, rest = '' }, document, instruction) {
      const { start, duration } = spanIn(instruction, rest, document);
      const second = subtitle ? { subtitle: unquoted(subtitle) } : {};
      return { commands: [{ op: 'addLowerThird', title: unquoted(title), ...second, start, duration: duration ?? 4 }] };
    },
  },
  {
    name: 'watermark',
    examples: ['add a watermark "ACME" at the bottom right', 'put the watermark "ACME" on it'],
    patterns: [
      re`\bwatermark\b[^"“']*(?<text>${QUOTED})(?<rest>.*)$`,
      re`(?<text>${QUOTED})\s+as\s+(?:a\s+)?watermark(?<rest>.*)$`,
    ],
    plan({ text = '', rest = '' }, document) {
      const { width, height } = document.settings;
      const end = durationSec(document);
      if (end === 0) return { reason: 'The project is empty. Add clips before a watermark.' };
      const left = /\bleft\b/i.test(rest) ? -1 : 1;
      const up = /\btop\b/i.test(rest) ? -1 : 1;
      const style = { fontSize: Math.round(height * 0.035), color: '#ffffff' };
      const add = { op: 'addTextClip', text: unquoted(text), start: 0, duration: end, style };
      const place = { x: Math.round(left * width * 0.38), y: Math.round(up * height * 0.42), opacity: 0.6 };
      return { commands: [add, { op: 'setTransform', clipId: NEW_CLIP, ...place }] };
    },
  },
  {
    name: 'replace text',
    examples: ['replace "Hello" with "Bye"', 'change the text "Hello" to "Bye"'],
    patterns: [
      re`\b(?:replace|change)\b[^"“']*(?<from>${QUOTED})[^"“']*\b(?:with|to|by|into)\b[^"“']*(?<to>${QUOTED})`,
    ],
    plan: ({ from = '', to = '' }) => ({
      commands: [{ op: 'replaceText', find: unquoted(from), replace: unquoted(to) }],
    }),
  },
  {
    name: 'change the title',
    examples: ['change the title to "Welcome"', 'the title should say "Welcome"'],
    patterns: [
      re`\b(?:change|set|make|edit)?\s*(?<who>(?:the\s+)?(?:\w+\s+)?(?:title|text|headline))\s+(?:to|say|says|should (?:say|read|be)|read)\s+(?<to>${QUOTED})`,
    ],
    plan({ who = '', to = '' }, document) {
      const { clips } = findClips(who, document);
      const [clip, other] = clips;
      if (!clip) return { reason: 'There is no title in the project. Add one: add a title "...".' };
      if (other)
        return { reason: 'There are several titles. Say which one: the first title, or the one that says "...".' };
      return { commands: [{ op: 'updateClip', clipId: clip.id, patch: { textStyle: { content: unquoted(to) } } }] };
    },
  },
  {
    name: 'add a text',
    examples: [
      'add a title "Hello" at 0:05 for 3 seconds',
      'add the text "The end" from 5 to 8 in red at the top',
      'put "Chapter 1" at the start',
    ],
    patterns: [re`\b(?:add|put|insert|show|create|write|place)\b(?<before>[^"“']*?)(?<text>${QUOTED})(?<rest>.*)$`],
    plan({ before = '', text = '', rest = '' }, document, instruction) {
      if (/\b(?:marker|caption|subtitle|song|music|sound|transition|effect|file)\b/i.test(before)) return null;
      const { start, duration } = spanIn(instruction, `${before} ${rest}`, document);
      const size = /\b(?:big|large|huge)\b/i.test(instruction)
        ? 0.13
        : /\b(?:small|little|tiny)\b/i.test(instruction)
          ? 0.05
          : 0.085;
      const colour = re`\b(?:in\s+)?(?<colour>${COLOUR})`.exec(`${before} ${rest}`)?.groups?.colour;
      const style = {
        fontSize: Math.round(document.settings.height * size),
        color: colour ? colourOf(colour) : '#ffffff',
      };
      const add = { op: 'addTextClip', text: unquoted(text), start, duration: duration ?? USUAL_SEC, style };
      const y = heightIn(`${before} ${rest}`);
      if (y === null) return { commands: [add] };
      return { commands: [add, { op: 'setTransform', clipId: NEW_CLIP, y: Math.round(y * document.settings.height) }] };
    },
  },
  {
    name: 'move a text to a place',
    examples: ['move the title to the top', 'put the captions at the bottom'],
    patterns: [
      re`\b(?:move|put|place)\s+(?<who>(?:the\s+|all\s+)?.*?(?:titles?|texts?|captions?|subtitles?|headlines?))\s+(?:to|at|on|in)\s+(?:the\s+)?(?<where>top|bottom|middle|cent(?:er|re))`,
    ],
    plan({ who = '', where = '' }, document) {
      const y = Math.round((heights[where.toLowerCase()] ?? 0) * document.settings.height);
      return forEach(findClips(who, document).clips, 'text', ({ id }) => ({ op: 'setTransform', clipId: id, y }));
    },
  },
  {
    name: 'colour of a text',
    examples: ['make the title red', 'set the text color to #00ff00', 'turn the captions yellow'],
    patterns: [
      re`\b(?:make|turn|set|change|colou?r)\s+(?<who>(?:the\s+|all\s+)?.*?(?:titles?|texts?|captions?|subtitles?|headlines?))(?:'s)?(?:\s+colou?r)?(?:\s+to)?\s+(?<colour>${COLOUR})\s*$`,
    ],
    plan({ who = '', colour = '' }, document) {
      const { clips } = findClips(who, document);
      if (clips.length === 0) return { reason: 'There is no text in the project. Add one first.' };
      return {
        commands: [{ op: 'setTextStyle', clipIds: clips.map(({ id }) => id), style: { color: colourOf(colour) } }],
      };
    },
  },
  {
    name: 'size of a text',
    examples: ['make the title bigger', 'make the captions smaller', 'set the title size to 120'],
    patterns: [
      re`\bmake\s+(?<who>.*?(?:titles?|texts?|captions?|subtitles?|headlines?))\s+(?:much\s+|a (?:bit|little)\s+)?(?<how>bigger|larger|smaller)`,
      re`\bset\s+(?<who>.*?(?:titles?|texts?|captions?|headlines?)).*?\bsize\s+to\s+(?<size>${NUMBER})`,
    ],
    plan({ who = '', how = '', size }, document) {
      const texts = findClips(who, document).clips.flatMap(({ id, textStyle }) =>
        textStyle ? [{ id, textStyle }] : [],
      );
      const factor = how.toLowerCase() === 'smaller' ? 0.75 : 1.35;
      return forEach(texts, 'text', ({ id, textStyle }) => {
        const fontSize = size ? numberOf(size) : Math.round((textStyle.fontSize ?? 60) * factor);
        return { op: 'setTextStyle', clipIds: [id], style: { fontSize } };
      });
    },
  },
  {
    name: 'animate a text',
    examples: ['animate the title with typewriter', 'make the title bounce in', 'give the captions a pop animation'],
    patterns: [
      re`\banimate\s+(?<who>.*?)\s+(?:with|using|as)\s+(?:a\s+|the\s+)?(?<name>[a-z]+)`,
      re`\b(?:make|let)\s+(?<who>.*?(?:titles?|texts?|headlines?))\s+(?<name>fade|rise|drop|slide|pop|bounce|spin|flip|wave|glitch|typewriter|scramble|flicker)(?:\s+in)?\s*$`,
      re`\bgive\s+(?<who>.*?)\s+an?\s+(?<name>[a-z]+)\s+animation`,
    ],
    plan({ who = '', name = '' }, document) {
      const texts = findClips(who, document).clips.filter(({ textStyle }) => textStyle);
      if (texts.length === 0) return null;
      return forEach(texts, 'text', ({ id }) => ({ op: 'setTextAnimation', clipId: id, name: name.toLowerCase() }));
    },
  },
];

/** Stands for the id of the clip that the command before makes. */
export const NEW_CLIP = '$new';

function heightIn(text: string): number | null {
  const place = /\b(?:at|on|to|in)\s+(?:the\s+)?(top|bottom|middle|center|centre)\b/i.exec(text)?.[1];
  return place === undefined ? null : (heights[place.toLowerCase()] ?? 0);
}

/** When something is to be seen: "at 0:05", "from 5 to 8", "for 3 seconds", "at the start", "at the end", "over the whole video". */
function spanIn(instruction: string, text: string, document: Parameters<Rule['plan']>[1]) {
  const end = durationSec(document);
  if (/\b(?:whole|entire|throughout)\b/i.test(instruction) && end > 0) return { start: 0, duration: end };
  const range = re`\b(?:from|between)\s+(?<from>${TIME})\s+(?:to|until|till|and|-)\s+(?<to>${TIME})`.exec(text)?.groups;
  if (range?.from && range.to) {
    const start = secondsOf(range.from);
    return { start, duration: Math.max(0.1, secondsOf(range.to) - start) };
  }
  const length = re`\bfor\s+(?<length>${TIME})`.exec(text)?.groups?.length;
  const duration = length ? secondsOf(length) : null;
  if (/\bat\s+(?:the\s+)?(?:very\s+)?end\b/i.test(text))
    return { start: Math.max(0, end - (duration ?? USUAL_SEC)), duration };
  const at =
    re`\b(?:at|after|@)\s+(?:second\s+)?(?<at>\d+:\d{1,2}(?:\.\d+)?|${NUMBER}\s*(?:s\b|secs?\b|seconds?\b)|\d+(?:\.\d+)?\b)`.exec(
      text,
    )?.groups?.at;
  return { start: at ? secondsOf(at) : 0, duration };
}
