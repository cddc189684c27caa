import { type Clip, durationSec } from '@framemill/timeline';
import { isMain, isSeen } from '../clip-kinds.ts';
import { findClips } from '../find-clips.ts';
import { cutOut, lasting } from '../rules/cuts.ts';
import { PACE, speedOf } from '../rules/speeds.ts';
import { LENGTH, pattern, regexp, secondsOf, TIME } from '../words.ts';
import { type Attribute, attribute } from './attribute.ts';

const any = () => true;
const isFree = (clip: Clip) => !isMain(clip);
const moves = ({ type }: Clip) => type === 'video' || type === 'audio';
const endOf = ({ start, duration }: Clip) => start + duration;
const moved = (clip: Clip, start: number) =>
  Math.abs(clip.start - start) < 0.001 ? [] : [{ op: 'moveClip', clipId: clip.id, start }];

/**
 * Builds the commands that make a clip outside the main track visible from `start` to `end`, in seconds of the
 * timeline.
 */
function shownFrom(clip: Clip, start: number, end: number) {
  const length = { op: 'trimClip', clipId: clip.id, duration: Math.max(0.1, end - start) };
  // A clip already visible at `start` is trimmed at its edges; any other clip is moved there.
  if (clip.start < start && endOf(clip) > start) return [{ op: 'trimClip', clipId: clip.id, start }, length];
  return [...moved(clip, start), length];
}

/** Matches words of a phrase in which a length of time is not the duration of a clip. */
const aboutOtherTime = regexp('i')`
  \b(?:
    cut|trim|off|first|last \d|from|after|before|fade|too|at \d|into|between|transition|every \d|loop|freeze|add
    |remove|delete|film|movie|project|whole|entire
  )\b
`;

/** Attributes of a clip's time and speed. A longer wording comes before a shorter one that it contains. */
export const timeAttributes: readonly Attribute[] = [
  attribute(
    pattern`
      (?:(?:for|during|through|over|on)\s+)?(?:the\s+)?(?:whole|entire)\s+(?:time|video|film|movie)
      |throughout(?:\s+the\s+(?:video|film|movie))?|all\s+the\s+time
      |from\s+(?:start|beginning)\s+to\s+(?:end|finish)
    `,
    (clip) => isSeen(clip) && isFree(clip),
    (_parts, clip, { document }) =>
      clip.start === 0 && endOf(clip) >= durationSec(document) - 0.05 ? [] : shownFrom(clip, 0, durationSec(document)),
  ),
  attribute(
    pattern`
      (?:ends?|stops?|finish(?:es)?)\s+(?:with|together\s+with|at\s+the\s+end\s+of|when)\s+
      (?<other>(?:(?!\b(?:and|then)\b)[^,;])+?)(?:\s+(?:ends?|stops?|is\s+over))?(?=\s*$)
    `,
    isFree,
    ({ other = '' }, clip, scene) => {
      const marks = findClips(other, scene, isMain);
      const [mark, more] = Array.isArray(marks) ? marks : [];
      const duration = mark === undefined || more !== undefined ? 0 : endOf(mark) - clip.start;
      return duration > 0 ? lasting(clip, duration, scene.document) : null;
    },
  ),
  attribute(
    pattern`
      (?:to|as\s+long\s+as|match(?:es)?)\s+(?:the\s+)?(?:video|film)(?:'s)?(?:\s+(?:length|duration|end))?
      |to\s+the\s+(?:length|end)\s+of\s+the\s+(?:video|film)
    `,
    isFree,
    (_parts, clip, { document }, phrase) => {
      const end = Math.max(...document.clips.filter(isMain).map(endOf), 0);
      if (!/\b(?:length|duration|end|long|match\w*)\b/i.test(phrase) || !(end > clip.start)) return null;
      return Math.abs(endOf(clip) - end) < 0.05
        ? []
        : [{ op: 'trimClip', clipId: clip.id, duration: end - clip.start }];
    },
  ),
  attribute(
    pattern`
      (?:disappear(?:s)?|go(?:es)?\s+away|vanish(?:es)?|be\s+gone|leaves?)\s+(?:again\s+)?(?<how>after|at)\s+
      (?<at>${TIME})
    `,
    isFree,
    ({ how = '', at = '' }, clip, { document }) => {
      const duration = /after/i.test(how) ? secondsOf(at) : secondsOf(at) - clip.start;
      return duration > 0 ? lasting(clip, duration, document) : null;
    },
  ),
  attribute(
    String.raw`(?:(?:keep|only|show|use)\s+)+(?:the\s+)?(?<which>first|last)\s+(?<length>${LENGTH})(?:\s+(?:of|from))?`,
    any,
    ({ which = '', length = '' }, clip, { document }) => {
      const kept = secondsOf(length);
      if (kept >= clip.duration) return null;
      if (/first/i.test(which)) return lasting(clip, kept, document);
      if (isMain(clip)) return [cutOut(clip, clip.start, endOf(clip) - kept)];
      return [{ op: 'trimClip', clipId: clip.id, start: endOf(clip) - kept }];
    },
  ),
  attribute(
    pattern`
      (?:only\s+)?(?:for|in|during|over)\s+(?:only\s+)?the\s+(?<which>first|last)\s+(?<length>${LENGTH})
      (?:\s+of\s+(?:(?:the\s+)?(?:video|film|movie)|(?<other>(?:the\s+)?[^,;]+?)(?=\s*$)))?(?:\s+only)?
    `,
    isFree,
    ({ which = '', length = '', other }, clip, scene) => {
      const { document } = scene;
      if (other !== undefined) {
        const marks = findClips(other, scene, isMain);
        const [mark, more] = Array.isArray(marks) ? marks : [];
        if (mark === undefined || more !== undefined) return null;
        const from = /first/i.test(which) ? mark.start : Math.max(mark.start, endOf(mark) - secondsOf(length));
        return shownFrom(clip, from, from + secondsOf(length));
      }
      const end = durationSec(document);
      return /first/i.test(which)
        ? shownFrom(clip, 0, secondsOf(length))
        : shownFrom(clip, Math.max(0, end - secondsOf(length)), end);
    },
  ),
  attribute(
    pattern`
      (?:from|between)\s+(?:second\s+)?(?<from>${TIME})\s*(?:to|until|till|and|-|–)\s*(?:second\s+)?(?<to>${TIME})
    `,
    (clip) => isSeen(clip) && isFree(clip),
    ({ from = '', to = '' }, clip) => shownFrom(clip, secondsOf(from), secondsOf(to)),
  ),
  attribute(
    pattern`
      (?:only\s+)?(?:during|while|throughout)\s+(?<other>(?:(?!\b(?:and|then)\b)[^,;])+?)
      (?:\s+(?:is|are)\s+(?:on(?:\s+screen)?|playing|shown|showing|visible))?(?:\s+only)?(?=\s*$)
    `,
    (clip) => isSeen(clip) && isFree(clip),
    ({ other = '' }, clip, scene, phrase) => {
      const marks = findClips(other, scene, isMain);
      const [mark, more] = Array.isArray(marks) ? marks : [];
      if (
        mark === undefined ||
        more !== undefined ||
        !/\b(?:only|show|shown|appear|visible|keep|stay|display)/i.test(phrase)
      )
        return null;
      return shownFrom(clip, mark.start, endOf(mark));
    },
  ),
  attribute(
    pattern`
      (?:(?:be|is|there|visible|shown|on|start|begin|already)\s+)*from\s+the\s+(?:very\s+)?(?:start|beginning)
      (?:\s+of\s+the\s+(?:video|film|movie))?(?:\s+on(?:wards?)?)?
    `,
    isFree,
    (_parts, clip) => moved(clip, 0),
  ),
  attribute(
    pattern`
      (?:
        (?:
          start(?:s|ing)?|begin(?:s|ning)?|appear(?:s|ing)?|come(?:s)?(?:\s+(?:in|on|up))?|kick(?:s)?\s+in
          |enter(?:s)?|play(?:s)?
        )\s+
      )(?:(?:only|playing|in)\s+)*
      (?:at\s+the\s+(?:start|beginning)\s+of|with|when|once|as\s+soon\s+as|together\s+with|at)\s+
      (?<other>(?:(?!\d+:\d|\b(?:and|then)\b)[^,;])+?)
      (?:\s+(?:starts?|begins?|comes?(?:\s+(?:in|on|up))?|appears?|is\s+(?:shown|on)))?(?=\s*$)
    `,
    isFree,
    ({ other = '' }, clip, scene) => {
      const marks = findClips(other, scene, isMain);
      const [mark, more] = Array.isArray(marks) ? marks : [];
      return mark === undefined || more !== undefined ? null : moved(clip, mark.start);
    },
  ),
  attribute(
    pattern`
      (?:
        (?:
          start(?:s|ing)?|begin(?:s|ning)?|appear(?:s|ing)?|come(?:s)?(?:\s+(?:in|on|up))?|play(?:s)?|move[ds]?
          |shown?|kicks?\s+in|pop(?:s)?\s+up|enter(?:s)?
        )\s+
      )(?:(?:it|only|first|right|exactly)\s+)*(?:at|from|after|to)\s+(?:second\s+)?(?<at>${TIME})(?:\s+mark)?
    `,
    isFree,
    ({ at = '' }, clip) => moved(clip, secondsOf(at)),
  ),
  attribute(
    pattern`
      (?:
        start(?:s|ing)?|begin(?:s|ning)?|appear(?:s|ing)?|come(?:s)?(?:\s+(?:in|on|up))?|move[ds]?|shift|shown?|by
      )?\s*(?<length>${LENGTH})\s+(?<way>later|earlier|sooner)
      |(?<late>later|earlier|sooner)\s+by\s+(?<by>${LENGTH})
    `,
    isFree,
    ({ by = '', length = by, late = '', way = late }, clip) =>
      moved(clip, Math.max(0, clip.start + (/later/i.test(way) ? 1 : -1) * secondsOf(length))),
  ),
  attribute(
    pattern`
      (?:(?:go(?:es)?\s+on|continues?|plays?|lasts?|stays?|runs?|keeps?\s+(?:playing|going)|ends?)\s+)*
      (?:(?:all\s+the\s+way\s+)?(?:until|till|to|through\s+to|at|with)\s+)(?:the\s+)?(?:very\s+)?end
      (?:\s+of\s+(?:the\s+|my\s+)?(?:whole\s+)?(?:video|film|movie|clip))?
    `,
    isFree,
    (_parts, clip, { document }) => {
      const end = Math.max(...document.clips.filter(isMain).map(endOf), 0);
      const duration = end - clip.start;
      if (!(duration > 0)) return null;
      return [{ op: 'trimClip', clipId: clip.id, duration }];
    },
  ),
  attribute(
    pattern`
      (?:(?:stays?|lasts?|on|there|visible|shown|plays?|ends?|stops?|show|keep|up|be)\s+)*
      (?:until|till|(?:ends?|stops?|ending)\s+at)\s+(?:second\s+)?(?<at>${TIME})(?:\s+mark)?
    `,
    any,
    ({ at = '' }, clip, { document }) => {
      const duration = secondsOf(at) - clip.start;
      return duration > 0 ? lasting(clip, duration, document) : null;
    },
  ),
  attribute(
    pattern`
      (?:for\s+)?(?:
        another\s+(?<other>${LENGTH})|(?<length>${LENGTH})\s+(?<way>longer|shorter|more|less)
        |(?<early>longer|shorter)\s+by\s+(?<by>${LENGTH})|(?<more>\d+(?:\.\d+)?)\s+more\s+seconds?
      )
    `,
    any,
    ({ other, length = other, more, by = length ?? `${more}s`, way, early = way ?? '' }, clip, { document }) =>
      lasting(clip, clip.duration + (/shorter|less/i.test(early) ? -1 : 1) * secondsOf(by), document),
  ),
  attribute(
    pattern`
      (?:at\s+)?(?:
        (?<factor>\d+(?:\.\d+)?)\s*(?:x|×|times)\s*
        (?:(?:the\s+)?(?:normal\s+|original\s+)?speed|as\s+fast|faster|quicker)?
        |(?<percent>\d+)\s*%\s*(?:(?:of\s+)?(?:(?:its|the|normal|original)\s+)*speed|(?<way>faster|slower|quicker))
        |(?:in\s+)?(?:
          (?<=\b(?:speed|plays?|runs?|fast|slow)\b.*)|(?=.*\b(?:speed|fast\w*|slow\w*|slo-?mo|pace|motion|triple)\b)
        )${PACE}
      )
    `,
    moves,
    (parts, { id }, _scene, phrase) => {
      if (parts.pace === undefined && parts.percent === undefined && !/speed|sped|fast|quick|play|run/i.test(phrase))
        return null;
      if (
        /^(?:normal|regular|original|half|quarter|double|twice|triple)$/i.test(parts.pace ?? '') &&
        !/\b(?:speed|fast|slow|pace)\b/i.test(phrase)
      )
        return null;
      const speed = speedOf(parts, phrase);
      return speed > 0 ? [{ op: 'setSpeed', clipId: id, speed, ripple: true }] : null;
    },
  ),
  attribute(String.raw`backwards?|in\s+reverse|reversed?`, moves, (_parts, { id }) => [
    { op: 'reverseClip', clipId: id },
  ]),
  attribute(
    pattern`
      (?:(?:for|to|of|only|lasts?|stays?|on|be|is|hold|last|long|exactly)\s+)*(?<length>${LENGTH})
      (?:\s+(?:long|each|in\s+length|in\s+total|only|on\s+screen))*
    `,
    any,
    ({ length = '' }, clip, { document }, phrase) => {
      if (aboutOtherTime.test(phrase)) return null;
      return secondsOf(length) > 0 ? lasting(clip, secondsOf(length), document) : null;
    },
  ),
];
