import type { Clip } from '@framemill/timeline';
import { hasAudio } from '../clip-kinds.ts';
import { findClips } from '../find-clips.ts';
import { forEach, NEW_CLIP, type Rule, withFilm } from '../rule.ts';
import { LENGTH, NUMBER, numberOf, say, secondsOf } from '../words.ts';

const endOf = (clip: Clip) => clip.start + clip.duration;
const moves = ({ type }: Clip) => type === 'video' || type === 'audio';

/** Words for a playback speed, each with its speed factor. */
const paces: readonly [words: string, speed: number][] = [
  ['normal|regular|original|1x', 1],
  [String.raw`half(?:[\s-]+speed)?|half\s+as\s+fast|twice\s+as\s+slow`, 0.5],
  [String.raw`quarter(?:[\s-]+speed)?`, 0.25],
  [String.raw`double(?:[\s-]+speed)?|twice\s+as\s+fast|twice`, 2],
  [String.raw`three\s+times\s+as\s+fast|triple(?:[\s-]+speed)?`, 3],
  ['faster', 1.5],
  [String.raw`slow[\s-]?mo(?:tion)?|slower`, 0.5],
];
/** Pattern of a playback speed in words. */
export const PACE = `(?<pace>${paces.map(([words]) => words).join('|')})`;

/** Planner rules that change the speed of clips. */
export const speedRules: Rule[] = [
  {
    name: 'speed',
    examples: [
      'speed up the intro 2x',
      'slow down clip 2 to half speed',
      'play the first video at 1.5x',
      'make the last video twice as fast',
      'play the last video in slow motion',
      'set the speed of the intro to 2x',
      'make the intro 50% faster',
    ],
    patterns: [
      say`speed\s+(?:up\s+)?(?<who>.+?)(?:\s+up)?(?:\s+(?:to|by|at))?\s+(?<factor>${NUMBER})\s*(?:x|times|×)`,
      say`speed\s+(?:up\s+(?<who>.+)|(?<moved>.+?)\s+up)`,
      say`slow(?:\s+down)?\s+(?<who>.+?)(?:\s+down)?(?:\s+(?:to|by|at))?\s+(?<slow>${NUMBER})\s*(?:x|times|×)`,
      say`slow(?:\s+down)?\s+(?<who>.+?)(?:\s+down)?\s+(?:to|by)\s+(?<percent>\d+)\s*(?:%|percent)`,
      say`slow(?:\s+down)?\s+(?<who>.+?)(?:\s+down)?(?:\s+to\s+${PACE})?`,
      say`
        (?:play|run|set|put|show)\s+(?<who>.+?)\s+(?:back\s+)?(?:at|to|in)\s+
        (?:${PACE}|(?<factor>\d+(?:\.\d+)?)\s*(?:x|times|×))(?:\s+speed)?
      `,
      say`
        (?:set|change|put|reset|bring)\s+(?:the\s+)?speed\s+of\s+(?<who>.+?)\s+(?:back\s+)?to\s+
        (?:${PACE}|(?<factor>\d+(?:\.\d+)?)\s*(?:x|times|×)?)(?:\s+speed)?
      `,
      say`
        (?:play|run|set|put|show)\s+(?<who>.+?)\s+(?:at|to)\s+(?<percent>\d+)\s*(?:%|percent)\s+
        (?:of\s+(?:the\s+)?)?speed
      `,
      say`(?<reset>reset)\s+(?:the\s+)?speed\s+of\s+(?<who>.+)`,
      say`
        (?:increase|decrease|raise|reduce|change|set)\s+(?:the\s+)?speed\s+of\s+(?<who>.+?)\s+to\s+(?<percent>\d+)
        \s*(?:%|percent)
      `,
      say`make\s+(?<who>.+?)\s+(?:play\s+)?(?:(?:at|in)\s+)?${PACE}`,
      say`make\s+(?<who>.+?)\s+(?:play\s+)?(?:at\s+)?(?<factor>\d+(?:\.\d+)?)\s*(?:x|times|×)(?:\s+speed)?`,
      say`make\s+(?<who>.+?)\s+(?<percent>\d+)\s*(?:%|percent)\s+(?<way>faster|slower)`,
      say`make\s+(?<who>.+?)\s+(?<factor>\d+(?:\.\d+)?)\s*(?:x|times|×)\s+(?:faster|as\s+fast)`,
      say`(?:add\s+)?(?<pace>slow[\s-]?mo(?:tion)?)\s+(?:on|for|to|effect\s+on)\s+(?<who>.+)`,
    ],
    plan(parts, scene, instruction) {
      const speed = speedOf(parts, instruction);
      if (!(speed > 0)) return null;
      return forEach(findClips(parts.who ?? parts.moved ?? '', withFilm(scene), moves), ({ id }) => ({
        op: 'setSpeed',
        clipId: id,
        speed,
        ripple: true,
      }));
    },
  },
  {
    name: 'speed that fits a length',
    examples: ['speed up the last video so it takes only 2 seconds'],
    patterns: [
      say`
        (?:speed\s+up|slow\s+down|speed|slow|make)\s+(?<who>.+?)(?:\s+(?:up|down|faster|slower))?\s+
        (?:
          so\s+(?:that\s+)?it\s+(?:only\s+)?(?:takes|lasts|is|fits(?:\s+in(?:to)?)?)
          |to\s+(?:fit|last|fit\s+in(?:to)?)
        )\s+(?:only\s+|just\s+)?(?<length>${LENGTH})(?:\s+long)?
      `,
    ],
    plan: ({ who = '', length = '' }, scene) =>
      forEach(findClips(who, scene, moves), ({ id, speed, duration }) => ({
        ...{ op: 'setSpeed', clipId: id, ripple: true },
        speed: Math.round(((speed ?? 1) * duration * 1_000) / secondsOf(length)) / 1_000,
      })),
  },
  {
    name: 'speed of the first or last seconds',
    examples: ['make the first 2 seconds slow motion', 'play the last 2 seconds of the intro at half speed'],
    patterns: [
      say`
        (?:make|play|show)\s+(?:the\s+)?(?<which>first|last)\s+(?<length>${LENGTH})(?:\s+of\s+(?<who>.+?))?\s+
        (?:(?:in|at)\s+)?${PACE}
      `,
    ],
    plan(parts, scene, instruction) {
      const { which = '', length = '', who } = parts;
      const speed = speedOf(parts, instruction);
      const videos = scene.document.clips.filter(({ type }) => type === 'video').toSorted((a, b) => a.start - b.start);
      const isFirst = /first/i.test(which);
      const edge = isFirst ? videos.slice(0, 1) : videos.slice(-1);
      return forEach(who === undefined ? edge : findClips(who, scene, moves), (clip) => {
        const at = isFirst ? clip.start + secondsOf(length) : endOf(clip) - secondsOf(length);
        const split = { op: 'splitClip', clipId: clip.id, at };
        return [split, { op: 'setSpeed', clipId: isFirst ? clip.id : NEW_CLIP, speed, ripple: true }];
      });
    },
  },
  {
    name: 'reverse',
    examples: ['reverse the second clip', 'play the intro backwards'],
    patterns: [say`reverse\s+(?<who>.+)`, say`play\s+(?<who>.+?)\s+(?:backwards?|in\s+reverse)`],
    plan: ({ who = '' }, scene) =>
      forEach(
        findClips(
          who,
          scene,
          (clip) => clip.type === 'video' || (hasAudio(clip) && /audio|music|sound|voice|song/i.test(who)),
        ),
        ({ id }) => ({ op: 'reverseClip', clipId: id }),
      ),
  },
];

/** Returns the playback speed factor that an instruction requests; 0 when it states no valid speed. */
export function speedOf(
  { reset, factor, slow, percent, way = '', pace }: Record<string, string | undefined>,
  instruction: string,
): number {
  if (reset !== undefined) return 1;
  if (pace !== undefined) return paces.find(([words]) => new RegExp(`^(?:${words})$`, 'i').test(pace))?.[1] ?? 0;
  if (factor !== undefined) return numberOf(factor);
  if (slow !== undefined) return numberOf(slow) > 1 ? 1 / numberOf(slow) : numberOf(slow);
  if (percent === undefined) return /^slow/i.test(instruction) ? 0.5 : 2;
  const share = Number(percent) / 100;
  if (/faster/i.test(way)) return 1 + share;
  if (/slower/i.test(way)) return Math.max(0, 1 - share);
  return share;
}
