import type { Clip } from '@framemill/timeline';
import { PLACE, placeOf } from '../clauses.ts';
import { isMain, isSeen } from '../clip-kinds.ts';
import { EFFECT, effectOf, FILTER, presetOf } from '../rules/looks.ts';
import { placed } from '../rules/places.ts';
import { FONT, fontOf, LOOK, styleOf } from '../rules/text-styles.ts';
import { isAfter, nameOf, TYPE } from '../rules/transitions.ts';
import { LENGTH, NUMBER, numberOf, pattern, QUOTED, secondsOf } from '../words.ts';
import { type Attribute, attribute } from './attribute.ts';

const hasText = ({ textStyle }: Clip) => textStyle !== undefined;
const isLaidOver = (clip: Clip) => isSeen(clip) && !isMain(clip);
const rounded = (value: number) => Math.round(value * 10_000) / 10_000;

function sized(clip: Clip, factor: number) {
  if (clip.textStyle === undefined)
    return [{ op: 'setTransform', clipId: clip.id, scale: rounded(clip.scale * factor) }];
  const fontSize = Math.round((clip.textStyle.fontSize ?? 80) * factor);
  return [{ op: 'setTextStyle', clipIds: [clip.id], style: { fontSize } }];
}

const grades: readonly [said: string, field: 'exposure' | 'contrast' | 'saturation' | 'temperature', step: number][] = [
  [
    String.raw`brighter|brighten(?:ed)?(?:\s+up)?|lighter|lighten(?:ed)?|more\s+(?:light|bright(?:ness)?)`,
    'exposure',
    0.5,
  ],
  [String.raw`darker|darken(?:ed)?|less\s+bright(?:ness)?|dimmer`, 'exposure', -0.5],
  [
    String.raw`(?:more|add|higher|some|extra|increase|boost|raise)\s+(?:the\s+)?contrast|contrast\s+up`,
    'contrast',
    0.25,
  ],
  [String.raw`(?:less|lower|reduce)\s+(?:the\s+)?contrast`, 'contrast', -0.25],
  [
    pattern`
      more\s+(?:saturat(?:ed|ion)|colou?r(?:s|ful)?)
      |(?:boost|add|raise|increase)\s+(?:the\s+)?(?:saturation|colou?rs?)|saturated
    `,
    'saturation',
    0.3,
  ],
  [
    String.raw`(?:less|reduce|lower)\s+(?:the\s+)?(?:saturat(?:ed|ion)|colou?r(?:s|ful)?)|desaturated?`,
    'saturation',
    -0.3,
  ],
  ['warmer', 'temperature', 0.3],
  ['colder|cooler', 'temperature', -0.3],
];

const values: Record<string, [field: 'exposure' | 'contrast' | 'saturation' | 'temperature', step: number]> = {
  brightness: ['exposure', 0.5],
  contrast: ['contrast', 0.25],
  saturation: ['saturation', 0.3],
  warmth: ['temperature', 0.3],
};

const motions: readonly [said: string, preset: string][] = [
  ['puls(?:e|es|ing|ate|ating)', 'pulse'],
  ['shak(?:e|es|ing|y)', 'shake'],
  ['bounc(?:e|es|ing|y)', 'bounce'],
  ['wiggl(?:e|es|ing)', 'wiggle'],
  ['float(?:s|ing)?', 'float'],
];

const entrances = 'pop|slide|drop|spin|blur|zoom|bounce|fly|rise|typewriter';

/** Attributes of visible clips. A longer wording comes before a shorter one that it contains. */
export const imageAttributes: readonly Attribute[] = [
  attribute(
    pattern`
      (?:with\s+)?(?:an?\s+)?${TYPE}\s+transition(?:\s+(?:in|into\s+it|before\s+it|at\s+the\s+(?:start|beginning)))?
    `,
    isMain,
    ({ type = '' }, clip, { document }) =>
      isAfter(clip, document.clips)
        ? [{ op: 'setTransition', clipId: clip.id, type: nameOf(type), duration: 0.6 }]
        : null,
  ),
  attribute(String.raw`to\s+half(?:\s+(?:of\s+)?(?:its|the)\s+size)?`, isSeen, (_parts, clip, _scene, phrase) =>
    /\b(?:shrink|scale|size|resize|smaller)\b/i.test(phrase) ? sized(clip, 0.5) : null,
  ),
  attribute(String.raw`as\s+an?\s+watermark`, isLaidOver, (_parts, { id }) => [
    { op: 'setTransform', clipId: id, opacity: 0.6 },
  ]),
  attribute(
    String.raw`(?:to\s+)?(?:say|says|read|reads|saying|reading|be|to)\s+(?<words>${QUOTED})`,
    hasText,
    ({ words = '' }, { id }, scene) => [
      { op: 'updateClip', clipId: id, patch: { textStyle: { content: scene.unquoted(words) } } },
    ],
  ),
  attribute(
    pattern`
      (?:(?:with|has|add)\s+)?(?:an?\s+|the\s+)?(?<name>typewriter|typing|wave|glitch|scramble|flicker)\s+
      (?:animation|effect|text\s+effect)
    `,
    hasText,
    ({ name = '' }, { id }) => [
      { op: 'setTextAnimation', clipId: id, name: name.toLowerCase().replace('typing', 'typewriter'), phase: 'in' },
    ],
  ),
  attribute(
    pattern`
      (?<how>${entrances})(?:e?s|ing|ping|ning|ming)?\s+(?:it\s+|them\s+)?(?<way>in|out)
      (?:\s+from\s+(?:the\s+)?(?<side>left|right|top|bottom))?(?:\s+at\s+the\s+(?:very\s+)?(?:start|beginning|end))?
    `,
    isLaidOver,
    ({ how = '', way = '', side = 'left' }, clip) => {
      const name = how.toLowerCase().replace('fly', 'slide');
      if (clip.textStyle !== undefined && name !== 'zoom')
        return [{ op: 'setTextAnimation', clipId: clip.id, name, phase: way.toLowerCase() }];
      const preset =
        name === 'slide'
          ? `slide-${way}-${{ left: 'left', right: 'right', top: 'down', bottom: 'up' }[side.toLowerCase()] ?? 'left'}`
          : `${name}-${way}`;
      return [{ op: 'applyMotionPreset', clipId: clip.id, preset: preset.toLowerCase() }];
    },
  ),
  ...motions.map(([said, preset]) =>
    attribute(said, isSeen, (_parts, { id }) => [{ op: 'applyMotionPreset', clipId: id, preset }]),
  ),
  attribute(
    pattern`
      fad(?:e|es|ed|ing)(?:[\s-]+(?:it|them))?[\s-]+(?<first>in|out)
      (?:\s*(?:and|&|\/)\s*(?:fade[\s-]*)?(?<second>in|out))?(?:\s+from\s+black)?
      (?:\s+at\s+the\s+(?:very\s+)?(?:start|beginning|end))?
      (?:\s+(?:over|for|in|of|during)\s+(?:the\s+(?:first|last)\s+)?(?<length>${LENGTH}))?
      |(?<length2>${LENGTH})\s+fade[\s-]+(?<third>in|out)
    `,
    isSeen,
    ({ first, second, third, length, length2 = length }, { id }) =>
      [first, second, third]
        .filter((way) => way !== undefined)
        .map((way) => ({
          ...{ op: 'applyMotionPreset', clipId: id, preset: `fade-${way.toLowerCase()}` },
          duration: length2 === undefined ? 1 : secondsOf(length2),
        })),
  ),
  attribute(
    pattern`
      fad(?:e|es|ed|ing)(?:\s+out)?\s+to\s+(?:black|white)(?:\s+at\s+the\s+end)?
      (?:\s+(?:over|for|in)\s+(?<length>${LENGTH}))?
    `,
    isSeen,
    ({ length }, { id }) => [
      ...[{ op: 'applyMotionPreset', clipId: id, preset: 'fade-out', duration: length ? secondsOf(length) : 1 }],
    ],
  ),
  attribute(
    pattern`
      (?:(?:slow|gentle|subtle|smooth)\s+)*(?:zoom(?:s|ed|ing)?[\s-]+(?<way>in|out)|ken[\s-]burns)
      (?:\s+(?:effect|motion))?(?:\s+on)?
    `,
    (clip) => clip.type === 'video' || clip.type === 'image',
    ({ way = 'in' }, { id }) => [{ op: 'applyMotionPreset', clipId: id, preset: `ken-burns-${way.toLowerCase()}` }],
  ),
  attribute(String.raw`(?:in\s+)?(?:the\s+)?(?:font\s+)?${FONT}(?:\s+font)?`, hasText, ({ font = '' }, { id }) => [
    { op: 'setTextStyle', clipIds: [id], style: { fontFamily: fontOf(font) } },
  ]),
  attribute(
    pattern`
      (?<times>${NUMBER})\s*(?:x|×|times)\s+(?:as\s+)?(?:bigger|larger|big|large|(?:the|its)\s+size)
      |(?<twice>(?:twice|double)\s+(?:as\s+(?:big|large)|(?:the\s+|its\s+)?size))
      |(?<half>half\s+(?:as\s+(?:big|large)|(?:of\s+)?(?:the\s+|its\s+)?size))
    `,
    isSeen,
    ({ times, twice }, clip) => sized(clip, times !== undefined ? numberOf(times) : twice !== undefined ? 2 : 0.5),
  ),
  attribute(
    String.raw`(?:by\s+)?(?:a|one)\s+(?<part>third|quarter|half)\s+(?<way>bigger|larger|smaller)`,
    isSeen,
    ({ part = '', way = '' }, clip) => {
      const share = /third/i.test(part) ? 1 / 3 : /half/i.test(part) ? 0.5 : 0.25;
      return sized(clip, /small/i.test(way) ? 1 - share : 1 + share);
    },
  ),
  attribute(
    pattern`
      (?:by\s+)?(?<by>\d+)\s*%\s+(?<way>bigger|larger|smaller)|(?<verb>bigger|larger|smaller)\s+by\s+(?<by2>\d+)\s*%
    `,
    isSeen,
    ({ by, by2 = by ?? '0', way, verb = way ?? '' }, clip) =>
      sized(clip, 1 + ((/small/i.test(verb) ? -1 : 1) * Number(by2)) / 100),
  ),
  attribute(
    pattern`
      (?:(?:at|to)\s+)?(?<percent>\d+)\s*%\s+(?:of\s+)?(?:(?:its|the|original)\s+)*(?:size|scale)
      |(?:scaled?|size|shrink|shrunk|resized?)\s+(?:(?:down|up)\s+)?(?:to|at)\s+(?<percent2>\d+)\s*%
    `,
    (clip) => isSeen(clip) && clip.textStyle === undefined,
    ({ percent, percent2 = percent }, { id }) => [{ op: 'setTransform', clipId: id, scale: Number(percent2) / 100 }],
  ),
  attribute(
    pattern`
      (?<percent>\d+)\s*%\s+(?<how>opacity|opaque|transparen\w+|see-?through|visible|translucent)
      |opacity\s+(?:(?:at|to|of)\s+)?(?<opacity>\d+)\s*%|(?<half>half|semi)[\s-]*(?:transparent|see-?through)
      |(?<some>transparent|see-?through|translucent)
    `,
    isSeen,
    ({ percent, how = '', opacity, some }, { id }, scene) => {
      const share = Number(opacity ?? percent ?? (some !== undefined && scene.degree < 1 ? 75 : 50)) / 100;
      return [
        { op: 'setTransform', clipId: id, opacity: rounded(/transparen|see|transl/i.test(how) ? 1 - share : share) },
      ];
    },
  ),
  attribute(
    pattern`
      (?:(?:rotat(?:e|ed)|tilt(?:ed)?|turn(?:ed)?|by|at)\s+)*(?<degrees>-?\d+(?:\.\d+)?)\s*(?:degrees?|°|deg)
      (?:\s+(?:to\s+the\s+)?(?<turn>clockwise|counter-?clockwise|anti-?clockwise|left|right))?
      |(?<down>upside[\s-]down)
    `,
    isSeen,
    ({ degrees = '180', turn = '' }, { id }) => [
      { op: 'setTransform', clipId: id, rotation: (/counter|anti|left/i.test(turn) ? -1 : 1) * Number(degrees) },
    ],
  ),
  attribute(
    pattern`
      (?:flip(?:ped)?|mirror(?:ed)?)(?=.*?(?<way>vertical(?:ly)?|upside[\s-]down)|)
      (?:\s+(?:horizontally|vertically|left\s+to\s+right))?
    `,
    isSeen,
    ({ way }, { id }) => [
      { op: 'setTransform', clipId: id, ...(way === undefined ? { flipH: true } : { flipV: true }) },
    ],
  ),
  attribute(
    String.raw`(?:(?:with|in|have|has|a)\s+)*(?:bold|italics?|all\s+(?:caps|capitals)|capital\s+letters|upper\s?case)`,
    hasText,
    (_parts, clip, _scene, phrase) => {
      const style = {
        ...(/\bbold\b/i.test(phrase) ? { fontWeight: 700 } : {}),
        ...(/\bitalics?\b/i.test(phrase) ? { fontStyle: 'italic' } : {}),
        ...(/\bcap|\bupper/i.test(phrase) ? { textTransform: 'uppercase' } : {}),
      };
      return [{ op: 'setTextStyle', clipIds: [clip.id], style }];
    },
  ),
  attribute('(?:bold|italics?|caps|capitals)', hasText, () => []),
  ...['one', 'two', 'three', 'four'].map((name) =>
    attribute(`(?<${name}>${LOOK})`, hasText, (parts, clip, scene) => {
      const style = styleOf(parts[name] ?? '', clip, scene);
      return Object.keys(style).length === 0 ? null : [{ op: 'setTextStyle', clipIds: [clip.id], style }];
    }),
  ),
  attribute(
    String.raw`(?:(?:look|in|an?|the)\s+)*${FILTER}(?:\s+(?:filter|look|grade|tones?|colou?rs?|feel))*`,
    isMain,
    ({ how = '' }, { id }) => {
      const preset = presetOf(how);
      return preset === undefined ? null : [{ op: 'applyFilter', clipId: id, preset }];
    },
  ),
  ...grades.map(([said, field, step]) =>
    attribute(said, isMain, (_parts, { id, grade = {} }, scene) => {
      const limit = field === 'exposure' ? 5 : 1;
      const raised = Math.max(-limit, Math.min(limit, rounded((grade[field] ?? 0) + step * scene.degree)));
      return [{ op: 'setColorGrade', clipId: id, grade: { [field]: raised } }];
    }),
  ),
  attribute(
    String.raw`(?:the\s+)?(?<value>brightness|contrast|saturation|warmth)(?:\s+(?:up|down))?`,
    isMain,
    ({ value = '' }, { id, grade = {} }, { degree }, phrase) => {
      if ((phrase.match(/brightness|contrast|saturation|warmth/gi) ?? []).length > 1) return null;
      const [field, step] = values[value.toLowerCase()] ?? ['exposure', 0];
      const isLess = /\b(?:drop|lower|reduced?|decreased?|less|down)\b/i.test(phrase);
      if (!isLess && !/\b(?:more|increased?|boost(?:ed)?|raised?|add|up|higher)\b/i.test(phrase)) return null;
      const limit = field === 'exposure' ? 5 : 1;
      const raised = Math.max(
        -limit,
        Math.min(limit, rounded((grade[field] ?? 0) + (isLess ? -1 : 1) * step * degree)),
      );
      return [{ op: 'setColorGrade', clipId: id, grade: { [field]: raised } }];
    },
  ),
  attribute(
    String.raw`(?:(?:add|with|apply|an?|some|the)\s+)*${EFFECT}(?:\s+effect)?(?:\s+(?:on|to|over))?`,
    (clip) => isSeen(clip) && clip.textStyle === undefined,
    ({ what = '' }, { id }, _scene, phrase) =>
      /\b(?:transitions?|remove|background)\b/i.test(phrase)
        ? null
        : [{ op: 'addEffect', clipId: id, type: effectOf(what) }],
  ),
  attribute(
    '(?<how>bigger|larger|smaller|huge|tiny|big|large|small|enlarged?|shr[iu]nk)',
    isSeen,
    ({ how = '' }, clip, scene) =>
      sized(clip, /small|tiny|shr/i.test(how) ? 1 / (1 + 0.35 * scene.degree) : 1 + 0.35 * scene.degree),
  ),
  attribute(
    pattern`
      (?:
        fill(?:s|ing)?\s+(?:up\s+)?(?:the\s+)?(?:whole\s+|entire\s+)?(?:screen|frame|canvas|picture)
        |full[\s-]?screen
      )
    `,
    isSeen,
    (_parts, { id }) => [{ op: 'fitClip', clipId: id, mode: 'cover' }],
  ),
  attribute(
    pattern`
      (?:(?:at|on|to|in|into|towards|near|sits?\s+at)\s+)(?:the\s+|a\s+)?(?:very\s+)?${PLACE}
      |${PLACE.replace('place>', 'bare>')}
    `,
    isSeen,
    ({ place, bare = place ?? '' }, clip, scene, phrase) => {
      if (/^(?:lower|upper)$/i.test(bare) || /\b(?:cut|trim|crop|align(?:ed)?|half|slide|fly)\b/i.test(phrase))
        return null;
      if (place === undefined && /^(?:left|right|middle)$/i.test(bare) && /\s/.test(phrase.trim())) return null;
      return [placed(clip, placeOf(bare), scene)];
    },
  ),
  attribute(
    String.raw`(?:further\s+)?(?<way>up|down|higher|lower)`,
    isLaidOver,
    ({ way = '' }, clip, { degree, document }) => {
      const step = (/up|higher/i.test(way) ? -0.1 : 0.1) * degree * document.settings.height;
      return [{ op: 'setTransform', clipId: clip.id, y: Math.round(clip.y + step) }];
    },
  ),
];
