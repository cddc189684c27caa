import { durationSec } from '@framemill/timeline';
import { onlyWords, readClauses, USUAL_SEC } from '../clauses.ts';
import { placeInside } from '../clip-box.ts';
import { isMain } from '../clip-kinds.ts';
import { COLOUR, colourOf } from '../colours.ts';
import { findClips } from '../find-clips.ts';
import { NEW_CLIP, type Rule, type Scene } from '../rule.ts';
import { OPEN, pattern, QUOTED, re, regexp, say } from '../words.ts';
import { looksIn } from './text-styles.ts';

/** Duration of one caption word when the instruction gives no duration, in seconds. */
const WORD_SEC = 0.4;

const ADD = String.raw`(?:(?:add|put|insert|show|create|write|place|display|overlay|use|set|have|include)\s+)?`;
const saying = new RegExp(pattern`
  ^(?:
    add|put|insert|show|create|write|place|display|overlay|use|have|include|title|titles|text|texts|heading|headline
    |words|word|caption|say|says|saying|reading|reads|read|called|named|name|big|price|date|hashtag|website|phone
    |number|letters|end|credit|subtitle|card|tag|label|line|message|slogan|opening|closing|screen|them|banner
  )$
`);

/** Matches the beginning of an instruction that adds a text. */
const opensText = regexp('i')`
  ^(?:
    add|put|insert|show|create|write|place|display|overlay|use|have|include|title|text|headline|heading
    |a |the |end |opening )
`;

/** Extracts the quoted texts of an instruction, and reads the clauses in the words around them. */
function around(instruction: string, scene: Scene) {
  const marks = instruction.match(new RegExp(QUOTED, 'gu')) ?? [];
  const quotes = marks.map((mark) => scene.unquoted(mark));
  return { quotes, clauses: readClauses(instruction.replaceAll(new RegExp(QUOTED, 'gu'), ' '), scene) };
}

/** Planner rules that add and change texts. */
export const textRules: Rule[] = [
  {
    name: 'lower third',
    examples: ['add a lower third "Ann Lee" "Director" at 0:02', 'lower third with the name "Ann Lee"'],
    patterns: [say`${ADD}.*\blower[\s-]?thirds?\b.*${QUOTED}.*`],
    plan(_parts, scene, instruction) {
      const { quotes, clauses } = around(
        instruction.replace(/\blower[\s-]thirds?\b(?:\s+for\s+(?:the\s+)?(?!\d)\p{L}+)?/iu, ' '),
        scene,
      );
      const [title = '', subtitle, third] = quotes;
      if (third !== undefined || !onlyWords(clauses.rest, saying)) return null;
      const second = subtitle === undefined ? {} : { subtitle };
      const { start, duration } = clauses;
      return { commands: [{ op: 'addLowerThird', title, ...second, start: start ?? 0, duration: duration ?? 4 }] };
    },
  },
  {
    name: 'watermark',
    examples: [
      'add a watermark "ACME" at the bottom right',
      'put the watermark "ACME" on it',
      'add "ACME" as a watermark',
    ],
    patterns: [say`${ADD}.*\bwatermark\b.*${QUOTED}.*`, say`${ADD}.*${QUOTED}\s+as\s+a\s+watermark\b.*`],
    plan(_parts, scene, instruction) {
      const { quotes, clauses } = around(instruction.replace(/\bwatermark\b/i, ' '), scene);
      const [text = '', other] = quotes;
      if (other !== undefined || !onlyWords(clauses.rest, saying)) return null;
      const { width, height } = scene.document.settings;
      const end = durationSec(scene.document);
      if (end === 0) return { reason: 'The project is empty. Add clips before a watermark.' };
      const style = { fontSize: Math.round(Math.min(width, height) * 0.035), color: clauses.colour ?? '#ffffff' };
      const add = { op: 'addTextClip', text, start: clauses.start ?? 0, duration: clauses.duration ?? end, style };
      const { x, y } = clauses.place;
      const isPlaced = x !== null || y !== null;
      const at = isPlaced ? { x: x ?? 0, y: y ?? 0 } : { x: 1, y: 1 };
      const place = placeInside(scene.measures.measureText({ content: text, ...style }), at, { width, height });
      return { commands: [add, { op: 'setTransform', clipId: NEW_CLIP, ...place, opacity: 0.6 }] };
    },
  },
  {
    name: 'captions of given words',
    examples: ['add captions saying "good morning everyone"', 'add subtitles "hello there" at 2s'],
    patterns: [say`${ADD}.*\b(?:captions?|subtitles?)\b.*${QUOTED}.*`],
    plan(_parts, scene, instruction) {
      const { quotes, clauses } = around(instruction.replace(/\b(?:captions?|subtitles?)\b/i, ' '), scene);
      const [text = '', other] = quotes;
      if (other !== undefined || !onlyWords(clauses.rest, saying)) return null;
      const start = clauses.start ?? 0;
      const spoken = text.split(/\s+/).filter((word) => word !== '');
      const each = clauses.duration === null ? WORD_SEC : clauses.duration / spoken.length;
      const words = spoken.map((word, at) => ({ text: word, start: start + at * each, end: start + (at + 1) * each }));
      return { commands: [{ op: 'addCaptions', words }] };
    },
  },
  {
    name: 'caption what is spoken',
    examples: [],
    patterns: [
      say`(?:caption|subtitle|transcribe)\s+.+`,
      say`(?:add|create|make|generate)\s+(?:\w+\s+)?(?:captions|subtitles)(?:\s+(?:to|for|on|of|in)\s+.+)?`,
    ],
    plan: () => ({
      reason: 'Captions need the words first. Call POST /v1/ai/transcriptions, then addCaptions with its words.',
    }),
  },
  {
    name: 'replace text',
    examples: [
      'replace "Hello" with "Bye"',
      'change the text "Hello" to "Bye"',
      'replace day with night in the captions',
    ],
    patterns: [
      say`
        (?:replace|change|swap)\s+(?:the\s+)?(?:(?:texts?|words?|titles?|captions?)\s+)?(?<from>${QUOTED})\s+
        (?:with|to|by|into|for)\s+(?:the\s+(?:texts?|words?)\s+)?(?<to>${QUOTED})
        (?:\s+(?:everywhere|in\s+(?:the\s+|all\s+)*(?:captions|subtitles|texts?|titles?)))?
      `,
      say`
        (?:remove|delete|take\s+out)\s+(?:the\s+words?\s+)?(?<from>${QUOTED})\s+(?:from|in)\s+(?:the\s+|all\s+)*
        (?<where>captions|subtitles|texts?|titles?)
      `,
      say`
        (?:replace|change)\s+(?:the\s+words?\s+)?(?<from>\p{L}+)\s+(?:with|to|by|into)\s+(?<to>\p{L}+)\s+in\s+
        (?:all\s+|the\s+|my\s+)*(?<where>captions|subtitles|texts?|titles?)
      `,
      say`
        (?:(?:write|put|use|make)\s+)?(?:(?:the\s+|a\s+)?(?:title|text|headline|caption)s?\s*:?\s+)?(?<to>${QUOTED})
        \s+(?:instead\s+of|rather\s+than)\s+(?<from>${QUOTED})
      `,
      say`
        (?:.*(?:\b(?:typo|mistake|error|misspel\w+|spelled\s+wrong|wrong)\b[^${OPEN}]*|[:,]\s*))?(?<from>${QUOTED})
        \s+(?:should|must|has\s+to|needs\s+to|ought\s+to)\s+(?:be|say|read)\s+(?<to>${QUOTED})
      `,
      say`
        (?:it|this|that|one|the\s+\p{L}+)\s+(?:says|reads)\s+(?<from>${QUOTED})\s*(?:,|and|but|,\s*but)?\s*
        (?:it\s+)?(?:should|must|has\s+to)\s+(?:be|say|read)\s+(?<to>${QUOTED})
      `,
    ],
    plan({ from = '', to, where = '' }, scene, instruction) {
      const plain = (part: string) => (new RegExp(QUOTED, 'u').test(part) ? scene.unquoted(part) : part);
      const [find, replace] = [plain(from), to === undefined ? '' : plain(to)];
      const isThere = scene.document.clips.some(({ textStyle }) => textStyle?.content.includes(find));
      if (!isThere) return { reason: `No text contains "${find}". Write it exactly as in the project.` };
      const only = /capt|subt/i.test(where) || /\bin (?:the |all )*(?:captions|subtitles)$/i.test(instruction);
      return { commands: [{ op: 'replaceText', find, replace, ...(only ? { captionsOnly: true } : {}) }] };
    },
  },
  {
    name: 'change the title',
    examples: ['change the title to "Welcome"', 'the title should say "Welcome"', 'make the title say "Welcome"'],
    patterns: [
      say`
        (?:change|set|edit|update|rename|make|turn|switch)\s+(?<who>.+?)\s+(?:to(?:\s+(?:say|read))?|say|read|into)
        \s+(?<to>${QUOTED})
      `,
      say`(?<who>(?:the\s+)?(?:title|headline|text))\s+to\s*:?\s+(?<to>${QUOTED})`,
      say`
        (?<who>.+?)\s+(?:(?:should|must|has to)\s+(?:now\s+)?(?:say|read|be)|is\s+now|changes\s+to|becomes)\s+
        (?<to>${QUOTED})
      `,
    ],
    plan({ who = '', to = '' }, scene) {
      const phrase = who.replace(/\b(?:content|wording)\s+of\b|'s\s+text\b/gi, ' ');
      const clips = findClips(phrase, scene, ({ textStyle }) => textStyle !== undefined);
      if (!Array.isArray(clips)) return clips === null ? null : { reason: clips };
      const [clip, other] = clips;
      if (!clip || other)
        return { reason: 'There are several texts. Say which one: the first title, or the one that says "...".' };
      const content = scene.unquoted(to);
      // Words of a caption have their own times, which `replaceText` keeps.
      if (clip.isCaption) {
        return {
          commands: [{ op: 'replaceText', find: clip.textStyle?.content ?? '', replace: content, captionsOnly: true }],
        };
      }
      // Replace only the price when the text has other words as well.
      const whole = clip.textStyle?.content ?? '';
      const price = /\b(?:price|cost)\b/i.test(who)
        ? /[$€£¥]\s?\d[\d.,]*|\d[\d.,]*\s?[$€£¥]/.exec(whole)?.[0]
        : undefined;
      const next = price === undefined ? content : whole.replace(price, content);
      return { commands: [{ op: 'updateClip', clipId: clip.id, patch: { textStyle: { content: next } } }] };
    },
  },
  {
    name: 'add a text',
    examples: [
      'add a title "Hello" at 0:05 for 3 seconds',
      'add the text "The end" from 5 to 8 in red at the top',
      'put "Chapter 1" at the start',
    ],
    patterns: [say`${ADD}.*${QUOTED}.*`],
    plan(_parts, scene, instruction) {
      const behind = re`\b(?:on|with|over)\s+an?\s+(?<colour>${COLOUR})\s+background\b`.exec(instruction);
      const plain = instruction.replace(behind?.[0] ?? '', ' ');
      // A word for the kind of text has no meaning here: "a countdown text".
      const kindless = plain.replace(
        re`
          (?<=\s)(?!${COLOUR}|big|small|huge|bold|tiny|the\b|an?\b|with\b|new\b|another\b)\p{L}+
          (?=\s+(?:text|title|label|banner|card)\b)
        `,
        ' ',
      );
      const { style: looks, rest } = looksIn(kindless, scene);
      const { quotes, clauses } = around(rest, scene);
      const [text = '', other] = quotes;
      if (other !== undefined || !onlyWords(clauses.rest, saying)) return null;
      // A description of an existing text is not a request.
      if (/^(?:\p{L}+\s+)?(?:it|this|there)\s+(?:says|reads)\b/iu.test(instruction)) return null;
      const isSaid = opensText.test(instruction) || clauses.start !== null;
      if (!isSaid) return null;
      const { width, height } = scene.document.settings;
      // On upright canvases the width limits the font size, and a long text is wrapped.
      const fontSize = Math.round(Math.min(height, width * 1.2) * (clauses.size ?? 0.085));
      const colour = behind?.groups?.colour ? colourOf(behind.groups.colour) : null;
      // Without any footage the colour becomes the canvas background; otherwise it becomes a box behind the words.
      const isBare = !scene.document.clips.some(isMain);
      const box = colour === null || isBare ? {} : { background: { color: colour, paddingX: 24, paddingY: 12 } };
      const weight = clauses.isBold ? { fontWeight: 700 } : {};
      const bare = { fontSize, color: clauses.colour ?? '#ffffff', ...weight, ...looks, ...box };
      // A text that fits in one line keeps its own width, so that it can be placed at a side.
      const most = Math.round(width * 0.88);
      const isLong = scene.measures.measureText({ content: text, ...bare }).width > most;
      const style = { ...bare, ...(isLong ? { width: most } : {}) };
      const { start, duration } = clauses;
      const own = scene.measures.measureText({ content: text, ...style });
      const place = placeInside(own, clauses.place, { width, height });
      const isPlaced = Object.keys(place).length > 0;
      return {
        commands: [
          ...(colour !== null && isBare ? [{ op: 'setProjectSettings', background: colour }] : []),
          { op: 'addTextClip', text, start: start ?? 0, duration: duration ?? USUAL_SEC, style },
          ...(isPlaced ? [{ op: 'setTransform', clipId: NEW_CLIP, ...place }] : []),
        ],
      };
    },
  },
];
