import type { Clip } from '@framemill/timeline';
import { hasAudio, isVoice } from '../clip-kinds.ts';
import { findClips } from '../find-clips.ts';
import { loosely } from '../loose-rule.ts';
import { forEach, type Rule, type Scene } from '../rule.ts';
import { LENGTH, NUMBER, numberOf, pattern, re, regexp, secondsOf } from '../words.ts';

const VOLUME = 'volume|loudness|audio|sound|sounds|level|levels|noise';
const ROUND =
  `${VOLUME}|the volume of|play|plays|playing|hear|heard|the|it ` +
  'down|down|up|lower|raise|reduce|bring|drop|keep|leave|at|only|around|about|of|in the mix|mix';
const most = (volume: number) => Math.min(4, Math.max(0, Math.round(volume * 1_000) / 1_000));
const isAudio = ({ type }: Clip) => type === 'audio';

/**
 * Returns the clips with audio that a phrase names.
 * If the instruction contains no word for audio, only audio clips are accepted, and the result is `null` when the
 * phrase names other clips.
 */
function audioClips(who: string, scene: Scene, instruction: string): Clip[] | string | null {
  const namesAudio = re`
    \b(?:volume|loud|louder|loudness|quiet|quieter|audio|sounds?|noise|noisy|mute|muted|silent|hear|db|decibels?)\b
  `.test(instruction);
  const named = who === '' ? 'it' : who;
  const found = findClips(named, scene, hasAudio);
  if (Array.isArray(found) && !namesAudio && !found.every(isAudio)) return null;
  return found;
}

/** Planner rules for audio that read words in any order. */
export const looseAudioRules: Rule[] = [
  loosely({
    name: 'duck, loosely',
    examples: ['music should get quieter whenever someone speaks', 'lower the music while I am talking'],
    cues: [
      /\b(?:lower|duck(?:ed|ing)?|quieter|softer|dip|down|reduce[ds]?|drop|less loud|background level)\b/i,
      /\b(?:when(?:ever)?|while|under(?:neath)?|during|behind|as|every time|if)\b/i,
      regexp('i')`
        \b(?:
          someone speaks|speak(?:s|ing)?|talk(?:s|ing)?|voice-?over|voices?|speech|narrat(?:ion|or)|dialog(?:ue)?
          |speaker|interview|commentary
        )\b
      `,
    ],
    around: pattern`
      auto|automatically|i am|he|she|they|somebody|someone|people|anyone|anybody|his|her|my|our|their|the|that|it
      |volume|level|background|bring|while|comes|in|starts|bit|of|am|audio|clip|turn
    `,
    plan(_parts, who, scene) {
      const isMusic = (clip: Clip) => isAudio(clip) && !isVoice(clip);
      const found = who === '' ? null : findClips(who, scene, isMusic);
      if (!Array.isArray(found) || found.length === 0) return null;
      return { commands: [{ op: 'autoDuck', musicClipIds: found.map(({ id }) => id) }] };
    },
  }),
  loosely({
    name: 'normalize, loosely',
    examples: ['make the loudness of all clips even'],
    cues: [
      regexp('i')`
        \b(?:
          normali[sz]e|same (?:volume|loudness|level)|equally loud
          |(?:even|level)(?: out)?(?= .*\b(?:volume|loudness|audio|sound|levels?)\b)
          |consistent (?:volume|loudness|audio|levels?)
        )\b
        |\b(?:volume|loudness|audio|levels?)\b(?=.*\b(?:even|consistent|equal)\b)
      `,
    ],
    around:
      `${VOLUME}|of|across|everything|all clips|all the clips|every clip|whole ` +
      'film|throughout|out|even|consistent|equal|same',
    plan(_parts, who, scene) {
      if (who === '') return { commands: [{ op: 'normalizeAudio' }] };
      const found = findClips(who, scene, hasAudio);
      if (!Array.isArray(found) || found.length === 0) return null;
      return { commands: [{ op: 'normalizeAudio', clipIds: found.map(({ id }) => id) }] };
    },
  }),
  loosely({
    name: 'mute, loosely',
    examples: [
      'the first video should be silent',
      'I want no sound on the first video',
      'take the audio off the first video',
    ],
    cues: [
      regexp('i')`
        \b(?:
          (?<un>unmuted?|sound back on|audio back on)|muted?|silent|silenced?|no (?:sound|audio)
          |(?:remove|take|switch|turn|cut|strip|drop|get rid of)\b(?=.*\b(?:sound|audio)\b(?!.*\b\d))
        )\b
      `,
    ],
    around: `${VOLUME}|the|off|out|from|of|on|in|original|camera|its|it has|completely`,
    plan: ({ un }, who, scene, instruction) =>
      forEach(audioClips(who, scene, instruction), ({ id }) => ({
        op: 'updateClip',
        clipId: id,
        patch: { muted: un === undefined },
      })),
  }),
  loosely({
    name: 'volume, loosely',
    examples: ['music at 20%', 'the music should only be at 40% volume', 'the voice at 150%'],
    cues: [
      re`
        (?:\b(?:to|at|around|about)\s+)?(?<percent>${NUMBER})\s*(?:%|percent)(?:\s+(?:volume|loudness))?
        (?!\s*(?:louder|quieter|softer))
      `,
    ],
    around: `${ROUND}|increase|decrease`,
    plan({ percent = '' }, who, scene, instruction) {
      if (/\bby\b|\b(?:opacity|transparen\w+|speed|faster|slower|scale|size|bigger|smaller|zoom)\b/i.test(instruction))
        return null;
      const found = audioClips(who, scene, instruction);
      return forEach(found, ({ id }) => ({ op: 'setVolume', clipId: id, volume: most(numberOf(percent) / 100) }));
    },
  }),
  loosely({
    name: 'louder and quieter, loosely',
    examples: [
      'the music needs to be a bit quieter',
      'I can hardly hear the voice, turn it up',
      'turn up the voice by 3 dB',
    ],
    cues: [
      regexp('i')`
        \b(?:
          (?<up>
            louder|(?:turn|bring|push|pump|crank)(?= .*\bup\b)|turn up|boost(?:ed)?|amplify|too quiet|too soft
            |hardly hear|barely hear|raise[ds]?|increase[ds]?
          )
          |(?<down>
            quieter|softer|less loud|too loud|(?:turn|bring)(?= .*\bdown\b)|turn down|lower(?:ed)?|decreased?
            |reduced?|overpowering|drowns? (?:everything|out the voice)
          )
        )\b
      `,
    ],
    extras: [
      re`\b(?:by\s+)?(?:about\s+)?(?<db>${NUMBER})\s*(?:db|decibels?)\b`,
      re`\b(?:by\s+)?(?:about\s+)?(?<by>${NUMBER})\s*%`,
      re`\bby\s+(?<half>half)\b`,
    ],
    around: `${VOLUME}|the|up|down|of|on|play|hear|than the (?:music|voice|rest)|it down|than now`,
    plan({ up, db, by, half }, who, scene, instruction) {
      if (/\d/.test(who) || (by !== undefined && !/\bby\b|%\s*(?:louder|quieter|softer)/i.test(instruction)))
        return null;
      const found = audioClips(who, scene, instruction);
      const step = up === undefined ? 1 / (1 + 0.6 * scene.degree) : 1 + 0.5 * scene.degree;
      const sign = up === undefined ? -1 : 1;
      const gain =
        db !== undefined
          ? 10 ** ((sign * numberOf(db)) / 20)
          : by !== undefined || half !== undefined
            ? 1 + sign * (half === undefined ? numberOf(by ?? '') / 100 : 0.5)
            : step;
      return forEach(found, ({ id, volume }) => ({ op: 'setVolume', clipId: id, volume: most(volume * gain) }));
    },
  }),
  loosely({
    name: 'fade the sound, loosely',
    examples: [
      'the music should fade out in the last 3 seconds',
      'give the music a 2 second fade in',
      'fade the music in and out',
    ],
    cues: [/\bfad(?:e|es|ed|ing)[\s-]*(?:(?<first>in|out)\b(?:\s*(?:and|&|\/)\s*(?:fade[\s-]*)?(?<second>in|out))?)?/i],
    extras: [
      re`
        \b(?:over|for|in|during|within|across|of|lasting)?\s*(?:the\s+)?(?:first|last|final|about)?\s*
        (?<length>${LENGTH})(?:\s+long)?
      `,
      /\b(?<late>out|away)\b/i,
      /\b(?<early>in)\b(?!\s+(?:the|my)\b)/i,
      regexp('i')`
        \b(?:at|towards?|by|from)\s+the\s+(?:very\s+)?(?<edge>start|beginning|end)
        (?:\s+of\s+(?:the\s+)?(?:video|film|song|music|track|clip))?
      `,
    ],
    around: 'the|smoothly|gradually|slowly|volume|audio|sound|silence|music|at|over|last|first|from|nothing',
    plan({ first, second, length, late, early, edge }, _who, scene, instruction) {
      // The words removed may include the clip's name, so search the whole instruction for it.
      const named =
        /\b(?:(?:background\s+)?(?:music|song|soundtrack|tune|beat|audio|voice-?over|voice|narration))\b/i.exec(
          instruction,
        )?.[0];
      const who = named ?? _who;
      if (who === '' || (named !== undefined && _who !== '' && !re`^(?:background|the|my|of|${named})*$`.test(_who)))
        return null;
      const found = findClips(who, scene, isAudio);
      const everything = findClips(who, scene);
      if (!Array.isArray(found) || !Array.isArray(everything) || !everything.every(isAudio)) return null;
      const out = [first, second].includes('out') || late !== undefined || (first === undefined && edge === 'end');
      const into =
        [first, second].includes('in') || early !== undefined || (first === undefined && /start|beg/.test(edge ?? ''));
      if (!out && !into) return null;
      const seconds = length === undefined ? 1.5 : secondsOf(length);
      return forEach(found, ({ id }) => ({
        ...{ op: 'setAudioFades', clipId: id },
        ...(into ? { fadeIn: seconds } : {}),
        ...(out ? { fadeOut: seconds } : {}),
      }));
    },
  }),
  loosely({
    name: 'noise, loosely',
    examples: ['the voice has a lot of background noise, remove it', 'clean up the voice'],
    cues: [/\b(?:denoise|noise|hiss|hum|clean(?:er)?(?: up)?(?= .*\b(?:voice|audio|sound|narration|speech)))\b/i],
    around: `background|reduce|remove|the|from|of|in|on|out|filter|clean|up|take|audio|sound|lot|has|it|less|that`,
    plan(_parts, who, scene) {
      const voices = scene.document.clips.filter(isVoice);
      const own = scene.about.filter(hasAudio);
      const found =
        who !== '' ? findClips(who, scene, hasAudio) : own.length > 0 ? own : voices.length > 0 ? voices : null;
      return forEach(found, ({ id, chain = [] }) => ({
        ...{ op: 'setAudioEffects', clipId: id },
        chain: [...chain.filter(({ type }) => type !== 'denoise'), { type: 'denoise' }],
      }));
    },
  }),
];
