import type { Clip, Document } from '@framemill/timeline';
import { isMain } from '../clip-kinds.ts';
import { findClips } from '../find-clips.ts';
import { forEach, type Rule, type Scene, withFilm } from '../rule.ts';
import { LENGTH, pattern, say, secondsOf } from '../words.ts';

const names: Record<string, string> = {
  ...{
    crossfade: 'dissolve',
    'cross fade': 'dissolve',
    'cross-fade': 'dissolve',
    'cross dissolve': 'dissolve',
    dissolve: 'dissolve',
  },
  ...{
    fade: 'fade',
    wipe: 'wipe',
    slide: 'slide',
    push: 'push',
    'zoom blur': 'zoom-blur',
    zoom: 'zoom',
    spin: 'spin',
    blur: 'blur',
  },
  ...{
    flash: 'flash',
    glitch: 'glitch',
    circle: 'circle',
    iris: 'iris',
    'whip pan': 'whip-pan',
    'whip-pan': 'whip-pan',
  },
  ...{ radial: 'radial', 'clock wipe': 'radial', blinds: 'blinds' },
};
/** Pattern of a transition's name. */
export const TYPE = `(?<type>${Object.keys(names).join('|')})`;
const ADD = pattern`
  (?:(?:add|put|use|apply|insert|do|make|set|have)\s+)?(?:an?\s+|some\s+|the\s+)?
  (?:(?:short|quick|fast|long|slow|smooth|soft|gentle|subtle|simple)\s+)*
`;
const OF = pattern`
  (?:(?:\s+(?:of|lasting|over|for)\s+|\s*,\s*)(?:about\s+)?(?<length>${LENGTH})(?:\s+(?:each|long))?)?
`;

/** Default duration of a transition when the instruction states none, in seconds. */
const USUAL_SEC = 0.6;

/** Planner rules for transitions. */
export const transitionRules: Rule[] = [
  {
    name: 'remove a transition',
    examples: ['remove the transitions', 'delete the transition of the second clip'],
    patterns: [
      say`
        (?:remove|delete|drop|clear|get\s+rid\s+of)\s+(?:all\s+|the\s+|of\s+)*transitions?
        (?:\s+(?:of|from|on|into|before|between)\s+(?<who>.+))?
      `,
    ],
    plan({ who }, scene) {
      const withOne = ({ transition }: Clip) => transition !== undefined;
      const all = scene.document.clips.filter(withOne);
      return forEach(
        who === undefined ? (all.length > 0 ? all : 'No clip has a transition.') : findClips(who, scene, withOne),
        ({ id }) => ({ op: 'removeTransition', clipId: id }),
      );
    },
  },
  {
    name: 'transitions between clips',
    examples: [
      'add a dissolve between all clips',
      'put crossfades between the clips of 0.5 seconds',
      'crossfade between the clips',
      'add a 1 second wipe between the first clip and the second clip',
    ],
    patterns: [
      say`
        ${ADD}(?:(?<first>${LENGTH})\s+)?(?:${TYPE})(?:e?s)?(?:\s+(?:transitions?|effects?))?
        (?:\s+of\s+(?<before>${LENGTH}))?\s+(?:in\s+)?between\s+(?<who>.+?)${OF}
      `,
      say`
        ${ADD}(?:(?<first>${LENGTH})\s+)?${TYPE}(?:e?s)?(?:\s+transitions?)?\s+(?:on|at|for)\s+(?:every|each|all)\s+
        (?:the\s+)?(?:cuts?|edits?|joins?)(?:\s*,?\s+(?:of\s+|for\s+)?(?<length>${LENGTH})(?:\s+each)?)?(?<who>)
      `,
      say`${ADD}(?:(?<first>${LENGTH})\s+)?transitions?\s+between\s+(?<who>.+?)${OF}`,
      say`${ADD}(?:(?<first>${LENGTH})\s+)?(?:${TYPE}\s+)?transitions(?:\s+everywhere)?(?<who>)${OF}`,
      say`
        ${ADD}${TYPE}(?:e?s)?(?:\s+transitions?)?\s+from\s+(?:each|one|every)\s+(?<one>\p{L}+)\s+(?:in)?to\s+
        (?:the\s+next|another|the\s+other)(?<who>)${OF}
      `,
      say`(?:crossfade|cross-fade|dissolve)(?:\s+(?:it|them|everything))?(?<who>)`,
      say`${ADD}${TYPE}(?:e?s)?\s+(?:everywhere|throughout|all\s+over)(?<who>)${OF}`,
      say`transitions?\s+between\s+(?<who>[^:]+?)\s*:\s*(?:an?\s+)?${TYPE}(?:e?s)?${OF}`,
      say`(?:crossfade|cross-fade|dissolve)\s+(?:between\s+)?(?<who>.+)`,
    ],
    plan({ type = 'dissolve', who = '', first, before, length }, scene) {
      const found =
        who === ''
          ? scene.document.clips.filter(isMain)
          : (findClips(who.replace(/^each\s+of\s+/i, 'all '), withFilm(scene), isMain) ??
            (/^(?:(?:all|every|each|the|my|of)\s+)+\p{L}+s$/iu.test(who) ? scene.document.clips.filter(isMain) : null));
      const pair = Array.isArray(found) && found.length < scene.document.clips.filter(isMain).length ? found : null;
      const follows = Array.isArray(found)
        ? found.filter((clip) => isAfter(clip, pair ?? scene.document.clips))
        : found;
      if (Array.isArray(follows) && follows.length === 0) return { reason: NO_CUT };
      return setAll(follows, type, first ?? before ?? length);
    },
  },
  {
    name: 'change the transitions',
    examples: [],
    patterns: [
      say`
        (?:change|make|set|turn)\s+(?:all\s+|the\s+|of\s+|every\s+)*transitions?\s+(?:(?:in)?to\s+)?(?:an?\s+)?
        (?:${TYPE}(?:e?s)?|(?<length>${LENGTH})(?:\s+long)?)
      `,
    ],
    plan({ type, length }, scene) {
      const having = scene.document.clips.filter(({ transition }) => transition !== undefined);
      if (having.length === 0)
        return { reason: 'No clip has a transition. Add some: add a dissolve between all clips.' };
      return forEach(having, ({ id, transition }) => ({
        ...{ op: 'setTransition', clipId: id },
        type: type === undefined ? transition?.type : nameOf(type),
        duration: length === undefined ? transition?.duration : secondsOf(length),
      }));
    },
  },
  {
    name: 'another transition for one',
    examples: [],
    patterns: [
      say`
        (?:change|replace|swap)\s+(?:the\s+|all\s+)?(?<old>${Object.keys(names).join('|')})(?:e?s)?
        (?:\s+transitions?)?\s+(?:to|with|into|by|for)\s+(?:an?\s+)?${TYPE}(?:e?s)?(?:\s+transitions?)?
      `,
    ],
    plan({ old = '', type = '' }, scene) {
      const having = scene.document.clips.filter(({ transition }) => transition?.type === nameOf(old));
      if (having.length === 0) return { reason: `No clip has the transition ${nameOf(old)}.` };
      return forEach(having, ({ id, transition }) => {
        return { op: 'setTransition', clipId: id, type: nameOf(type), duration: transition?.duration };
      });
    },
  },
  {
    name: 'transition into a clip',
    examples: [
      'add a wipe transition to the second clip',
      'whip pan transition into the last clip',
      'wipe to the second clip over 1 second',
    ],
    patterns: [
      say`
        ${ADD}(?:(?<first>${LENGTH})\s+)?${TYPE}(?:e?s)?\s+transitions?\s+(?:to|into|on|before|onto|for)\s+
        (?<who>.+?)${OF}
      `,
      say`
        ${ADD}(?:(?<first>${LENGTH})\s+)?(?<type>dissolve|wipe|whip[\s-]pan|cross[\s-]?fade)\s+(?:to|into)\s+
        (?<who>.+?)${OF}
      `,
      say`
        ${ADD}(?:(?<first>${LENGTH})\s+)?(?<type>dissolve|cross[\s-]?fade|wipe|slide|push|flash|glitch|fade)(?:e?s)?
        \s+(?:before|at\s+the\s+(?:start|beginning)\s+of)\s+(?<who>.+?)${OF}
      `,
      say`${ADD}transition\s+(?:to|into|before)\s+(?<who>.+?)${OF}`,
    ],
    plan({ type = 'dissolve', who = '', first, length }, scene: Scene) {
      const found = findClips(who, /\b(?:it|them)\b/i.test(who) ? scene : withFilm(scene), isMain);
      const follows = Array.isArray(found) ? found.filter((clip) => isAfter(clip, scene.document.clips)) : found;
      if (Array.isArray(follows) && follows.length === 0) return { reason: NO_CUT };
      return setAll(follows, type, first ?? length);
    },
  },
];

const NO_CUT =
  'There is no cut between two of these clips: a transition needs a clip that ends where the next one starts.';

function setAll(clips: Clip[] | string | null, type: string, length: string | undefined) {
  const name = nameOf(type);
  const duration = length ? secondsOf(length) : USUAL_SEC;
  return forEach(clips, ({ id }) => ({ op: 'setTransition', clipId: id, type: name, duration }));
}

/** Returns the transition type for words that the pattern `TYPE` matched. The default is `dissolve`. */
export const nameOf = (type: string) => names[type.toLowerCase().replace(/\s+/, ' ')] ?? 'dissolve';

/** Whether a clip starts where another clip of its track ends, within 0.05 s. */
export function isAfter(clip: Clip, others: Document['clips']): boolean {
  return others.some(
    (other) => other.trackIndex === clip.trackIndex && Math.abs(other.start + other.duration - clip.start) < 0.05,
  );
}
