import type { Clip } from '@framemill/timeline';
import { isMain, isSeen } from '../clip-kinds.ts';
import { findClips } from '../find-clips.ts';
import { forEach, type Rule, type Scene } from '../rule.ts';
import { LENGTH, say, secondsOf, TIME } from '../words.ts';

const endOf = (clip: Clip) => clip.start + clip.duration;
const moves = ({ type }: Clip) => type === 'video' || type === 'audio';

/** Planner rules that remove, move and reorder clips. */
export const orderRules: Rule[] = [
  {
    name: 'remove clips',
    examples: [
      'delete the second clip',
      'remove all captions',
      'get rid of the music',
      'keep only the first clip',
      'remove the last two photos',
    ],
    patterns: [
      say`(?:take|throw|cut|leave)\s+(?<who>(?!.*\b(?:sound|audio|volume|noise|bit|part)\b).+?)\s+(?:out|away)`,
      say`(?:delete|remove|drop|erase|get\s+rid\s+of|cut\s+out|take\s+out|throw\s+(?:out|away))\s+(?<who>.+)`,
      say`keep\s+only\s+(?<kept>.+)`,
    ],
    plan({ who, kept }, scene) {
      // "Its sound" is a part of a clip: the clip itself is not removed.
      if (/\b(?:its|their)\s+\p{L}/iu.test(who ?? '')) return null;
      // "The logo from the last clip" stays visible over the other clips.
      if (/\S\s+(?:from|during)\s+(?:the\s+)?\p{L}+\s+(?:clip|video|photo|scene|shot)$/iu.test(who ?? '')) return null;
      const found = findClips(who ?? `everything except ${kept}`, scene);
      if (!Array.isArray(found)) return found === null ? null : { reason: found };
      const isAll = scene.document.clips.filter(isMain).every((clip) => found.includes(clip));
      const namesAll = /\b(?:all|every|everything|both|rest|and)\b/i.test(who ?? '');
      const keepsNone = who === undefined && isAll;
      if (found.filter(isMain).length > 1 && ((isAll && !namesAll) || keepsNone)) {
        return { reason: 'This would delete all videos and images. Name the clips: clip 2, all clips.' };
      }
      // Removing a clip of the main track closes the gap. Overlays and audio keep their times.
      const [own, laid] = [found.filter(isMain), found.filter((clip) => !isMain(clip))];
      const ids = (clips: Clip[]) => clips.map(({ id }) => id);
      return {
        commands: [
          ...(own.length > 0 ? [{ op: 'removeClips', clipIds: ids(own), ripple: true }] : []),
          ...(laid.length > 0 ? [{ op: 'removeClips', clipIds: ids(laid) }] : []),
        ],
      };
    },
  },
  {
    name: 'hide for a while',
    examples: ['hide the logo during the second video', 'hide the logo from 0:02 to 0:04'],
    patterns: [
      say`
        (?:hide|(?:remove|take\s+away|take\s+off)(?=.*\b(?:during|while)\b))\s+(?<who>.+?)\s+
        (?:during|while|when|for|in|over)\s+(?<other>.+?)
        (?:\s+(?:is|are)\s+(?:on(?:\s+screen)?|playing|shown|speaking|talking))?
      `,
      say`hide\s+(?<who>.+?)\s+(?:from|between)\s+(?<from>${TIME})\s*(?:to|until|till|and|-|–)\s*(?<to>${TIME})`,
    ],
    plan({ who = '', other, from = '', to = '' }, scene) {
      const marks = other === undefined ? [] : findClips(other, scene, isMain);
      const [mark, more] = Array.isArray(marks) ? marks : [];
      if (other !== undefined && (mark === undefined || more !== undefined)) return null;
      const [start, end] = mark === undefined ? [secondsOf(from), secondsOf(to)] : [mark.start, endOf(mark)];
      const found = findClips(
        who,
        scene,
        (clip) => isSeen(clip) && !isMain(clip) && clip.start < end && endOf(clip) > start,
      );
      return forEach(found, ({ id }) => ({ op: 'cutRanges', clipId: id, ranges: [{ start, end }], ripple: false }));
    },
  },
  {
    name: 'duplicate',
    examples: ['duplicate the first clip', 'copy the title to 0:10'],
    patterns: [
      say`
        (?:duplicate|copy|repeat|clone|show|play)\s+(?<who>.+?)\s+
        (?:one\s+more\s+time|once\s+more|again|a\s+second\s+time|twice|two\s+times)
        (?:\s+(?:right\s+|directly\s+|straight\s+)?after\s+(?:it|itself|that|them))?
      `,
      say`
        (?:duplicate|copy|repeat|clone)\s+(?<who>.+?)\s+(?:to|at)\s+the\s+(?:very\s+)?(?<end>end)
        (?:\s+of\s+the\s+(?:video|film))?
      `,
      say`
        (?:duplicate|copy|repeat|clone)\s+(?<who>.+?)(?:\s+(?:once|right\s+after\s+(?:it|itself|that)))?
        (?:\s+(?:to|at)\s+(?<at>${TIME}))?
      `,
    ],
    plan: ({ who = '', at, end }, scene) =>
      forEach(findClips(who, scene), ({ id }) => ({
        op: 'duplicateClip',
        clipId: id,
        ...(at ? { start: secondsOf(at) } : {}),
        ...(end ? { start: Math.max(0, ...scene.document.clips.filter(isMain).map(endOf)) } : {}),
      })),
  },
  {
    name: 'reorder',
    examples: [
      'move clip 3 before clip 1',
      'put the last clip first',
      'swap clip 1 and clip 2',
      'move the last clip to the beginning',
      'reverse the order of the photos',
    ],
    patterns: [
      say`
        (?:move|put|place|bring|make|let|have|play|show)\s+(?<who>.+?)\s+
        (?:(?:come|go|be|appear|play|right|directly|just|immediately|straight)\s+)*
        (?<where>before|after|in\s+front\s+of|behind)\s+(?<other>.+)
      `,
      say`
        (?:make|put|have|let|move)\s+(?<who>.+?)\s+(?:be\s+|come\s+|go\s+|appear\s+|play\s+)?(?:(?:in|at|to|as)\s+)?
        (?:the\s+)?(?:very\s+)?(?<where>first|last)(?:\s+(?:clip|photo|one|position|place|spot|thing))?
      `,
      say`(?:start|begin|open)\s+(?:(?:the\s+)?(?:video|film)\s+)?with\s+(?<who>.+?)(?<first>)`,
      say`(?:end|finish|close)\s+(?:(?:the\s+)?(?:video|film)\s+)?with\s+(?<who>.+?)(?<last>)`,
      say`
        (?:make|have|let|play|show)\s+(?<who>.+?)\s+(?:(?:come|go|be|play)\s+)?(?:right\s+)?(?:to|at)\s+the\s+
        (?:very\s+)?(?<where>start|beginning|front|end)(?:\s+of\s+the\s+(?:video|film|movie))?
      `,
      say`
        (?:move|put|place|bring)\s+(?<who>.+?)\s+(?:(?:to|at)\s+the\s+(?:very\s+)?)?
        (?<where>first|start|beginning|front|last|end)(?:\s+of\s+the\s+(?:video|film|timeline|project))?
      `,
      say`
        (?<where>swap|switch|exchange)\s+(?:the\s+order\s+of\s+|the\s+places\s+of\s+)?(?<who>.+?)\s+(?:and|with)\s+
        (?<other>.+)
      `,
      say`(?<where>swap|switch)\s+(?<who>.+)`,
      say`(?<where>reverse)\s+the\s+(?:order|sequence)\s+of\s+(?<who>.+)`,
    ],
    plan({ who = '', where, other, last }, scene) {
      // "The one at the start and that one to the end" contains two instructions.
      if (/\b(?:(?:at|to) the (?:very )?(?:start|beginning|end|front)|first one|last one|be|come|go)\b/i.test(who))
        return null;
      return reordered(who, (where ?? (last === undefined ? 'first' : 'last')).toLowerCase(), other, scene);
    },
  },
  {
    name: 'order of all',
    examples: ['order: clip 2, clip 1, clip 3', 'first clip 2, then clip 1, then clip 3'],
    patterns: [
      say`
        (?:(?:put|show|play|arrange)\s+(?:them\s+|the\s+clips\s+)?(?:in\s+)?)?(?:(?:this|the|new)\s+)*
        (?:order|sequence)\s*(?:should\s+be|is|:)?\s*(?<list>.+)
      `,
      say`(?:first\s+)?(?<list>[^,]+?(?:\s*,?\s*\bthen\s+[^,]+?)+)`,
    ],
    plan({ list = '' }, scene) {
      const parts = list.split(/\s*(?:,\s*(?:and\s+)?(?:then\s+)?|\bthen\b|->|→|>|\band\s+then\b)\s*/i);
      const found = parts.map((part) => findClips(part, scene, isMain));
      const chosen = found.flatMap((one) => (Array.isArray(one) && one.length === 1 ? one : []));
      const [first] = chosen;
      if (
        first === undefined ||
        chosen.length < 3 ||
        chosen.length < parts.length ||
        new Set(chosen).size < chosen.length
      )
        return null;
      const row = scene.document.clips
        .filter((clip) => isMain(clip) && clip.trackIndex === first.trackIndex)
        .toSorted((a, b) => a.start - b.start);
      if (!chosen.every((clip) => row.includes(clip))) return null;
      const places = row.flatMap((clip, at) => (chosen.includes(clip) ? [at] : []));
      const clipIds = row.map(({ id }, at) => chosen[places.indexOf(at)]?.id ?? id);
      return { commands: [{ op: 'reorderClips', trackIndex: first.trackIndex, clipIds }] };
    },
  },
  {
    name: 'move to a time',
    examples: ['move the title to 0:10', 'start the music at 5 seconds', 'move the music to start at 5 seconds'],
    patterns: [
      say`(?:have|make|let)\s+(?<who>.+?)\s+(?:appear|start|begin|come\s+in|show\s+up)\s+at\s+(?<at>${TIME})`,
      say`(?:move|shift|start|put|begin)\s+(?<who>.+?)\s+(?:to(?:\s+(?:start|begin)(?:\s+at)?)?|at)\s+(?<at>${TIME})`,
    ],
    plan({ who = '', at = '' }, scene) {
      const found = findClips(who, scene);
      if (Array.isArray(found) && found.length > 1)
        return { reason: 'Several clips match. Name one: the first title, clip 2.' };
      return forEach(found, ({ id }) => ({ op: 'moveClip', clipId: id, start: secondsOf(at) }));
    },
  },
  {
    name: 'move to the start of another clip',
    examples: ['start the music at the second clip', 'make the title start with the second clip'],
    patterns: [
      say`
        (?:start|begin|move|put|bring\s+in)\s+(?<who>.+?)\s+
        (?:(?:at|to)\s+the\s+(?:start|beginning)\s+of|to\s+where|to\s+when|where|at|with|when)\s+(?<other>.+?)
        (?:\s+(?:starts|begins))?
      `,
      say`
        (?:make|have|let)\s+(?<who>.+?)\s+(?:start|begin|appear)\s+(?:at|with|when)\s+(?<other>.+?)
        (?:\s+(?:starts|begins))?
      `,
    ],
    plan({ who = '', other = '' }, scene) {
      const marks = findClips(other, scene, isMain);
      const [mark, more] = Array.isArray(marks) ? marks : [];
      const found = findClips(who, scene, (clip) => !isMain(clip));
      if (mark === undefined || more !== undefined || !Array.isArray(found) || found.length !== 1) return null;
      return forEach(found, ({ id }) => ({ op: 'moveClip', clipId: id, start: mark.start }));
    },
  },
  {
    name: 'move by a length',
    examples: ['show the title one second later', 'delay the music by 2 seconds', 'move the title back 0.5 seconds'],
    patterns: [
      say`
        (?:show|move|start|shift|play|make|bring)\s+(?<who>.+?)\s+(?<length>${LENGTH})\s+
        (?<way>later|earlier|back|forward|to\s+the\s+right|to\s+the\s+left)
      `,
      say`
        (?:make|let|have)\s+(?<who>.+?)\s+(?:come(?:\s+in)?|appear|start|begin|show\s+up)\s+(?<length>${LENGTH})\s+
        (?<way>later|earlier)
      `,
      say`(?:move|shift|nudge)\s+(?<who>.+?)\s+(?<way>later|earlier|back|forward)\s+(?:by\s+)?(?<length>${LENGTH})`,
      say`(?<way>delay|postpone)\s+(?<who>.+?)\s+by\s+(?<length>${LENGTH})`,
    ],
    plan({ who = '', length = '', way = '' }, scene) {
      const sign = /earlier|left|back/i.test(way) ? -1 : 1;
      const found = findClips(who, scene);
      if (Array.isArray(found) && found.length > 1)
        return { reason: 'Several clips match. Name one: the first title, clip 2.' };
      return forEach(found, ({ id, start }) => ({
        op: 'moveClip',
        clipId: id,
        start: Math.max(0, start + sign * secondsOf(length)),
      }));
    },
  },
  {
    name: 'show only at the edge',
    examples: ['show the title only for the first 2 seconds', 'make the logo appear only in the last 5 seconds'],
    patterns: [
      say`
        (?:show|make|have|let|keep)\s+(?<who>.+?)\s+(?:only\s+)?(?:appear\s+|show\s+(?:up\s+)?|be\s+visible\s+)?
        (?:only\s+)?(?:for|in|during)\s+the\s+(?<which>first|last)\s+(?<length>${LENGTH})
      `,
    ],
    plan({ who = '', which = '', length = '' }, scene, instruction) {
      // "Show the title for the first 5 seconds" may also mean a title that starts later.
      if (!/\bonly\b/i.test(instruction)) return null;
      const [end, lasts] = [Math.max(0, ...scene.document.clips.map(endOf)), secondsOf(length)];
      const start = /first/i.test(which) ? 0 : Math.max(0, end - lasts);
      return forEach(
        findClips(who, scene, (clip) => isSeen(clip) && clip.type !== 'video' && !isMain(clip)),
        ({ id, ...clip }) => {
          const covers = clip.start < start && endOf({ id, ...clip }) > start;
          const moved = covers ? { op: 'trimClip', clipId: id, start } : { op: 'moveClip', clipId: id, start };
          return [moved, { op: 'trimClip', clipId: id, duration: Math.min(lasts, end - start) }];
        },
      );
    },
  },
  {
    name: 'loop',
    examples: ['loop the music to 30 seconds', 'loop the music for the whole video', 'loop the music until the end'],
    patterns: [
      say`(?:loop|repeat)\s+(?<who>.+?)\s+(?:to|for|until)\s+(?<length>${TIME})`,
      say`
        (?:loop|repeat)\s+(?<who>.+?)(?:
          \s+(?:
            (?:for|to|over|under)\s+the\s+(?:whole|entire)\s+(?:video|film|thing)
            |(?:until|till|to)\s+the\s+end(?:\s+of\s+the\s+(?:video|film))?
          )
        )?
      `,
    ],
    plan({ who = '', length }, scene) {
      const end = Math.max(0, ...scene.document.clips.filter(isMain).map(endOf));
      return forEach(findClips(who, scene, moves), (clip) => {
        const duration = length ? secondsOf(length) : Math.max(0.1, end - clip.start);
        // The clip already has that duration: no command is needed.
        return Math.abs(duration - clip.duration) < 0.05 ? [] : { op: 'loopClip', clipId: clip.id, duration };
      });
    },
  },
  {
    name: 'leave as it is',
    examples: [],
    patterns: [
      say`(?:keep|leave)\s+(?<who>.+?)(?:\s+(?:alone|as\s+(?:it|they)\s+(?:is|are)|as\s+is|untouched|unchanged))?`,
    ],
    plan: ({ who = '' }, scene) => forEach(findClips(who, scene), () => []),
  },
];

function reordered(who: string, where: string, other: string | undefined, scene: Scene) {
  const found = findClips(who, scene, isMain);
  const marks = other === undefined ? [] : findClips(other, scene, isMain);
  if (!Array.isArray(found)) return found === null ? null : { reason: found };
  if (!Array.isArray(marks)) return marks === null ? null : { reason: marks };
  const [clip] = found;
  const [mark] = marks;
  if (!clip) return null;
  const row = scene.document.clips
    .filter(({ trackIndex }) => trackIndex === clip.trackIndex)
    .toSorted((a, b) => a.start - b.start);
  const ids = row.map(({ id }) => id);
  const chosen = found.map(({ id }) => id);
  if (!chosen.every((id) => ids.includes(id))) return { reason: 'Name clips of one track: clip 1, clip 2.' };
  const command = (clipIds: string[]) => ({
    commands: [{ op: 'reorderClips', trackIndex: clip.trackIndex, clipIds }],
    about: /swap|switch|exchange/.test(where) ? [...chosen, ...marks.map(({ id }) => id)] : chosen,
  });
  if (/swap|switch|exchange/.test(where) && other === undefined) {
    const [one, two] = chosen;
    if (one === undefined || two === undefined || chosen.length > 2) return null;
    return command(ids.map((id) => (id === one ? two : id === two ? one : id)));
  }
  if (where === 'reverse') return chosen.length < 2 ? null : command(chosen.toReversed());
  const rest = ids.filter((id) => !chosen.includes(id));
  if (other === undefined) return command(/last|end/.test(where) ? [...rest, ...chosen] : [...chosen, ...rest]);
  if (!mark || !ids.includes(mark.id) || chosen.includes(mark.id))
    return { reason: 'Name two clips of one track: clip 1, clip 2.' };
  if (/swap|switch|exchange/.test(where)) {
    if (chosen.length > 1) return { reason: 'Only two clips can be swapped. Name one on each side.' };
    return command(ids.map((id) => (id === clip.id ? mark.id : id === mark.id ? clip.id : id)));
  }
  rest.splice(rest.indexOf(mark.id) + (/after|behind/.test(where) ? 1 : 0), 0, ...chosen);
  return command(rest);
}
