import type { Clip } from '@framemill/timeline';
import { findClips, isMain } from '../find-clips.ts';
import { forEach, type Rule } from '../rule.ts';
import { NUMBER, numberOf, re, secondsOf, TIME } from '../words.ts';

const endOf = (clip: Clip) => clip.start + clip.duration;

export const cutRules: Rule[] = [
  {
    name: 'remove silence',
    examples: ['remove the silence', 'cut out the pauses from the interview'],
    patterns: [re`\b(?:remove|cut|trim|delete|take)\b.*\b(?:silences?|silent|pauses|dead air)\b(?<who>.*)$`],
    plan({ who = '' }, document) {
      const { clips, named } = findClips(who, document);
      const sounding = (named ? clips : document.clips).filter(
        ({ type, muted }) => (type === 'video' || type === 'audio') && !muted,
      );
      const spoken = named
        ? sounding
        : sounding.filter((clip) => clip.type === 'video' || /voice|speech|talk|narrat|interview/i.test(clip.name));
      return forEach(spoken, 'clip with speech', ({ id }) => ({ op: 'trimSilence', clipId: id }));
    },
  },
  {
    name: 'cut the first or last seconds',
    examples: [
      'cut the first 2 seconds of the intro',
      'trim the last 1.5 seconds off the second clip',
      'remove the first second of clip 1',
    ],
    patterns: [
      re`\b(?:cut|trim|remove|delete|drop|shave)\b.*?\b(?<which>first|last)\s+(?<length>${TIME}|second)\b(?<who>.*)$`,
    ],
    plan({ which = '', length = '', who = '' }, document) {
      // "The first two clips" are no seconds.
      if (!/sec|\bs\b|:|min/i.test(length)) return null;
      const cutSec = length.toLowerCase() === 'second' ? 1 : secondsOf(length);
      const found = findClips(who, document);
      const main = document.clips.filter(isMain).toSorted((a, b) => a.start - b.start);
      const clips = found.named ? found.clips : which.toLowerCase() === 'first' ? main.slice(0, 1) : main.slice(-1);
      return forEach(clips, 'such clip', (clip) => {
        if (which.toLowerCase() === 'last')
          return { op: 'trimClip', clipId: clip.id, duration: clip.duration - cutSec };
        return { op: 'trimClip', clipId: clip.id, start: clip.start + cutSec };
      });
    },
  },
  {
    name: 'trim to a length',
    examples: ['trim the intro to 3 seconds', 'shorten clip 2 to 4s', 'make the last photo 5 seconds long'],
    patterns: [
      re`\b(?:trim|shorten|cut|limit)\s+(?<who>.*?)\s+(?:down\s+)?to\s+(?<length>${TIME})`,
      re`\bmake\s+(?<who>.*?)\s+(?<length>${TIME})\s+long\b`,
      re`\bmake\s+(?<who>.*?)\s+last\s+(?<length>${TIME})\s*$`,
    ],
    plan({ who = '', length = '' }, document) {
      const { clips, named } = findClips(who, document);
      if (!named) return null;
      return forEach(clips, 'such clip', ({ id }) => ({ op: 'trimClip', clipId: id, duration: secondsOf(length) }));
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
      re`\b(?:cut|remove|delete|take)\b(?<before>.*?)(?<from>${TIME})\s*(?:to|until|till|and|-|–)\s*(?<to>${TIME})(?<who>.*)$`,
    ],
    plan({ before = '', from = '', to = '', who = '' }, document) {
      const range = { start: secondsOf(from), end: secondsOf(to) };
      if (!(range.end > range.start))
        return { reason: 'The range ends before it begins. Write the earlier time first.' };
      const { clips, named } = findClips(`${who} ${before.replace(/\beverything\b/i, '')}`, document);
      const hit = (named ? clips : document.clips.filter(isMain)).filter(
        (clip) => clip.start < range.end && endOf(clip) > range.start,
      );
      return forEach(hit, 'clip in that range', ({ id }) => ({
        op: 'cutRanges',
        clipId: id,
        ranges: [range],
        ripple: true,
      }));
    },
  },
  {
    name: 'split',
    examples: ['split the first clip at 0:03', 'split at 4 seconds'],
    patterns: [re`\b(?:split|cut)\b(?<who>.*?)\bat\s+(?<at>${TIME})\s*$`],
    plan({ who = '', at = '' }, document) {
      const moment = secondsOf(at);
      const { clips, named } = findClips(who, document);
      const hit = (named ? clips : document.clips.filter(isMain)).filter(
        (clip) => clip.start < moment && endOf(clip) > moment,
      );
      return forEach(hit, `clip at ${moment} s`, ({ id }) => ({ op: 'splitClip', clipId: id, at: moment }));
    },
  },
  {
    name: 'close gaps',
    examples: ['close the gaps', 'remove all gaps between the clips'],
    patterns: [re`\b(?:close|remove|delete)\b.*\b(?:gaps?|holes?|empty space)\b`],
    plan: () => ({ commands: [{ op: 'closeGaps' }] }),
  },
  {
    name: 'remove a transition',
    examples: ['remove the transitions', 'delete the transition of the second clip'],
    patterns: [re`\b(?:remove|delete|drop)\b.*?\btransitions?\b(?<who>.*)$`],
    plan({ who = '' }, document) {
      const { clips, named } = findClips(who, document);
      const with_ = (named ? clips : document.clips).filter(({ transition }) => transition);
      return forEach(with_, 'transition', ({ id }) => ({ op: 'removeTransition', clipId: id }));
    },
  },
  {
    name: 'remove clips',
    examples: ['delete the second clip', 'remove all captions', 'get rid of the music'],
    patterns: [re`\b(?:delete|remove|drop|erase|get rid of)\s+(?<who>.+)$`],
    plan({ who = '' }, document) {
      // A part of a clip, or something on it, is no clip.
      if (/\b(?:from|of|effects?|filters?|keyframes?|colou?rs?|silence|background|sound of)\b/i.test(who)) return null;
      const { clips, named } = findClips(who, document);
      if (!named) return null;
      if (clips.length === 0) return { reason: 'There is no such clip in the project.' };
      return { commands: [{ op: 'removeClips', clipIds: clips.map(({ id }) => id) }] };
    },
  },
  {
    name: 'duplicate',
    examples: ['duplicate the first clip', 'copy the title to 0:10'],
    patterns: [re`\b(?:duplicate|copy)\s+(?<who>.*?)(?:\s+(?:to|at)\s+(?<at>${TIME}))?\s*$`],
    plan({ who = '', at }, document) {
      const { clips, named } = findClips(who, document);
      if (!named) return null;
      return forEach(clips, 'such clip', ({ id }) => ({
        op: 'duplicateClip',
        clipId: id,
        ...(at ? { start: secondsOf(at) } : {}),
      }));
    },
  },
  {
    name: 'reorder',
    examples: ['move clip 3 before clip 1', 'put the last clip first', 'swap clip 1 and clip 2'],
    patterns: [
      re`\b(?:move|put)\s+(?<who>.*?)\s+(?<where>before|after)\s+(?<other>.*)$`,
      re`\b(?:move|put)\s+(?<who>.*?)\s+(?:to\s+the\s+)?(?<where>first|start|beginning|last|end)\s*$`,
      re`\b(?<where>swap)\s+(?<who>.*?)\s+(?:and|with)\s+(?<other>.*)$`,
    ],
    plan({ who = '', where = '', other }, document) {
      const [clip] = findClips(who, document).clips;
      const [mark] = other === undefined ? [] : findClips(other, document).clips;
      if (!clip || !isMain(clip)) return null;
      const row = document.clips
        .filter(({ trackIndex }) => trackIndex === clip.trackIndex)
        .toSorted((a, b) => a.start - b.start);
      const ids = row.map(({ id }) => id);
      const rest = ids.filter((id) => id !== clip.id);
      const to = where.toLowerCase();
      if (to === 'swap' || to === 'before' || to === 'after') {
        if (!mark || !ids.includes(mark.id) || mark.id === clip.id)
          return { reason: 'Name two clips of one track: clip 1, clip 2.' };
        if (to === 'swap') {
          const swapped = ids.map((id) => (id === clip.id ? mark.id : id === mark.id ? clip.id : id));
          return { commands: [{ op: 'reorderClips', trackIndex: clip.trackIndex, clipIds: swapped }] };
        }
        rest.splice(rest.indexOf(mark.id) + (to === 'after' ? 1 : 0), 0, clip.id);
      } else if (to === 'last' || to === 'end') rest.push(clip.id);
      else rest.unshift(clip.id);
      return { commands: [{ op: 'reorderClips', trackIndex: clip.trackIndex, clipIds: rest }] };
    },
  },
  {
    name: 'move to a time',
    examples: ['move the title to 0:10', 'start the music at 5 seconds'],
    patterns: [re`\b(?:move|shift|start)\s+(?<who>.*?)\s+(?:to|at)\s+(?<at>${TIME})\s*$`],
    plan({ who = '', at = '' }, document) {
      const { clips, named } = findClips(who, document);
      if (!named) return null;
      if (clips.length > 1) return { reason: 'Several clips are meant. Name one: the first title, clip 2.' };
      return forEach(clips, 'such clip', ({ id }) => ({ op: 'moveClip', clipId: id, start: secondsOf(at) }));
    },
  },
  {
    name: 'loop',
    examples: ['loop the music to 30 seconds', 'loop the music for the whole video'],
    patterns: [re`\bloop\s+(?<who>.*?)(?:\s+(?:to|for|until)\s+(?:(?<length>${TIME})|(?<whole>.*)))?\s*$`],
    plan({ who = '', length, whole }, document) {
      const { clips, named } = findClips(who, document);
      if (!named) return null;
      const end = Math.max(0, ...document.clips.filter((clip) => clip.type !== 'audio').map(endOf));
      if (length === undefined && whole === undefined && end === 0)
        return { reason: 'Say how long: loop the music to 30 seconds.' };
      return forEach(clips, 'such clip', (clip) => ({
        ...{ op: 'loopClip', clipId: clip.id, duration: length ? secondsOf(length) : end - clip.start },
      }));
    },
  },
  {
    name: 'speed',
    examples: [
      'speed up the intro 2x',
      'slow down clip 2 to half speed',
      'play the first video at 1.5x',
      'make the last video twice as fast',
    ],
    patterns: [
      re`\bspeed\s+up\s+(?<who>.*?)(?:\s+(?:to|by|at)?\s*(?<factor>${NUMBER})\s*(?:x|times|×))?\s*$`,
      re`\bslow(?:\s+down)?\s+(?<who>.*?)(?:\s+down)?(?:\s+(?:to|by|at)?\s*(?<slow>${NUMBER})\s*(?:x|times|×|speed)?)?\s*$`,
      re`\bplay\s+(?<who>.*?)\s+at\s+(?<factor>${NUMBER})\s*(?:x|times|×)`,
      re`\bmake\s+(?<who>.*?)\s+(?<word>twice as fast|double speed|half speed|half as fast|faster|slower)`,
    ],
    plan({ who = '', factor, slow, word }, document, instruction) {
      const { clips, named } = findClips(who, document);
      if (!named) return null;
      const words: Record<string, number> = { 'half speed': 0.5, 'half as fast': 0.5, slower: 0.5, faster: 1.5 };
      const slowed = slow === undefined ? 0.5 : numberOf(slow) > 1 ? 1 / numberOf(slow) : numberOf(slow);
      const isSlow = /\bslow/i.test(instruction) && word === undefined && factor === undefined;
      const speed = word ? (words[word.toLowerCase()] ?? 2) : isSlow ? slowed : factor ? numberOf(factor) : 2;
      const moving = clips.filter(({ type }) => type === 'video' || type === 'audio');
      return forEach(moving, 'clip that plays', ({ id }) => ({ op: 'setSpeed', clipId: id, speed, ripple: true }));
    },
  },
  {
    name: 'reverse',
    examples: ['reverse the second clip', 'play the intro backwards'],
    patterns: [re`\breverse\s+(?<who>.+)$`, re`\bplay\s+(?<who>.*?)\s+(?:backwards?|in reverse)`],
    plan({ who = '' }, document) {
      const clips = findClips(who, document).clips.filter(({ type }) => type === 'video' || type === 'audio');
      return forEach(clips, 'clip that plays', ({ id }) => ({ op: 'reverseClip', clipId: id }));
    },
  },
  {
    name: 'freeze',
    examples: ['freeze the first video at 0:02 for 1 second'],
    patterns: [re`\bfreeze\b(?<who>.*?)\bat\s+(?<at>${TIME})(?:\s+for\s+(?<length>${TIME}))?`],
    plan({ who = '', at = '', length }, document) {
      const moment = secondsOf(at);
      const { clips, named } = findClips(who, document);
      const hit = (named ? clips : document.clips).filter(
        (clip) => clip.type === 'video' && clip.start <= moment && endOf(clip) >= moment,
      );
      return forEach(hit.slice(0, 1), `video at ${moment} s`, ({ id }) => ({
        ...{ op: 'freezeFrame', clipId: id, at: moment, ...(length ? { duration: secondsOf(length) } : {}) },
      }));
    },
  },
];
