import type { Clip } from '@framemill/timeline';
import { isMain, isSeen } from '../clip-kinds.ts';
import { COLOUR } from '../colours.ts';
import { findClips } from '../find-clips.ts';
import { loosely } from '../loose-rule.ts';
import { forEach, type Rule, type Scene, withFilm } from '../rule.ts';
import { LENGTH, NUMBER, numberOf, pattern, re, regexp, secondsOf } from '../words.ts';
import { RATIO, ratioOf, toRatio } from './canvas.ts';
import { EFFECT, effectClips, effectOf, FILTER, presetOf } from './looks.ts';
import { LOOK, styleOf } from './text-styles.ts';

const hasText = ({ textStyle }: Clip) => textStyle !== undefined;
const FORMAT = pattern`
  video|film|movie|project|format|aspect|ratio|size|resolution|version|canvas|frame|screen|dimensions|fit|fits|ready
  |optimi[sz]ed?|export|post|posting|upload|uploading|share|publish|mode|orientation|layout|instagram|facebook
  |snapchat|its|linkedin|twitter|pinterest|whatsapp|threads|my phone|platform|phones?|phone screens?|mobile
  |vertical video|for|on|as|into|in|it|this|the|my|our|whole|thing|everything|clip|edit|suitable|convert|switch
  |reformat|crop|cropped|resize|going|up|style|one|that|will|work|works
`;
const LOOKS_LIKE =
  'filter|effect|effects|look|style|tone|tones|grade|grading|colou?rs?|colou?red|effect on|vibe|like|all ' +
  'over|over|across|onto|in|on|of|to|with|for|the|into|appear|cast|old';

/** Returns the clips that a filter or grade applies to: those that the phrase names, or the video's own clips. */
const lookFor = (who: string, scene: Scene, accepts: (clip: Clip) => boolean) =>
  findClips(who === '' ? 'it' : who, withFilm(scene), accepts);

const steps: Record<string, [field: 'exposure' | 'contrast' | 'saturation' | 'temperature', step: number]> = {
  ...{ bright: ['exposure', 0.5], light: ['exposure', 0.5], dark: ['exposure', -0.5], dim: ['exposure', -0.5] },
  ...{
    contrast: ['contrast', 0.25],
    punch: ['contrast', 0.25],
    saturat: ['saturation', 0.3],
    colou: ['saturation', 0.3],
  },
  ...{
    color: ['saturation', 0.3],
    vibran: ['saturation', 0.3],
    warm: ['temperature', 0.3],
    cool: ['temperature', -0.3],
  },
};

/** Planner rules for images, videos and texts that read words in any order. */
export const looseLookRules: Rule[] = [
  loosely({
    name: 'aspect ratio, loosely',
    examples: ['I need this for TikTok', 'it is going on instagram reels', 'make sure it fits 9:16'],
    cues: [re`\b${RATIO}(?![\p{L}\p{N}])`],
    extras: [
      re`\b(?<again>${RATIO.replace('?<ratio>', '?:')})(?![\p{L}\p{N}])`,
      re`\b(?<third>${RATIO.replace('?<ratio>', '?:')})(?![\p{L}\p{N}])`,
    ],
    around: FORMAT,
    plan({ ratio = '', again = ratio, third = ratio }, who, scene) {
      const wanted = ratioOf(ratio);
      if (wanted === undefined || who !== '') return null;
      // "Square for the reels" may mean either format.
      if ([again, third].some((other) => ratioOf(other) !== wanted))
        return { reason: 'The text names two aspect ratios. Name one: 9:16, 1:1.' };
      return { commands: toRatio(wanted, scene) };
    },
  }),
  loosely({
    name: 'filter, loosely',
    examples: ['I would like the first photo in sepia', 'the first video should look vintage'],
    cues: [re`\b${FILTER}(?![\p{L}\p{N}])`],
    around: LOOKS_LIKE,
    plan({ how = '' }, who, scene) {
      const preset = presetOf(how);
      if (preset === undefined) return null;
      return forEach(lookFor(who, scene, isMain), ({ id }) => ({ op: 'applyFilter', clipId: id, preset }));
    },
  }),
  loosely({
    name: 'effect, loosely',
    examples: ['I want some film grain on the first video', 'the second video should be blurred'],
    cues: [re`\b${EFFECT}(?![\p{L}\p{N}])`],
    around: LOOKS_LIKE,
    plan({ what = '' }, who, scene, instruction) {
      if (/\b(?:remove|delete|less|without|transition|background|text|title|caption)\b/i.test(instruction)) return null;
      const found = who === '' ? null : effectClips(who, scene);
      return forEach(found, ({ id }) => ({ op: 'addEffect', clipId: id, type: effectOf(what) }));
    },
  }),
  loosely({
    name: 'brightness and colour, loosely',
    examples: [
      'brighten the first video up',
      'the first photo needs more contrast',
      'less saturation on the first video',
    ],
    cues: [
      regexp('i')`
        \b(?:(?<less>less|too)\s+)?
        (?<value>bright|light|dark|dim|contrast|punch|saturat|colou|color|vibran|warm|cool)
        (?:(?<=contrast)|(?<=too\s(?:bright|dark|warm|cool))|en(?:ed)?|er|mer|ness|ion|ed?|y|rful|ful|cy|t|th)\b
      `,
    ],
    around:
      'the|more|up|down|increase|increased|boost|raise|turn|image|picture|colou?rs?|of|on|in|to|for|touch|it ' +
      'up|extra|quite|than now|make it|slightly',
    plan({ less, value = '' }, who, scene, instruction) {
      const [field, step] = steps[value.toLowerCase()] ?? ['exposure', 0];
      // Two properties in one instruction are two requests.
      if (
        (instruction.match(/\b(?:bright\w*|contrast|saturat\w*|vibran\w*|(?:more|less)\s+colou?r\w*)\b/gi) ?? [])
          .length > 1
      )
        return null;
      if (step === 0 || /\b(?:text|title|caption|background|font|blue|green|red|gray|pink|to the)\b/i.test(instruction))
        return null;
      // "Light" and "dark" alone request that change; "too dark" and "less contrast" request the opposite.
      const isLess = less !== undefined || /\b(?:reduced?|drop|lower|decreased?|less|down)\b/i.test(instruction);
      const amount = step * scene.degree * (isLess ? -1 : 1);
      return forEach(
        who === '' && scene.about.length === 0 ? null : lookFor(who, scene, isMain),
        ({ id, grade = {} }) => {
          const limit = field === 'exposure' ? 5 : 1;
          const raised = Math.max(-limit, Math.min(limit, Math.round(((grade[field] ?? 0) + amount) * 1_000) / 1_000));
          return { op: 'setColorGrade', clipId: id, grade: { [field]: raised } };
        },
      );
    },
  }),
  loosely({
    name: 'look of a text, loosely',
    examples: ['I want the title to be in yellow', 'can the title have a black outline', 'bold and red for the title'],
    cues: [re`(?<![\p{L}\p{N}-])(?<one>${LOOK})(?![\p{L}\p{N}-])`],
    extras: ['two', 'three', 'four'].map((part) => re`(?<![\p{L}\p{N}-])(?<${part}>${LOOK})(?![\p{L}\p{N}-])`),
    around: pattern`
      text colou?r|font colou?r|colou?r|colou?red|font|text|letters|lettering|writing|in|and|with|the|for|on|around
      |behind|it|into|to|of|style|size|its
    `,
    plan({ one = '', two, three, four }, _who, scene, instruction) {
      // "The text" and "it" are among the words removed, and may be the only words that name a clip.
      const named = /\b(?:text|it|them)\b/i.exec(instruction)?.[0] ?? '';
      const who = _who === '' || _who === 'the' ? named : _who;
      if (who === '') return null;
      const said = [one, two, three, four].filter((part) => part !== undefined);
      if (said.filter((part) => re`^(?:in\s+)?${COLOUR}$`.test(part)).length > 1) return null;
      return forEach(findClips(who, scene, hasText), (clip) => {
        const styles = said.map((part) => styleOf(part, clip, scene));
        return { op: 'setTextStyle', clipIds: [clip.id], style: Object.assign({}, ...styles) };
      });
    },
  }),
  loosely({
    name: 'opacity, loosely',
    examples: ['logo at 50% opacity', 'I want the logo 30% see-through'],
    cues: [
      re`(?<percent>${NUMBER})\s*(?:%|percent)|(?<half>\bhalf|\bsemi)`,
      /\b(?<how>opacity|opaque|transparen\w+|see-?through|visible|translucent)\b/i,
    ],
    around: 'the|of|at|to|reduce|lower|its|about|around|with',
    plan({ percent = '50', how = '' }, who, scene) {
      const share = numberOf(percent) / 100;
      const opacity = /transparen|see/i.test(how) ? 1 - share : share;
      return forEach(findClips(who, scene, isSeen), ({ id }) => ({
        ...{ op: 'setTransform', clipId: id },
        opacity: Math.round(opacity * 1_000) / 1_000,
      }));
    },
  }),
  loosely({
    name: 'fade the picture, loosely',
    examples: [
      'let the logo fade in at the start',
      'the title should fade in and out',
      'I want the last photo to fade to black',
    ],
    cues: [
      regexp('i')`
        \bfad(?:e|es|ed|ing)[\s-]*(?:
          (?<first>in|out)\b(?:\s*(?:and|&|\/)\s*(?:fade[\s-]*)?(?<second>in|out))?
          |(?<black>(?:out\s+)?to\s+(?:black|white))
        )
      `,
    ],
    extras: [
      re`
        \b(?:over|for|in|during|within|of|lasting|with)?\s*(?:the\s+)?(?:first|last|final|about)?\s*
        (?<length>${LENGTH})(?:\s+long)?
      `,
      regexp('i')`
        \b(?:at|towards?|from)\s+(?:the\s+)?(?:very\s+)?(?:start|beginning|end)
        (?:\s+of\s+(?:the\s+)?(?:video|film|clip))?
      `,
    ],
    around: 'the|smoothly|gradually|slowly|gently|softly|effect|at|over|from black|and',
    plan({ first, second, black, length }, who, scene, instruction) {
      if (who === '' || /\b(?:between|transition)\b/i.test(instruction)) return null;
      const ways = black === undefined ? [first, second].filter((way) => way !== undefined) : ['out'];
      return forEach(findClips(who, scene, isSeen), ({ id }) =>
        ways.map((way) => ({
          ...{ op: 'applyMotionPreset', clipId: id, preset: `fade-${way.toLowerCase()}` },
          duration: length === undefined ? 1 : secondsOf(length),
        })),
      );
    },
  }),
  loosely({
    name: 'zoom, loosely',
    examples: ['a slow zoom in on the first photo', 'I want the second photo to zoom out slowly'],
    cues: [/\b(?:zoom(?:s|ed|ing)?(?:[\s-]+(?<way>in|out))?|ken[\s-]burns)\b/i],
    extras: [/\b(?<late>in|out)\b(?!\s+(?:the|my)\b)/i],
    around: pattern`
      slow|slowly|gentle|gently|subtle|smooth|gradual|gradually|effect|motion|movement|camera|in|on|to|into|onto
      |over|the|of|across|for
    `,
    plan({ way, late }, who, scene, instruction) {
      if (who === '' || /\btransitions?\b|%/i.test(instruction)) return null;
      const preset = (way ?? late)?.toLowerCase() === 'out' ? 'ken-burns-out' : 'ken-burns-in';
      return forEach(findClips(who, scene, isSeen), ({ id }) => ({ op: 'applyMotionPreset', clipId: id, preset }));
    },
  }),
];
