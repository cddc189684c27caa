import type { Clip } from '@framemill/timeline';
import { isInMainRow, isMain, isSeen } from '../clip-kinds.ts';
import { findClips } from '../find-clips.ts';
import { forEach, type Rule, type Scene, withFilm } from '../rule.ts';
import { say, secondsOf, TIME } from '../words.ts';

const filters: readonly [name: string, preset: string][] = [
  [String.raw`black[\s-]*(?:and|&|n)[\s-]*white|b\s?&?\s?w|gr[ae]yscale|monochrome`, 'grayscale'],
  ['sepia', 'sepia'],
  [String.raw`vintage|retro|old[\s-]fashioned`, 'vintage'],
  [String.raw`cinematic|film(?:ic|[\s-]like)`, 'cinematic'],
  [String.raw`teal(?:\s+and\s+|[\s-])orange`, 'teal-orange'],
  ['noir', 'noir'],
  [String.raw`golden[\s-]hour`, 'golden-hour'],
  ['warm(?:er)?', 'warm'],
  ['cool(?:er)?|cold(?:er)?', 'cool'],
  ['vivid|vibrant', 'vivid'],
  ['faded', 'faded'],
  ['pastel', 'pastel'],
  ['negative|inverted', 'negative'],
];
/** Pattern of a filter's name. */
export const FILTER = `(?<how>${filters.map(([name]) => name).join('|')})`;

/** Returns the filter preset for words that the pattern `FILTER` matched. */
export const presetOf = (how: string) => filters.find(([name]) => new RegExp(`^(?:${name})$`, 'i').test(how))?.[1];

const NOUN = String.raw`(?:\s+(?:filter|look|grade|style|effect|tones?|colou?rs?|mood|feel))*`;

const effects: readonly [name: string, type: string][] = [
  ['blur(?:red|ry)?', 'blur'],
  ['vignette', 'vignette'],
  [String.raw`(?:film\s+)?grain`, 'grain'],
  ['glow', 'glow'],
  ['pixelat(?:e|ed|ion)', 'pixelate'],
  ['glitch', 'glitch'],
  ['vhs', 'vhs'],
  ['sharpen(?:ed|ing)?|sharper', 'sharpen'],
  [String.raw`(?:drop\s+)?shadow`, 'drop-shadow'],
  ['outline', 'outline'],
  ['scan\\s?lines', 'scanlines'],
  ['halftone', 'halftone'],
  ['kaleidoscope', 'kaleidoscope'],
];
/** Pattern of an effect's name. */
export const EFFECT = `(?<what>${effects.map(([name]) => name).join('|')})`;
/** Returns the effect type for words that the pattern `EFFECT` matched; empty when no effect has that name. */
export const effectOf = (what: string) =>
  effects.find(([name]) => new RegExp(`^(?:${name})$`, 'i').test(what))?.[1] ?? '';

/** Words that change a colour grade, each with the field of the grade and the amount of one step. */
const grades: Record<string, [field: 'exposure' | 'contrast' | 'saturation' | 'temperature', step: number]> = {
  ...{
    brightness: ['exposure', 0.5],
    exposure: ['exposure', 0.5],
    brighter: ['exposure', 0.5],
    lighter: ['exposure', 0.5],
  },
  ...{ brighten: ['exposure', 0.5], lighten: ['exposure', 0.5], dark: ['exposure', 0.5], darker: ['exposure', -0.5] },
  ...{
    darken: ['exposure', -0.5],
    bright: ['exposure', -0.5],
    contrast: ['contrast', 0.25],
    contrasty: ['contrast', 0.25],
  },
  ...{
    saturation: ['saturation', 0.3],
    colour: ['saturation', 0.3],
    color: ['saturation', 0.3],
    colors: ['saturation', 0.3],
  },
  ...{
    colours: ['saturation', 0.3],
    saturated: ['saturation', 0.3],
    colourful: ['saturation', 0.3],
    colorful: ['saturation', 0.3],
  },
  ...{
    warmth: ['temperature', 0.3],
    dull: ['saturation', 0.3],
    saturate: ['saturation', 0.3],
    desaturate: ['saturation', -0.3],
  },
};
const VALUE = '(?<value>brightness|exposure|contrast|saturation|warmth|colou?rs?)';

/** Planner rules for colour: filters, grades, effects, zooms and fades. */
export const lookRules: Rule[] = [
  {
    name: 'filter',
    examples: [
      'make the intro black and white',
      'apply a sepia filter to all clips',
      'give everything a cinematic look',
      'make clip 2 warmer',
      'warm filter on the intro',
      'add a vintage filter',
      'warm up the first clip',
    ],
    patterns: [
      say`(?:make|turn|render|convert|put|show|set)\s+(?<who>.+?)\s+(?:look\s+)?${FILTER}`,
      say`
        (?:make|turn|render|convert|put|show|set)\s+(?<who>.+?)\s+(?:look\s+|into\s+|to\s+|in\s+)?
        (?:more\s+|an?\s+)?${FILTER}${NOUN}
      `,
      say`
        (?:(?:apply|add|use|put|set)\s+)?(?:an?\s+|the\s+|some\s+)?${FILTER}${NOUN}\s+(?:to|on|for|over)\s+
        (?<who>.+)
      `,
      say`(?:apply|add|use)\s+(?:an?\s+|the\s+)?${FILTER}${NOUN}`,
      say`give\s+(?<who>.+?)\s+(?:an?\s+|the\s+)?${FILTER}(?:\s+(?:filter|look|grade|style|effect|tone|feel))*`,
      say`(?<how>warm|cool)\s+(?:up|down)\s+(?<who>.+)`,
      say`(?<how>warm|cool)\s+(?<who>.+?)\s+(?:up|down)`,
    ],
    plan({ who = 'it', how = '' }, scene) {
      const preset = presetOf(how);
      if (preset === undefined) return null;
      return forEach(filmOr(who, scene), ({ id }) => ({ op: 'applyFilter', clipId: id, preset }));
    },
  },
  {
    name: 'brightness, contrast, saturation',
    examples: [
      'make the intro brighter',
      'brighten the first clip',
      'increase the contrast of the intro',
      'boost saturation on clip 2',
      'the last clip is too dark',
      'darken the last clip a bit',
    ],
    patterns: [
      say`(?<value>brighten|lighten|darken|saturate|desaturate)(?:\s+up)?\s+(?<who>.+)`,
      say`make\s+(?<who>.+?)\s+(?:more\s+|look\s+)*(?<value>brighter|lighter|darker|contrasty|saturated|colou?rful)`,
      say`(?<who>.+?)\s+(?:is|are|looks?)\s+too\s+(?<value>dark|bright|dull)`,
      say`
        (?<way>increase|boost|raise|reduce|lower|decrease|more|less|add|turn\s+up|turn\s+down)\s+(?:the\s+|some\s+)?
        ${VALUE}\s+(?:of|on|in|to|for)\s+(?<who>.+)
      `,
      say`(?<way>increase|boost|raise|reduce|lower|decrease|turn\s+up|turn\s+down)\s+(?<who>.+?)(?:['’]s)?\s+${VALUE}`,
      say`(?<way>increase|boost|raise|reduce|lower|decrease|more|less|turn\s+up|turn\s+down)\s+(?:the\s+)?${VALUE}`,
    ],
    plan({ who = 'it', value = '', way = '' }, scene) {
      const [field, step] = grades[value.toLowerCase()] ?? ['exposure', 0];
      const amount = step * scene.degree * (/reduce|lower|decrease|less|down/i.test(way) ? -1 : 1);
      if (amount === 0) return null;
      return forEach(filmOr(who, scene), ({ id, grade = {} }) => {
        const most = field === 'exposure' ? 5 : 1;
        const raised = Math.max(-most, Math.min(most, Math.round(((grade[field] ?? 0) + amount) * 1_000) / 1_000));
        return { op: 'setColorGrade', clipId: id, grade: { [field]: raised } };
      });
    },
  },
  {
    name: 'remove an effect',
    examples: [],
    patterns: [
      say`
        (?:remove|delete|take\s+(?:off|away)|get\s+rid\s+of|undo)\s+(?:the\s+|all\s+)?${EFFECT}(?:\s+effect)?
        (?:\s+(?:from|of|on|in)\s+(?<who>.+))?
      `,
      say`take\s+(?:the\s+)?${EFFECT}(?:\s+effect)?\s+off\s+(?:of\s+)?(?<who>.+)`,
      say`un-?(?<what>blur)\s+(?<who>.+)`,
    ],
    plan({ what = '', who }, scene) {
      const type = effectOf(what);
      const withIt = ({ effects: own = [] }: Clip) => own.some((effect) => effect.type === type);
      const all = scene.document.clips.filter(withIt);
      const found =
        who === undefined ? (all.length > 0 ? all : `No clip has the effect ${type}.`) : findClips(who, scene, withIt);
      return forEach(found, ({ id, effects: own = [] }) =>
        own
          .filter((effect) => effect.type === type)
          .map((effect) => ({ op: 'removeEffect', clipId: id, effectId: effect.id })),
      );
    },
  },
  {
    name: 'effect',
    examples: [
      'blur the second clip',
      'add a vignette to all videos',
      'add film grain to everything',
      'give the intro a glow effect',
    ],
    patterns: [
      say`(?:add|apply|put|use)\s+(?:an?\s+|some\s+|the\s+)?${EFFECT}(?:\s+effect)?\s+(?:to|on|over|for)\s+(?<who>.+)`,
      say`(?:add|apply|use)\s+(?:an?\s+|some\s+)?${EFFECT}(?:\s+effect)?`,
      say`give\s+(?<who>.+?)\s+(?:an?\s+|some\s+)?${EFFECT}(?:\s+(?:effect|look))?`,
      say`(?<what>blur|pixelate|sharpen)\s+(?<who>.+)`,
      say`make\s+(?<who>.+?)\s+(?<what>blurry|blurred|sharper|pixelated)`,
    ],
    plan: ({ what = '', who = 'it' }, scene) =>
      forEach(effectClips(who, scene), ({ id }) => ({ op: 'addEffect', clipId: id, type: effectOf(what) })),
  },
  {
    name: 'remove all looks',
    examples: [],
    patterns: [
      say`
        (?:remove|delete|clear|reset)\s+(?:all\s+|the\s+|of\s+|any\s+)*
        (?<what>effects|filters?|colou?r\s+grad(?:e|ing)|colou?rs?|grade)(?:\s+(?:from|of|on)\s+(?<who>.+))?
      `,
    ],
    plan({ what = '', who = 'it' }, scene) {
      const groups = /effect/i.test(what) ? ['effects'] : ['grade'];
      return forEach(findClips(who, scene, isSeen), ({ id }) => ({ op: 'resetClip', clipId: id, groups }));
    },
  },
  {
    name: 'zoom and pan',
    examples: [
      'slowly zoom in on the first photo',
      'add a ken burns effect to all photos',
      'zoom out of the last clip',
      'pan left over the second photo',
      'ken burns on all photos',
    ],
    patterns: [
      say`
        (?:(?:add|apply|use|do|put)\s+)?(?:an?\s+|the\s+)?
        (?<how>zoom[\s-]+in|zoom[\s-]+out|zoom|ken[\s-]burns|pan\s+left|pan\s+right)
        (?:\s+(?:effect|motion|movement))?\s+(?:on|to|of|into|onto|over|across|from)\s+(?<who>.+)
      `,
      say`(?<how>ken[\s-]burns|zoom[\s-]in|zoom[\s-]out)\s+(?<who>.+)`,
      say`give\s+(?<who>.+?)\s+an?\s+(?<how>ken[\s-]burns|zoom(?:[\s-](?:in|out))?)(?:\s+effect)?`,
    ],
    plan({ how = '', who = '' }, scene) {
      const way = how.toLowerCase().replace(/[\s-]+/, ' ');
      const preset =
        way === 'zoom out' ? 'ken-burns-out' : way.startsWith('pan') ? way.replace(' ', '-') : 'ken-burns-in';
      return forEach(findClips(who, scene, isSeen), ({ id }) => ({ op: 'applyMotionPreset', clipId: id, preset }));
    },
  },
  {
    name: 'move in and out',
    examples: ['make the logo pop in', 'slide in the logo from the left', 'make the logo wiggle'],
    patterns: [
      say`
        (?:make|let|have)\s+(?<who>.+?)\s+(?<how>pop|slide|zoom|drop|spin|blur|fade|fly)s?\s+(?<way>in|out)
        (?:\s+from\s+(?:(?:the\s+)?(?<side>left|right|top|bottom)|black))?
      `,
      say`
        (?<how>slide|pop|drop|spin|fly)\s+(?<way>in)\s+(?<who>.+?)
        (?:\s+from\s+(?:the\s+)?(?<side>left|right|top|bottom))?
      `,
      say`(?:make|let|have)\s+(?<who>.+?)\s+(?<how>pulse|shake|bounce|wiggle|float)`,
    ],
    plan({ who = '', how = '', way, side = 'left' }, scene) {
      const from: Record<string, string> = { left: 'left', right: 'right', top: 'down', bottom: 'up' };
      const name = /slide|fly/i.test(how) ? 'slide' : how.toLowerCase();
      const preset =
        way === undefined ? name : name === 'slide' ? `slide-${way}-${from[side.toLowerCase()]}` : `${name}-${way}`;
      // A full-canvas image zooms like a camera; an overlay enters the canvas.
      const isCamera = (clip: Clip) => /zoom/i.test(how) && isMain(clip);
      return forEach(findClips(who, scene, isSeen), (clip) => ({
        ...{ op: 'applyMotionPreset', clipId: clip.id },
        preset: isCamera(clip) ? `ken-burns-${way}`.toLowerCase() : preset.toLowerCase(),
      }));
    },
  },
  {
    name: 'fade the picture',
    examples: [
      'fade in the title',
      'fade out the last clip over 1 second',
      'fade the title in and out',
      'add a fade in to the first clip',
      'fade in from black at the start',
    ],
    patterns: [
      say`
        fade\s+(?<first>in|out)(?:\s+and\s+(?<second>in|out))?\s+(?<who>.+?)
        (?:\s+(?:over|for|of|in)\s+(?<length>${TIME}))?(?:\s+at\s+the\s+(?:start|beginning|end))?
      `,
      say`
        fade\s+(?<who>.+?)\s+(?<first>in|out)(?:\s+and\s+(?:fade\s+(?:it\s+)?)?(?<second>in|out))?
        (?:\s+at\s+the\s+(?:start|beginning|end))?(?:\s+(?:over|for|in)\s+(?<length>${TIME}))?
      `,
      say`
        fade\s+(?<who>(?!out\b|in\b|to\b).+?)\s+(?:out\s+)?to\s+(?:black|white)(?:\s+at\s+the\s+(?:very\s+)?end)?
        (?:\s+(?:over|for|in)\s+(?<length>${TIME}))?
      `,
      say`(?:add|put)\s+an?\s+fade[\s-]*(?<first>in|out)\s+(?:to|on|at the (?:start|end) of)\s+(?<who>.+)`,
      say`
        (?:have\s+)?(?:the\s+)?(?:(?:video|film|movie|start|beginning)\s+)?fade\s+(?<first>in)\s+from\s+black
        (?:\s+at\s+the\s+(?:start|beginning))?(?:\s+(?:over|for|in|during)\s+(?:the\s+first\s+)?(?<length>${TIME}))?
      `,
      say`
        (?:end|finish|close)\s+(?:(?:the\s+|this\s+|my\s+)?(?:video|film|movie)\s+)?with\s+an?\s+
        (?:slow\s+|long\s+|gentle\s+)?fade(?:\s+(?<first>out))?(?:\s+to\s+black)?
      `,
      say`
        fade\s+(?:(?<first>out)|to\s+black)(?:\s+to\s+black)?
        (?:\s+at\s+the\s+(?:very\s+)?end(?:\s+of\s+(?:the\s+|this\s+|my\s+)?(?:whole\s+)?(?:video|film|movie))?)?
        (?:\s+(?:over|for|in|during)\s+(?:the\s+last\s+)?(?<length>${TIME}))?
      `,
    ],
    plan({ first, second = '', who, length }, scene) {
      const isRow = isInMainRow(scene.document);
      const main = scene.document.clips
        .filter((clip) => isMain(clip) && isRow(clip))
        .toSorted((a, b) => a.start - b.start);
      const way = first?.toLowerCase() ?? 'out';
      const edge = way === 'in' ? main.slice(0, 1) : main.slice(-1);
      const seconds = length ? secondsOf(length) : 1.5;
      // "Shorten the song and fade out": the song fades.
      const isAboutAudio =
        who === undefined && scene.about.length > 0 && scene.about.every(({ type }) => type === 'audio');
      if (isAboutAudio) {
        const field = way === 'in' ? 'fadeIn' : 'fadeOut';
        return forEach([...scene.about], ({ id }) => ({ op: 'setAudioFades', clipId: id, [field]: seconds }));
      }
      const named = who === undefined ? null : findClips(who, scene);
      if (Array.isArray(named) && named.length > 0 && named.every(({ type }) => type === 'audio'))
        return forEach(named, ({ id }) => ({
          op: 'setAudioFades',
          clipId: id,
          [way === 'in' ? 'fadeIn' : 'fadeOut']: seconds,
        }));
      const found = who === undefined ? edge : findClips(who, scene, isSeen);
      if (Array.isArray(found) && found.length === 0) return { reason: 'There is nothing to fade. Add clips first.' };
      const duration = length ? secondsOf(length) : 1;
      const ways = [way, second.toLowerCase()].filter((one) => one !== '');
      return forEach(found, ({ id }) =>
        ways.map((one) => ({ op: 'applyMotionPreset', clipId: id, preset: `fade-${one}`, duration })),
      );
    },
  },
];

/**
 * Returns the clips that an effect applies to. For "the whole video", these are the clips of the footage, without the
 * texts and logos over it.
 */
export function effectClips(who: string, scene: Scene): Clip[] | string | null {
  const found = findClips(who, withFilm(scene), isSeen);
  const isWhole = /\b(?:whole|entire|everything|all over|video|film|movie)\b/i.test(who);
  return Array.isArray(found) && isWhole && found.some(isMain) ? found.filter(isMain) : found;
}

/**
 * Returns the images and videos that a phrase names. "It" means the video's own clips when no clip was named before, or
 * when the clip named before is not visible.
 */
function filmOr(who: string, scene: Scene): Clip[] | string | null {
  return findClips(who, withFilm(scene), isMain);
}
