import type { Clip } from '@framemill/timeline';
import { PLACE, placeOf } from '../clauses.ts';
import { isInMainRow, isMain, isSeen } from '../clip-kinds.ts';
import { findClips } from '../find-clips.ts';
import { loosely } from '../loose-rule.ts';
import { forEach, type Rule, type RuleResult, type Scene, withFilm } from '../rule.ts';
import { LENGTH, NUMBER, numberOf, pattern, re, regexp, secondsOf, TIME } from '../words.ts';
import { cutOut, lasting } from './cuts.ts';
import { placed } from './places.ts';
import { PACE, speedOf } from './speeds.ts';

const endOf = ({ start, duration }: Clip) => start + duration;
const moves = ({ type }: Clip) => type === 'video' || type === 'audio';
const isNamed = (who: string) => who !== '' && who !== 'the';

/** Scale factors for words of size that occur next to a position on the canvas. */
const sizes: Record<string, number> = {
  smaller: 1 / 1.35,
  bigger: 1.35,
  larger: 1.35,
  tiny: 0.5,
  small: 1 / 1.35,
  big: 1.35,
};

/** Returns the first or the last clip of the main track, as a list. Empty when the track has no clips. */
function edgeOf(which: 'first' | 'last', { document }: Scene): Clip[] {
  const isRow = isInMainRow(document);
  const row = document.clips.filter((clip) => isMain(clip) && isRow(clip)).toSorted((a, b) => a.start - b.start);
  return which === 'first' ? row.slice(0, 1) : row.slice(-1);
}

/**
 * Cuts a number of seconds off the end (`isTail`) or the start of the clips that a phrase names.
 * If it names no clips, those of the preceding instruction are cut. If there are none either, the start or end of the
 * video is cut.
 */
function cutEdge(who: string, seconds: number, isTail: boolean, scene: Scene): RuleResult | null {
  const named = isNamed(who) ? who : scene.about.length > 0 ? 'it' : '';
  const isFilm = named === '' || /^(?:the |my |whole )*(?:video|film|movie)$/i.test(named);
  const found = isFilm ? edgeOf(isTail ? 'last' : 'first', scene) : findClips(named, scene);
  return forEach(found, (clip) => {
    if (seconds >= clip.duration) return { op: 'trimClip', clipId: clip.id, duration: clip.duration - seconds };
    if (isMain(clip))
      return isTail ? cutOut(clip, endOf(clip) - seconds, endOf(clip)) : cutOut(clip, clip.start, clip.start + seconds);
    return {
      op: 'trimClip',
      clipId: clip.id,
      ...(isTail ? { duration: clip.duration - seconds } : { start: clip.start + seconds }),
    };
  });
}

/** Matches words of an instruction in which a length of time is not the duration of a clip. */
const aboutOtherTime = regexp('i')`
  \b(?:
    too (?:long|short)|by|off|from|first|last|after|before|longer|shorter|fade|at \d|until|into|between|transition
    |every \d
  )\b
`;

/** Planner rules for time and position that read words in any order. */
export const looseTimeRules: Rule[] = [
  loosely({
    name: 'speed, loosely',
    examples: [
      'I want the first video to play twice as fast',
      'first video in slow motion',
      'speed the first video up to 200%',
    ],
    cues: [
      re`
        (?<![\p{L}\p{N}.–-])(?:
          (?<factor>\d+(?:\.\d+)?)\s*(?:x|×|times)(?:
            \s+(?:the\s+)?(?:
              (?:normal\s+)?speed|as\s+fast|(?:its\s+)?(?:normal|original)\s+speed|(?<faster>faster|quicker)
              |(?<slowed>slower)
            )
          )?
          |(?<percent>\d+)\s*%\s*
          (?:(?:of\s+)?(?:(?:its|the|normal|original)\s+)*speed|(?<way>faster|slower|quicker))
          |(?:at\s+)?${PACE}
        )(?![\p{L}\p{N}])
      `,
    ],
    around:
      'speed|speeds?|sped|up|down|slow|slowed|run|runs|play|plays|played|playing|back|at|in|to|the|fast|it ' +
      'all|motion|effect|by',
    plan(parts, who, scene, instruction) {
      if (!/\b(?:speed|sped|speeds|slow\w*|fast\w*|quick\w*|\d+(?:\.\d+)?\s*x|motion|pace)\b/i.test(instruction))
        return null;
      if (/\b(?:zoom|pan|fade|bigger|smaller|larger|size)\b/i.test(instruction)) return null;
      const isSlower = parts.slowed !== undefined;
      const speed = isSlower ? 1 / numberOf(parts.factor ?? '1') : speedOf(parts, instruction);
      if (
        !(speed > 0) ||
        (parts.pace !== undefined && /\bslow/i.test(parts.pace) && /\bspeed(?:s|ing)? up\b/i.test(instruction))
      )
        return null;
      const slows = /\bslow(?:ed|er)?\b/i.test(instruction) && parts.factor !== undefined && speed > 1;
      if (!isNamed(who)) return null;
      return forEach(findClips(who, withFilm(scene), moves), ({ id }) => ({
        ...{ op: 'setSpeed', clipId: id, ripple: true },
        speed: slows ? 1 / speed : speed,
      }));
    },
  }),
  loosely({
    name: 'cut at an edge, loosely',
    examples: ['the first 2 seconds of the first video can go', 'take off the last second of the first video'],
    cues: [
      /\b(?:cut|trim|remove|chop|shave|lop|drop|lose|skip|delete|take|can go|unnecessary|clip)\b(?!\s+\d)/i,
      re`\b(?:the\s+)?(?<which>first|last|initial|opening|final)\s+(?<length>${LENGTH}|second)`,
    ],
    around: 'off|out|away|from|of|in|the|at|start|can|go|beginning|to',
    plan({ which = '', length = '' }, who, scene, instruction): RuleResult | null {
      // "Cut it to the first 2 seconds" keeps those seconds.
      if (/\bto\s+(?:just\s+|only\s+)?(?:the\s+)?(?:first|last)\b/i.test(instruction)) return null;
      const seconds = /^second$/i.test(length) ? 1 : secondsOf(length);
      const isTail = /last|final/i.test(which);
      return cutEdge(who, seconds, isTail, scene);
    },
  }),
  loosely({
    name: 'cut seconds off, loosely',
    examples: ['cut 2 seconds off the end of the first video', 'trim 1 second from the beginning of the first video'],
    cues: [
      /\b(?:cut|trim|remove|chop|shave|lop|drop|lose|take|clip)\b/i,
      re`\b(?<length>${LENGTH})`,
      regexp('i')`
        \b(?:off\s+|from\s+|at\s+|of\s+)*(?:the\s+|its\s+)?(?:very\s+)?
        (?<edge>start|beginning|front|head|end|tail|back)\b
      `,
    ],
    around: 'off|out|away|from|of|in|the|at|its|to',
    plan({ length = '', edge = '' }, who, scene): RuleResult | null {
      const seconds = secondsOf(length);
      const isTail = /end|tail|back/i.test(edge);
      return cutEdge(who, seconds, isTail, scene);
    },
  }),
  loosely({
    name: 'length of a clip, loosely',
    examples: [
      'the first photo should last 6 seconds',
      'I want every photo on screen for 3 seconds',
      'the title should stay for 5 seconds',
    ],
    cues: [
      regexp('i')`
        \b(?:
          lasts?|stay|stays|on screen|shown?|display(?:ed)?|visible|long|duration|length|trim(?:med)?
          |shorten(?:ed)?|cut(?: down)?|extend(?:ed)?|hold|only
        )\b
      `,
      re`\b(?:for|to|of)?\s*(?:about\s+|just\s+|only\s+)*(?<length>${LENGTH})`,
    ],
    around:
      'for|to|the|on ' +
      'screen|screen|shown?|each|long|last|lasting|only|down|of|at|be|up|duration|length|stay|on|visible|it ' +
      'to|total|in total|instead',
    plan({ length = '' }, who, scene, instruction): RuleResult | null {
      if (aboutOtherTime.test(instruction.replace(who, ''))) return null;
      if (!isNamed(who) || /^(?:the |my |this |whole |entire )*(?:video|film|movie|project|edit|thing)$/i.test(who))
        return null;
      const duration = secondsOf(length);
      if (!(duration > 0)) return null;
      const found = findClips(who, scene);
      return forEach(Array.isArray(found) ? found.toSorted((a, b) => b.start - a.start) : found, (clip) =>
        lasting(clip, duration, scene.document),
      );
    },
  }),
  loosely({
    name: 'start at a time, loosely',
    examples: ['the title should appear at 5 seconds', 'I want the music to start at 0:03'],
    cues: [
      regexp('i')`
        \b(?:
          start(?:s|ing)?|appear(?:s|ing)?|begin(?:s|ning)?|come(?:s)?(?: in| on| up)?|kick(?:s)? in
          |show(?:s|ing)?(?: up)?|pop(?:s)? up|enter(?:s)?|move[ds]?
        )\b
      `,
      re`\b(?:at|from|after|to)\s+(?:the\s+)?(?:second\s+|about\s+)?(?<at>${TIME})(?:\s+mark)?(?![\p{L}\p{N}%])`,
    ],
    around: 'the|only|at|in|on screen|screen|it to',
    plan({ at = '' }, who, scene): RuleResult | null {
      const found = findClips(who, scene, (clip) => !isMain(clip));
      if (Array.isArray(found) && found.length !== 1) return null;
      return forEach(found, ({ id }) => ({ op: 'moveClip', clipId: id, start: secondsOf(at) }));
    },
  }),
  loosely({
    name: 'place on the canvas, loosely',
    examples: [
      'I want the logo in the top right corner',
      'the title should be at the bottom',
      'logo smaller and top left',
    ],
    cues: [re`\b(?:(?:at|on|to|in|into|towards|near|by)\s+)?(?:the\s+|a\s+)?(?:very\s+)?${PLACE}(?![\p{L}\p{N}])`],
    extras: [
      /\b(?<size>smaller|bigger|larger|tiny|small|big)\b/i,
      re`(?<percent>${NUMBER})\s*%(?:\s+(?:of\s+)?(?:its\s+)?(?:size|scale))?`,
    ],
    around: pattern`
      corner|move|moved|place|placed|position|positioned|sit|sits|stay|appear|appears|shift|align|aligned|show|shown
      |of|on|in|at|to|the|screen|frame|and|with margin|small margin|margin|bring|down|up|over|across|near
    `,
    plan({ place = '', size, percent }, who, scene, instruction): RuleResult | null {
      if (
        /\b(?:cut|trim|first|start|begin|fade|slide|fly|pan|crop|split|align(?:ed)? (?:left|right)|half)\b/i.test(
          instruction,
        )
      )
        return null;
      if (percent !== undefined && !/\b(?:size|scale)\b/i.test(instruction)) return null;
      if (/^(?:lower|upper)$/i.test(place)) return null;
      if (/^(?:left|right)$/i.test(place) && !/\b(?:on|to|at|in|side|towards)\b/i.test(instruction)) return null;
      const factor = size === undefined ? 1 : (sizes[size.toLowerCase()] ?? 1) ** scene.degree;
      const found = findClips(isNamed(who) ? who : 'it', scene, isSeen);
      return forEach(found, (clip) => {
        if (clip.textStyle !== undefined && percent === undefined) {
          const fontSize = Math.round((clip.textStyle.fontSize ?? 80) * factor);
          const moved = placed({ ...clip, textStyle: { ...clip.textStyle, fontSize } }, placeOf(place), scene);
          return factor === 1 ? moved : [{ op: 'setTextStyle', clipIds: [clip.id], style: { fontSize } }, moved];
        }
        const scale = percent === undefined ? clip.scale * factor : numberOf(percent) / 100;
        const { op, clipId, ...change } = placed({ ...clip, scale }, placeOf(place), scene);
        return {
          op,
          clipId,
          ...(scale === clip.scale ? {} : { scale: Math.round(scale * 10_000) / 10_000 }),
          ...change,
        };
      });
    },
  }),
];
