import type { Clip, Document } from '@framemill/timeline';
import { hasAudio, isMain, isVoice } from '../clip-kinds.ts';
import { findClips } from '../find-clips.ts';
import { forEach, type Rule, type RuleResult } from '../rule.ts';
import { CLOCK, LENGTH, pattern, say, secondsOf, TIME } from '../words.ts';

const endOf = (clip: Clip) => clip.start + clip.duration;
const clipsOr = (hit: Clip[], otherwise: string) => (hit.length > 0 ? hit : otherwise);
const CUT = pattern`
  (?:(?:jump[\s-]?)?cut|trim|remove|delete|drop|lose|shave|chop|crop|take|clip)(?:\s+(?:off|out|away))?
`;
const FILM = pattern`
  (?:the\s+|this\s+|my\s+|whole\s+|entire\s+)*
  (?:video|film|movie|project|it|timeline|everything|thing|edit|reel|montage|vlog)
`;
const RANGE = String.raw`(?:(?:from|between)\s+)?${TIME}\s*(?:to|until|till|and|-|–)\s*${CLOCK}`;

/**
 * Builds a command that cuts the range from `start` to `end`, in seconds of the timeline, out of a clip. Later clips on
 * the same track are moved to close the gap, because users never want a gap in the footage.
 */
export const cutOut = ({ id }: Clip, start: number, end: number) => ({
  op: 'cutRanges',
  clipId: id,
  ranges: [{ start, end }],
  ripple: true,
});

/**
 * Builds the commands that change the duration of a clip, in seconds, by moving its end.
 * If a clip of the main track becomes longer, the later clips are moved first.
 */
export function lasting(clip: Clip, duration: number, document: Document) {
  if (!isMain(clip)) return [{ op: 'trimClip', clipId: clip.id, duration }];
  if (duration <= clip.duration) return [cutOut(clip, clip.start + duration, endOf(clip))];
  const isFollowed = document.clips.some(
    ({ trackIndex, start }) => trackIndex === clip.trackIndex && start >= endOf(clip) - 0.001,
  );
  const gap = { op: 'insertGap', at: endOf(clip), duration: duration - clip.duration, trackIndices: [clip.trackIndex] };
  return [...(isFollowed ? [gap] : []), { op: 'trimClip', clipId: clip.id, duration }];
}

/**
 * Builds the commands that cut several ranges of the timeline.
 * The times of all ranges refer to the timeline before any cut, so the last range is cut first. Overlapping ranges are
 * merged.
 */
function cutAll(list: string, { clips }: Document): RuleResult {
  const ranges: { start: number; end: number }[] = [];
  for (const text of list.match(new RegExp(RANGE, 'giu')) ?? []) {
    const [start = 0, end = 0] = (text.match(new RegExp(TIME, 'giu')) ?? []).map(secondsOf);
    if (!(end > start)) return { reason: 'A range ends before it begins. Write the earlier time first.' };
    ranges.push({ start, end });
  }
  const merged: typeof ranges = [];
  for (const range of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last !== undefined && range.start <= last.end) last.end = Math.max(last.end, range.end);
    else merged.push({ ...range });
  }
  const commands = merged.reverse().flatMap(({ start, end }) =>
    clips
      .filter((clip) => isMain(clip) && clip.start < end && endOf(clip) > start)
      .toSorted((a, b) => b.start - a.start)
      .map((clip) => cutOut(clip, start, end)),
  );
  return commands.length > 0 ? { commands } : { reason: 'No clip is in these ranges.' };
}

const isSpoken = (clip: Clip) => !clip.muted && (clip.type === 'video' || isVoice(clip));

/** Planner rules that cut, trim and remove silence. */
export const cutRules: Rule[] = [
  {
    name: 'remove silence',
    examples: ['remove the silence', 'cut out the pauses from the first video', 'get rid of the dead air'],
    patterns: [
      say`
        (?:${CUT}|get\s+rid\s+of|tighten\s+up)\s+(?:all\s+|the\s+|any\s+|of\s+|long\s+)*
        (?:silences?|silent\s+(?:parts|bits|moments|sections)|pauses|dead\s+air|awkward\s+pauses)
        (?:\s+(?:from|in|of|out\s+of)\s+(?<who>.+))?
      `,
    ],
    plan({ who }, scene) {
      const spoken = scene.document.clips.filter(isSpoken);
      const found =
        who === undefined
          ? spoken.length > 0
            ? spoken
            : 'There is no clip with speech in the project.'
          : findClips(who, scene, (clip) => hasAudio(clip) && !clip.muted);
      return forEach(found, ({ id }) => ({ op: 'trimSilence', clipId: id }));
    },
  },
  {
    name: 'cut the first or last seconds',
    examples: [
      'cut the first 2 seconds of the intro',
      'trim the last 1.5 seconds off the second clip',
      'remove the first second of clip 1',
      'cut 2 seconds from the start of the intro',
    ],
    patterns: [
      say`
        ${CUT}\s+(?:the\s+)?(?<which>first|last)\s+(?<length>${LENGTH}|second)
        (?:\s+(?:of|off|from|in|off\s+of)\s+(?<who>.+))?
      `,
      say`
        ${CUT}\s+(?<length>${LENGTH})\s+(?:from|off|at|of)\s+(?:of\s+)?the\s+
        (?<which>start|beginning|head|front|end|tail)(?:\s+of\s+(?<who>.+))?
      `,
      say`${CUT}\s+(?<length>${LENGTH})\s+(?:from|off)\s+(?<who>.+?)\s+at\s+the\s+(?<which>start|beginning|end)`,
      say`${CUT}\s+(?:the\s+)?(?<which>start|beginning|end)\s+of\s+(?<who>.+?)\s+by\s+(?<length>${LENGTH})`,
    ],
    plan({ which = '', length = '', who }, scene) {
      const cutSec = /^second$/i.test(length) ? 1 : secondsOf(length);
      const isTail = /last|end|tail/i.test(which);
      const main = scene.document.clips.filter(isMain).toSorted((a, b) => a.start - b.start);
      const edge = isTail ? main.slice(-1) : main.slice(0, 1);
      const isFilm = who === undefined || new RegExp(`^${FILM}$`, 'i').test(who);
      const found = isFilm
        ? who === undefined && scene.about.length > 0
          ? findClips('it', scene, isMain)
          : edge
        : findClips(who ?? '', scene);
      return forEach(found, (clip) => {
        if (!isMain(clip))
          return isTail
            ? { op: 'trimClip', clipId: clip.id, duration: clip.duration - cutSec }
            : { op: 'trimClip', clipId: clip.id, start: clip.start + cutSec };
        if (cutSec >= clip.duration) return { op: 'trimClip', clipId: clip.id, duration: clip.duration - cutSec };
        return isTail ? cutOut(clip, endOf(clip) - cutSec, endOf(clip)) : cutOut(clip, clip.start, clip.start + cutSec);
      });
    },
  },
  {
    name: 'cut at both ends',
    examples: ['trim 1 second off both ends of the first video'],
    patterns: [
      say`
        ${CUT}\s+(?<length>${LENGTH})\s+(?:off|from|at|on)\s+(?:of\s+)?
        (?:both\s+(?:ends|sides)|(?:the\s+)?(?:start|beginning)\s+and\s+(?:the\s+)?end)\s+(?:of|from)\s+(?<who>.+)
      `,
    ],
    plan({ length = '', who = '' }, scene) {
      const cutSec = secondsOf(length);
      return forEach(findClips(who, scene, isMain), (clip) =>
        clip.duration <= 2 * cutSec
          ? { op: 'trimClip', clipId: clip.id, duration: 0 }
          : [cutOut(clip, endOf(clip) - cutSec, endOf(clip)), cutOut(clip, clip.start, clip.start + cutSec)],
      );
    },
  },
  {
    name: 'begin later in a sound',
    examples: ['skip the first 5 seconds of the music', 'start the music 5 seconds in'],
    patterns: [
      say`
        skip\s+(?:the\s+)?first\s+(?<length>${LENGTH})\s+(?:of|in|from)\s+
        (?<who>[^,]+?)(?:,?\s+(?:and\s+)?start\s+(?:it\s+)?(?:from\s+there|there))?
      `,
      say`
        (?:start|begin|play)\s+(?<who>.+?)\s+(?:from\s+|at\s+)?(?<length>${LENGTH})\s+
        in(?:to\s+(?:it|the\s+(?:song|track|music)))?
      `,
    ],
    plan({ who = '', length = '' }, scene) {
      return forEach(
        findClips(who, scene, ({ type }) => type === 'audio'),
        ({ id }) => ({ op: 'slipClip', clipId: id, offset: secondsOf(length) }),
      );
    },
  },
  {
    name: 'length of the film',
    examples: ['trim the video to 15 seconds', 'make the whole film 15 seconds long', 'cut the video down to 15s'],
    patterns: [
      say`(?:trim|shorten|cut|limit|reduce)\s+${FILM}\s+(?:down\s+)?to\s+(?<length>${TIME})`,
      say`make\s+${FILM}\s+(?:(?:exactly|only|just|last|be)\s+)*(?<length>${CLOCK})(?:\s+(?:long|in\s+length))?`,
      say`(?:cut|trim|remove|delete)\s+(?:off\s+)?everything\s+after\s+(?:the\s+)?(?<length>${TIME})(?:\s+mark)?`,
    ],
    plan({ length = '' }, { document, about }, instruction) {
      // After another clip was named, "it" means that clip.
      if (about.length > 0 && /\b(?:make|trim|cut|shorten|limit|reduce)\s+it\b/i.test(instruction)) return null;
      const end = secondsOf(length);
      const later = document.clips.filter((clip) => endOf(clip) > end + 0.001);
      if (!(end > 0)) return { reason: `A video cannot last ${end} seconds. Say how long it should be.` };
      if (later.length === 0) return { reason: `The project already ends before ${end} s.` };
      const gone = later.filter(({ start }) => start >= end).map(({ id }) => id);
      const cut = later
        .filter(({ start }) => start < end)
        .map(({ id, start }) => ({ op: 'trimClip', clipId: id, duration: end - start }));
      return { commands: [...cut, ...(gone.length > 0 ? [{ op: 'removeClips', clipIds: gone }] : [])] };
    },
  },
  {
    name: 'length of a clip',
    examples: [
      'trim the intro to 3 seconds',
      'shorten clip 2 to 4s',
      'make the last photo 5 seconds long',
      'make each photo 5 seconds',
      'make every photo last 2 seconds',
      'set the duration of clip 1 to 4 seconds',
    ],
    patterns: [
      say`
        (?:trim|shorten|cut|limit|reduce|extend|lengthen|set|change)\s+
        (?<who>.+?)(?:(?:['’]?s)?\s+(?:duration|length))?\s+(?:down\s+)?to\s+(?:just\s+|only\s+)?(?:the\s+)?
        (?:first\s+)?(?<length>${TIME})(?:\s+each)?
      `,
      say`(?:set|change)\s+the\s+(?:duration|length)\s+of\s+(?<who>.+?)\s+to\s+(?<length>${TIME})(?:\s+each)?`,
      say`
        make\s+(?<who>.+?)\s+(?:(?:last|stay|shown|play|run)\s+(?:for\s+)?)?(?<length>${LENGTH})
        (?:\s+(?:long|each|in\s+length))*
      `,
      say`(?:make\s+it\s+|show\s+)?(?<length>${LENGTH})\s+(?:per|for\s+each|each)\s+(?<one>\p{L}+)`,
      say`(?:show|play)\s+(?<who>(?:each|every)\s+.+?)\s+for\s+(?<length>${LENGTH})`,
      say`(?<length>${LENGTH})\s+each(?<alone>)`,
    ],
    plan({ one, alone, who = `every ${alone === undefined ? one : 'clip'}`, length = '' }, scene) {
      // After another instruction, this may be the duration of its result: "a dissolve between all photos, one second
      // each".
      if (alone !== undefined && scene.about.length > 0) return null;
      const duration = secondsOf(length);
      if (!(duration > 0)) return { reason: `A clip cannot last ${duration} seconds. Delete it, or say how long.` };
      const found = findClips(who, scene);
      // Process from the last clip to the first, so that a change moves only clips that are already done.
      return forEach(Array.isArray(found) ? found.toSorted((a, b) => b.start - a.start) : found, (clip) =>
        lasting(clip, duration, scene.document),
      );
    },
  },
  {
    name: 'shorter and longer',
    examples: ['make the intro 2 seconds shorter', 'shorten the first clip by 1 second', 'make the title 1s longer'],
    patterns: [
      say`(?:make|show|keep|play|leave|hold)\s+(?<who>.+?)\s+(?:for\s+)?(?<length>${LENGTH})\s+(?<way>shorter|longer)`,
      say`
        (?<who>.+?)\s+(?:is|are)\s+(?<length>${LENGTH})\s+too\s+(?<way>long|short)
        (?:\s*,\s*(?:so\s+)?(?:please\s+)?(?:cut|trim|shorten|make)\s+(?:the\s+end|it|it\s+shorter))?
      `,
      say`make\s+(?<who>.+?)\s+(?<way>shorter|longer)\s+by\s+(?<length>${LENGTH})`,
      say`(?<way>shorten|trim|extend|lengthen)\s+(?<who>.+?)\s+by\s+(?<length>${LENGTH})`,
    ],
    plan({ who = '', length = '', way = '' }, scene) {
      const sign = /longer|extend|lengthen|^short$/i.test(way) ? 1 : -1;
      const found = findClips(who, scene);
      const ordered = Array.isArray(found) ? found.toSorted((a, b) => b.start - a.start) : found;
      return forEach(ordered, (clip) => lasting(clip, clip.duration + sign * secondsOf(length), scene.document));
    },
  },
  {
    name: 'end of a clip',
    examples: ['end the music at 0:10', 'stop the music at 8 seconds', 'extend the music until the end'],
    patterns: [
      say`(?:end|stop|cut\s+off)\s+(?<who>.+?)\s+at\s+(?<at>${TIME})`,
      say`(?:end|stop|cut(?:\s+off)?)\s+(?<who>(?!everything|all\b).+?)\s+(?:off\s+)?after\s+(?<length>${LENGTH})`,
      say`
        (?:trim|cut|shorten|make|let|have)\s+(?<who>.+?)\s+(?:so\s+(?:that\s+)?it\s+|to\s+)?(?:ends?|stops?)\s+at\s+
        (?<at>${TIME})
      `,
      say`
        (?:extend|keep|hold|show)\s+(?<who>.+?)\s+(?:until|till|to)\s+the\s+(?:very\s+)?end
        (?:\s+of\s+the\s+(?:video|film))?
      `,
    ],
    plan({ who = '', at, length }, scene) {
      if (length !== undefined) {
        if (new RegExp(`^${FILM}$`, 'i').test(who) && !/^it$/i.test(who)) return null;
        return forEach(findClips(who, scene), (clip) =>
          secondsOf(length) < clip.duration ? lasting(clip, secondsOf(length), scene.document) : [],
        );
      }
      const end = at === undefined ? Math.max(0, ...scene.document.clips.map(endOf)) : secondsOf(at);
      return forEach(
        findClips(who, scene, (clip) => clip.start < end),
        (clip) => {
          // The clip already ends there: no command is needed.
          return Math.abs(endOf(clip) - end) < 0.05 ? [] : lasting(clip, end - clip.start, scene.document);
        },
      );
    },
  },
  {
    name: 'cut a range out',
    examples: [
      'cut out everything from 0:05 to 0:08',
      'remove 3s to 5s from the first video',
      'delete the part between 0:02 and 0:04',
    ],
    patterns: [
      say`
        ${CUT}\s+(?:(?:everything|the\s+(?:part|section|bit|piece|segment)|all)\s+)?(?:(?:from|between)\s+)?
        (?<from>${TIME})\s*(?:to|until|till|and|-|–)\s*(?<to>${CLOCK})(?:\s+(?:from|in|of|out\s+of)\s+(?<who>.+))?
      `,
      say`${CUT}\s+(?<who>.+?)\s+(?:from|between)\s+(?<from>${TIME})\s*(?:to|until|till|and|-|–)\s*(?<to>${CLOCK})`,
      say`${CUT}\s+(?:(?:everything|the\s+parts)\s+)?(?<ranges>${RANGE}(?:\s*(?:,\s*and|,|and|&)\s*${RANGE})+)`,
    ],
    plan({ from = '', to = '', who, ranges }, scene) {
      if (ranges !== undefined) return cutAll(ranges, scene.document);
      const range = { start: secondsOf(from), end: secondsOf(to) };
      if (!(range.end > range.start))
        return { reason: 'The range ends before it begins. Write the earlier time first.' };
      const isHit = (clip: Clip) => clip.start < range.end && endOf(clip) > range.start;
      const hit = scene.document.clips.filter((clip) => isMain(clip) && isHit(clip));
      const found = who === undefined ? clipsOr(hit, 'No clip is in that range.') : findClips(who, scene, isHit);
      // Process from the last clip to the first, so that a ripple moves only clips that are already cut.
      const ordered = Array.isArray(found) ? found.toSorted((a, b) => b.start - a.start) : found;
      return forEach(ordered, (clip) => cutOut(clip, range.start, range.end));
    },
  },
  {
    name: 'split',
    examples: [
      'split the first clip at 0:03',
      'split at 4 seconds',
      'split the intro at 1s and 3s',
      'split the first clip in half',
    ],
    patterns: [
      say`
        (?:split|cut|slice|divide)(?:\s+(?<who>.+?))?\s+at\s+(?:the\s+)?
        (?<at>${TIME}(?:\s*(?:,\s*and|,|and|&)\s*(?:at\s+)?${TIME})*)(?:\s+mark)?
      `,
      say`
        (?:split|cut|slice|divide)(?:\s+(?<who>.+?))?\s+at\s+(?:all\s+|the\s+|every\s+|each\s+|my\s+)*
        (?<marks>markers?)
      `,
      say`
        (?:split|cut|slice|divide)\s+(?<who>.+?)\s+
        (?:in\s+the\s+middle|(?:in|into)\s+(?:half|two(?:\s+(?:equal\s+)?(?:parts|halves))?))
      `,
    ],
    plan({ who, at, marks }, scene) {
      const isHalved = at === undefined && marks === undefined;
      const marked = (scene.document.markers ?? []).map(({ time }) => time).toSorted((a, b) => a - b);
      if (marks !== undefined && marked.length === 0) return { reason: 'There are no markers in the project.' };
      const moments = at === undefined ? marked : at.split(/\s*(?:,\s*and\b|,|\band\b|&)\s*(?:at\s+)?/i).map(secondsOf);
      const isHit = (clip: Clip) => isHalved || moments.some((moment) => clip.start < moment && endOf(clip) > moment);
      const hit = scene.document.clips.filter((clip) => isMain(clip) && isHit(clip));
      const found =
        who === undefined ? clipsOr(hit, `No clip is at ${moments.join(', ')} s.`) : findClips(who, scene, isHit);
      return forEach(found, (clip) => {
        const times = isHalved
          ? [clip.start + clip.duration / 2]
          : moments.filter((moment) => clip.start < moment && endOf(clip) > moment);
        const [only, more] = times;
        if (more === undefined) return { op: 'splitClip', clipId: clip.id, at: only };
        return { op: 'sliceClip', clipId: clip.id, times };
      });
    },
  },
  {
    name: 'close gaps',
    examples: ['close the gaps', 'remove all gaps between the clips'],
    patterns: [
      say`
        (?:close|remove|delete|get\s+rid\s+of|fill)\s+(?:up\s+)?(?:all\s+|the\s+|of\s+|any\s+|these\s+)*
        (?:gaps?|holes?|(?:empty|blank)\s+(?:spaces?|parts|bits))
        (?:\s+(?:between|in)\s+(?:all\s+|the\s+|my\s+|them\b|of\s+)*(?:clips|videos|photos|timeline|video)?)?
      `,
    ],
    plan: () => ({ commands: [{ op: 'closeGaps' }] }),
  },
  {
    name: 'freeze',
    examples: ['freeze the first video at 0:02 for 1 second', 'freeze the frame at 3s'],
    patterns: [
      say`freeze(?:\s+(?<who>.+?))?\s+at\s+(?<at>${TIME})(?:\s+for\s+(?<length>${TIME}))?`,
      say`
        freeze\s+the\s+(?<edge>first|last)\s+(?:frame|picture|image)\s+of\s+(?<who>.+?)
        (?:\s+for\s+(?<length>${TIME}))?
      `,
      say`(?:add|put|insert)\s+an?\s+(?:(?<length>${LENGTH})\s+)?freeze(?:\s+frame)?\s+at\s+(?<at>${TIME})`,
    ],
    plan({ who = '', at = '', length, edge }, scene) {
      const lasts = length ? { duration: secondsOf(length) } : {};
      if (edge !== undefined) {
        const frame = 1 / scene.document.settings.fps;
        return forEach(
          findClips(who, scene, ({ type }) => type === 'video'),
          (clip) => ({
            ...{ op: 'freezeFrame', clipId: clip.id, at: /first/i.test(edge) ? clip.start : endOf(clip) - frame },
            ...lasts,
          }),
        );
      }
      const moment = secondsOf(at);
      const isHit = (clip: Clip) => clip.type === 'video' && clip.start <= moment && endOf(clip) >= moment;
      const isFrame = /^(?:the\s+)?(?:frame|picture|image|video|screen|)$/i.test(who);
      const hit = scene.document.clips.filter(isHit).slice(0, 1);
      const found = isFrame ? clipsOr(hit, `No video is at ${moment} s.`) : findClips(who, scene, isHit);
      return forEach(found, ({ id }) => ({ op: 'freezeFrame', clipId: id, at: moment, ...lasts }));
    },
  },
];
