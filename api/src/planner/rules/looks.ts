import { findClips, isMain } from '../find-clips.ts';
import { forEach, type Rule } from '../rule.ts';
import { COLOUR, colourOf, NUMBER, numberOf, re, secondsOf, TIME } from '../words.ts';

const ratios: readonly [name: RegExp, ratio: string][] = [
  [/9\s*:\s*16|vertical|portrait|tiktok|reels?\b|shorts\b|story|stories/i, '9:16'],
  [/16\s*:\s*9|horizontal|landscape|widescreen/i, '16:9'],
  [/1\s*:\s*1|square/i, '1:1'],
  [/4\s*:\s*5/i, '4:5'],
  [/4\s*:\s*3/i, '4:3'],
  [/21\s*:\s*9|cinemascope|ultra-?wide/i, '21:9'],
];

const filters: readonly [name: RegExp, preset: string][] = [
  [/black\s*(?:and|&)\s*white|b&w|grayscale|greyscale|monochrome/i, 'grayscale'],
  [/\bsepia\b/i, 'sepia'],
  [/\bvintage|retro|old[- ]fashioned\b/i, 'vintage'],
  [/\bcinematic|film[- ]like\b/i, 'cinematic'],
  [/\bteal(?:\s+and\s+|[- ])orange\b/i, 'teal-orange'],
  [/\bnoir\b/i, 'noir'],
  [/\bgolden hour\b/i, 'golden-hour'],
  [/\bwarm(?:er)?\b/i, 'warm'],
  [/\b(?:cool(?:er)?|cold(?:er)?)\b/i, 'cool'],
  [/\bvivid|vibrant|colou?rful\b/i, 'vivid'],
  [/\bfaded\b/i, 'faded'],
  [/\bpastel\b/i, 'pastel'],
  [/\bbright(?:er)?|lighter\b/i, 'lighten'],
  [/\bdark(?:er)?\b/i, 'darken'],
  [/\bnegative|inverted\b/i, 'negative'],
];

const effects: readonly [name: RegExp, type: string][] = [
  [/\bblur(?:red|ry)?\b/i, 'blur'],
  [/\bvignette\b/i, 'vignette'],
  [/\b(?:film )?grain\b/i, 'grain'],
  [/\bglow\b/i, 'glow'],
  [/\bpixelat\w+|pixels\b/i, 'pixelate'],
  [/\bglitch\b/i, 'glitch'],
  [/\bvhs\b/i, 'vhs'],
  [/\bsharpen|sharper\b/i, 'sharpen'],
  [/\b(?:drop )?shadow\b/i, 'drop-shadow'],
  [/\boutline\b/i, 'outline'],
];

const transitions = [
  ...['dissolve', 'crossfade', 'cross dissolve', 'wipe', 'slide', 'push', 'zoom', 'spin', 'blur', 'flash', 'glitch'],
  ...['circle', 'iris', 'whip-pan', 'whip pan', 'radial', 'blinds', 'zoom blur', 'fade'],
].join('|');

export const lookRules: Rule[] = [
  {
    name: 'aspect ratio',
    examples: ['make it vertical', 'change the format to 9:16', 'make the video square', 'turn this into a 16:9 video'],
    patterns: [re`\b(?:make|change|turn|convert|set|switch|reformat|crop)\b(?<what>.*)$`],
    plan({ what = '' }, document) {
      if (!/\b(?:it|this|video|film|project|format|aspect|ratio|everything)\b/i.test(what)) return null;
      const ratio = ratios.find(([name]) => name.test(what))?.[1];
      if (ratio === undefined) return null;
      const fills = document.clips.filter(isMain).map(({ id }) => ({ op: 'fitClip', clipId: id, mode: 'cover' }));
      return { commands: [{ op: 'setProjectSettings', aspectRatio: ratio }, ...fills] };
    },
  },
  {
    name: 'background',
    examples: ['make the background blue', 'set the background color to #202040'],
    patterns: [re`\bbackground(?:\s+colou?r)?(?:\s+(?:to|be))?\s+(?<colour>${COLOUR})`],
    plan: ({ colour = '' }) => ({ commands: [{ op: 'setProjectSettings', background: colourOf(colour) }] }),
  },
  {
    name: 'frame rate',
    examples: ['set the frame rate to 60 fps', 'use 25 frames per second'],
    patterns: [
      re`(?<fps>\d+(?:\.\d+)?)\s*(?:fps|frames per second)\b`,
      re`\bframe\s*rate\s+(?:to|of)\s+(?<fps>\d+(?:\.\d+)?)`,
    ],
    plan: ({ fps = '' }) => ({ commands: [{ op: 'setProjectSettings', fps: Number(fps) }] }),
  },
  {
    name: 'split screen',
    examples: [
      'put clips 1 and 2 side by side',
      'split screen with the first and second video',
      'show all photos in a grid',
    ],
    patterns: [
      re`\b(?<who>clips?\s*\d.*?|.*?)\s+(?<how>side by side|on top of each other|in a grid|as a grid|picture in picture)`,
      re`\b(?<how>split[- ]screen)\b(?<who>.*)$`,
    ],
    plan({ who = '', how = '' }, document) {
      const { clips } = findClips(who, document);
      const seen = clips.filter((clip) => isMain(clip));
      if (seen.length < 2) return { reason: 'Name at least two clips to show together: clips 1 and 2.' };
      const layout = /grid/i.test(how)
        ? 'grid'
        : /top/i.test(how)
          ? 'split-v'
          : /picture/i.test(how)
            ? 'pip'
            : 'split-h';
      const start = Math.min(...seen.map((clip) => clip.start));
      const moves = seen
        .filter((clip) => clip.start !== start)
        .map(({ id }) => ({ op: 'moveClip', clipId: id, start }));
      return { commands: [...moves, { op: 'applyLayout', clipIds: seen.map(({ id }) => id), layout }] };
    },
  },
  {
    name: 'transitions',
    examples: [
      'add a dissolve between all clips',
      'add a wipe transition to the second clip',
      'put crossfades between the clips of 0.5 seconds',
    ],
    patterns: [
      re`\b(?:add|put|use|apply|insert)\b.*?\b(?<type>${transitions})s?(?:e?s)?\b(?<rest>.*?\b(?:between|transitions?|to|on|into)\b.*)$`,
      re`\b(?:add|put|use|apply|insert)\s+transitions?\b(?<rest>.*)$`,
    ],
    plan({ type = 'dissolve', rest = '' }, document, instruction) {
      if (!/\btransitions?|between|crossfades?|dissolves?\b/i.test(instruction)) return null;
      const name = type
        .toLowerCase()
        .replace(/^(?:crossfade|cross dissolve)$/, 'dissolve')
        .replace(' ', '-');
      const { clips, named } = findClips(rest.replace(/\bbetween\b/i, ''), document);
      const chosen = (named ? clips : document.clips).filter(isMain);
      const follows = chosen.filter((clip) =>
        document.clips.some(
          (other) => other.trackIndex === clip.trackIndex && Math.abs(other.start + other.duration - clip.start) < 0.05,
        ),
      );
      const length = re`\b(?<length>${NUMBER})\s*(?:s\b|sec|seconds?)`.exec(rest)?.groups?.length;
      const duration = length ? numberOf(length) : 0.6;
      return forEach(follows, 'cut between two clips', ({ id }) => ({
        op: 'setTransition',
        clipId: id,
        type: name,
        duration,
      }));
    },
  },
  {
    name: 'zoom and pan',
    examples: [
      'slowly zoom in on the first photo',
      'add a ken burns effect to all photos',
      'zoom out of the last clip',
      'pan left over the second photo',
    ],
    patterns: [
      re`\b(?<how>zoom\s+in|zoom\s+out|ken burns|pan\s+left|pan\s+right)\b(?:\s+(?:effect|slowly))?\s*(?:on|to|of|into|over|across)?\s*(?<who>.*)$`,
    ],
    plan({ how = '', who = '' }, document) {
      const { clips, named } = findClips(who, document);
      const seen = (named ? clips : document.clips).filter(isMain);
      const way = how.toLowerCase().replace(/\s+/, ' ');
      const preset =
        way === 'zoom out' ? 'ken-burns-out' : way.startsWith('pan') ? way.replace(' ', '-') : 'ken-burns-in';
      return forEach(seen, 'picture', ({ id }) => ({ op: 'applyMotionPreset', clipId: id, preset }));
    },
  },
  {
    name: 'effect',
    examples: ['blur the second clip', 'add a vignette to all videos', 'add film grain to everything'],
    patterns: [
      re`\b(?:add|apply|put|give)\s+(?:an?\s+|some\s+)?(?<what>.*?)(?:\s+effect)?\s+(?:to|on|over)\s+(?<who>.*)$`,
      re`\b(?<what>blur|pixelate|sharpen)\s+(?<who>.*)$`,
    ],
    plan({ what = '', who = '' }, document) {
      const type = effects.find(([name]) => name.test(what))?.[1];
      if (type === undefined) return null;
      const clips = findClips(who, document).clips.filter((clip) => clip.type !== 'audio');
      return forEach(clips, 'such clip', ({ id }) => ({ op: 'addEffect', clipId: id, type }));
    },
  },
  {
    name: 'filter',
    examples: [
      'make the intro black and white',
      'apply a sepia filter to all clips',
      'give everything a cinematic look',
      'make clip 2 warmer',
    ],
    patterns: [
      re`\b(?:make|turn)\s+(?<who>.*?)\s+(?:(?:look\s+)?(?:more\s+|much\s+|a (?:bit|little)\s+)?)?(?<how>black\s*(?:and|&)\s*white|b&w|gr[ae]yscale|monochrome|sepia|vintage|retro|cinematic|noir|warm(?:er)?|cool(?:er)?|cold(?:er)?|vivid|vibrant|colou?rful|faded|pastel|bright(?:er)?|lighter|dark(?:er)?|negative|inverted)\s*$`,
      re`\b(?:apply|add|give|use)\b(?<how>.*?)\b(?:filter|look|grade|style)\b(?<who>.*)$`,
      re`\bgive\s+(?<who>.*?)\s+an?\s+(?<how>.*?)\s+(?:filter|look|grade|style)`,
    ],
    plan({ who = '', how = '' }, document, instruction) {
      const preset =
        filters.find(([name]) => name.test(how))?.[1] ?? filters.find(([name]) => name.test(instruction))?.[1];
      if (preset === undefined) return null;
      const found = findClips(`${who} ${/\bgive\b/i.test(instruction) ? instruction : ''}`, document);
      const isWhole = !found.named && /^\s*(?:it|this|the film|)\s*$/i.test(who.replace(/\b(?:to|on)\b/gi, ''));
      const clips = (found.named ? found.clips : isWhole ? document.clips : []).filter(isMain);
      return forEach(clips, 'picture', ({ id }) => ({ op: 'applyFilter', clipId: id, preset }));
    },
  },
  {
    name: 'fade',
    examples: [
      'fade in the title',
      'fade out the last clip over 1 second',
      'fade in and out the music over 2 seconds',
      'add a fade in to the first clip',
    ],
    patterns: [
      re`\b(?:add\s+a\s+)?fade\s+(?<first>in|out)(?:\s+and\s+(?<second>in|out))?\s+(?:to\s+|on\s+|at the (?:start|end) of\s+)?(?<who>.*?)(?:\s+(?:over|for|of|in)\s+(?<length>${TIME}))?\s*$`,
      re`\bfade\s+(?<who>.*?)\s+(?<first>in|out)(?:\s+and\s+(?<second>in|out))?(?:\s+(?:over|for|in)\s+(?<length>${TIME}))?\s*$`,
    ],
    plan({ first = '', second, who = '', length }, document) {
      const ways = [first, second ?? ''].map((way) => way.toLowerCase());
      const seconds = length ? secondsOf(length) : 1;
      const { clips, named } = findClips(who, document);
      if (!named) return null;
      return forEach(clips, 'such clip', ({ id, type }) => {
        if (type === 'audio') {
          const fadeIn = ways.includes('in') ? { fadeIn: seconds } : {};
          return { op: 'setAudioFades', clipId: id, ...fadeIn, ...(ways.includes('out') ? { fadeOut: seconds } : {}) };
        }
        const presets = ['in', 'out'].filter((way) => ways.includes(way));
        return presets.map((way) => ({
          op: 'applyMotionPreset',
          clipId: id,
          preset: `fade-${way}`,
          duration: seconds,
        }));
      });
    },
  },
  {
    name: 'rotate, scale, mirror',
    examples: ['rotate the logo by 45 degrees', 'scale the logo to 50%', 'flip the first clip horizontally'],
    patterns: [
      re`\brotate\s+(?<who>.*?)\s+(?:by\s+|to\s+)?(?<degrees>-?\d+(?:\.\d+)?)\s*(?:degrees|°|deg)`,
      re`\b(?:scale|resize)\s+(?<who>.*?)\s+(?:to|by)\s+(?<percent>\d+(?:\.\d+)?)\s*(?:%|percent)`,
      re`\b(?:flip|mirror)\s+(?<who>.*?)(?:\s+(?<way>horizontally|vertically))?\s*$`,
      re`\b(?:make|set)\s+(?<who>.*?)(?:\s+opacity)?\s+(?:to\s+)?(?<opacity>\d+)\s*(?:%|percent)\s*(?:opaque|opacity|transparent|visible)?`,
    ],
    plan({ who = '', degrees, percent, way, opacity }, document, instruction) {
      if (opacity !== undefined && !/opa|transparen|visib/i.test(instruction)) return null;
      const clips = findClips(who, document).clips.filter(({ type }) => type !== 'audio');
      const share = Number(opacity) / 100;
      const change =
        degrees !== undefined
          ? { rotation: Number(degrees) }
          : percent !== undefined
            ? { scale: Number(percent) / 100 }
            : opacity !== undefined
              ? { opacity: /transparent/i.test(instruction) ? 1 - share : share }
              : /vert/i.test(way ?? '')
                ? { flipV: true }
                : { flipH: true };
      return forEach(clips, 'such clip', ({ id }) => ({ op: 'setTransform', clipId: id, ...change }));
    },
  },
];
