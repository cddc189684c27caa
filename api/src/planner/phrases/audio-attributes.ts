import type { Clip } from '@framemill/timeline';
import { hasAudio } from '../clip-kinds.ts';
import { LENGTH, NUMBER, numberOf, pattern, secondsOf } from '../words.ts';
import { type Attribute, attribute } from './attribute.ts';

const isAudio = ({ type }: Clip) => type === 'audio';
const most = (volume: number) => Math.min(4, Math.max(0, Math.round(volume * 1_000) / 1_000));
/**
 * Whether a vague word such as "lower" cannot mean the volume of this clip.
 * For clips that are not audio, it means the volume only if the phrase mentions audio.
 */
const isInaudible = (clip: Clip, phrase: string) =>
  !isAudio(clip) && !/\b(?:volume|sound|audio|loud\w*|quiet\w*)\b/i.test(phrase);
const volume = (clip: Clip, value: number) => [{ op: 'setVolume', clipId: clip.id, volume: most(value) }];

/** Attributes of clips with audio. A longer wording comes before a shorter one that it contains. */
export const audioAttributes: readonly Attribute[] = [
  attribute(
    pattern`
      fad(?:e|es|ed|ing)(?:[\s-]+(?:it|them))?[\s-]+(?<first>in|out|to\s+(?:silence|black|nothing|zero))
      (?:\s*(?:and|&|\/)\s*(?:fade[\s-]*)?(?<second>in|out))?
      (?:\s+(?:at|towards)\s+the\s+(?:very\s+)?(?:start|beginning|end))?
      (?:\s+(?:over|for|in|of|during)\s+(?:the\s+(?:first|last)\s+)?(?<length>${LENGTH}))?
      |(?<length2>${LENGTH})\s+fade[\s-]+(?<third>in|out)
    `,
    isAudio,
    ({ first, second, third, length, length2 = length }, { id }) => {
      const seconds = length2 === undefined ? 1.5 : secondsOf(length2);
      const ways = [first, second, third].map((way) => way?.toLowerCase());
      return [
        {
          ...{ op: 'setAudioFades', clipId: id },
          ...(ways.includes('in') ? { fadeIn: seconds } : {}),
          ...(ways.some((way) => way !== undefined && way !== 'in') ? { fadeOut: seconds } : {}),
        },
      ];
    },
  ),
  attribute(
    String.raw`(?:twice|double|2\s*(?:x|times))\s+as\s+loud|(?:twice|double)\s+the\s+volume`,
    hasAudio,
    (_parts, clip) => volume(clip, clip.volume * 2),
  ),
  attribute(
    String.raw`half\s+as\s+loud|(?:(?:at|to|by)\s+)?half\s+(?:of\s+)?(?:the\s+|its\s+)?(?:volume|loudness)`,
    hasAudio,
    (_parts, clip) => volume(clip, clip.volume * 0.5),
  ),
  attribute(
    pattern`
      (?<sign>[+−–-])\s*(?<db>${NUMBER})\s*db
      |(?:by\s+)?(?<by>${NUMBER})\s*(?:db|decibels)\s+(?<way>louder|quieter|softer|up|down)
      |(?<verb>up|down)\s+(?:by\s+)?(?<by2>${NUMBER})\s*(?:db|decibels)
    `,
    hasAudio,
    ({ sign = '', db, by = db, by2 = by ?? '0', way = sign, verb = way }, clip) =>
      volume(clip, clip.volume * 10 ** (((/[+]|loud|up/i.test(verb) ? 1 : -1) * numberOf(by2)) / 20)),
  ),
  attribute(
    String.raw`(?:by\s+)?(?<by>\d+)\s*%\s+(?<way>louder|quieter|softer|less\s+loud)`,
    hasAudio,
    ({ by = '', way = '' }, clip) =>
      volume(clip, clip.volume * (1 + ((/^louder/i.test(way) ? 1 : -1) * Number(by)) / 100)),
  ),
  attribute(
    pattern`
      (?:volume\s+)?(?:(?:at|to|of)\s+)?(?:only\s+)?(?<percent>\d+)\s*%\s+(?:of\s+)?(?:the\s+)?(?:volume|loudness)
      |volume\s+(?:(?:at|to|of)\s+)?(?<share>\d+)\s*%
    `,
    hasAudio,
    ({ percent, share = percent }, clip) => volume(clip, Number(share) / 100),
  ),
  attribute(String.raw`(?:at|to|down\s+to|up\s+to)\s+(?:only\s+)?(?<percent>\d+)\s*%`, isAudio, ({ percent }, clip) =>
    volume(clip, Number(percent) / 100),
  ),
  attribute(
    String.raw`louder|more\s+(?:loud|volume)|(?<vague>(?:turned\s+)?up)`,
    hasAudio,
    ({ vague }, clip, { degree }, phrase) =>
      vague !== undefined && isInaudible(clip, phrase) ? null : volume(clip, clip.volume * (1 + 0.5 * degree)),
  ),
  attribute(
    pattern`
      quieter|softer|less\s+loud|more\s+(?:quiet|silent|soft)|(?<vague>lower|(?:turned\s+)?down)|less\s+volume
    `,
    hasAudio,
    ({ vague }, clip, { degree }, phrase) =>
      vague !== undefined && isInaudible(clip, phrase) ? null : volume(clip, clip.volume / (1 + 0.6 * degree)),
  ),
  attribute(
    String.raw`muted?|silent|silenced?|(?:no|without(?:\s+the)?)\s+(?:sound|audio)`,
    hasAudio,
    (_parts, { id }) => [{ op: 'updateClip', clipId: id, patch: { muted: true } }],
  ),
];
