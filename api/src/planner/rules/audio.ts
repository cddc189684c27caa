import { hasAudio, isVoice } from '../clip-kinds.ts';
import { findClips } from '../find-clips.ts';
import { forEach, type Rule } from '../rule.ts';
import { LENGTH, NUMBER, numberOf, pattern, QUOTED, say, secondsOf, TIME } from '../words.ts';

const MUSIC = String.raw`(?:the\s+|my\s+)*(?:background\s+)?(?:music|song|soundtrack)(?:['’]?s)?(?:\s+volume)?`;
const SOMEBODY = pattern`
  (?:(?:the|my|our|his|her|their)\s+)?(?:
    voice(?:-?over)?s?|speech|speaker|narrat(?:ion|or)|dialog(?:ue)?|talking|people|someone|somebody|anyone
    |interview|it|they|he|she
  )
`;
const SPEAKS = String.raw`(?:\s+(?:is|are))?(?:\s+(?:speak(?:s|ing)?|talk(?:s|ing)?))?`;

const shares: Record<string, number> = { half: 0.5, third: 1 / 3, quarter: 0.25 };
const most = (volume: number) => Math.min(4, Math.round(volume * 1_000) / 1_000);

/** Planner rules for volume, fades, ducking and loudness. */
export const audioRules: Rule[] = [
  {
    name: 'duck',
    examples: [
      'duck the music under the voice',
      'lower the music when someone speaks',
      'turn the music down while people are talking',
    ],
    patterns: [
      say`
        (?:auto-?)?duck\s+${MUSIC}
        (?:\s+(?:under|below|behind|for|when|whenever|while|during)\s+${SOMEBODY}${SPEAKS})?
      `,
      say`
        (?:lower|reduce|turn\s+down|dip|quiet)\s+${MUSIC}\s+(?:under|when|whenever|while|during|for)\s+
        ${SOMEBODY}${SPEAKS}
      `,
      say`turn\s+${MUSIC}\s+down\s+(?:under|when|whenever|while|during)\s+${SOMEBODY}${SPEAKS}`,
      say`
        (?:auto-?)?duck\s+(?<who>.+?)
        (?:\s+(?:under|below|behind|beneath|when|whenever|while|during|for)\s+[\p{L}\s'’]{2,40})?
      `,
      say`(?:(?:add|use|apply)\s+)?auto[\s-]*duck(?:ing)?`,
      say`(?:add|use|apply)\s+(?:auto[\s-]*)?ducking(?:\s+(?:to|on)\s+${MUSIC})?`,
    ],
    plan({ who }, scene) {
      if (who === undefined) return { commands: [{ op: 'autoDuck' }] };
      const found = findClips(who, scene, (clip) => clip.type === 'audio' && !isVoice(clip));
      if (!Array.isArray(found)) return found === null ? null : { reason: found };
      return { commands: [{ op: 'autoDuck', musicClipIds: found.map(({ id }) => id) }] };
    },
  },
  {
    name: 'normalize',
    examples: ['normalize the audio', 'make all clips equally loud', 'even out the volume'],
    patterns: [
      say`normali[sz]e(?:\s+(?:the|all|my))*(?:\s+(?:audio|sounds?|volumes?|loudness|levels?|clips|everything))*`,
      say`(?:even\s+out|level)\s+(?:the\s+)?(?:audio|sound|volumes?|loudness|levels?)`,
      say`make\s+(?:all\s+(?:the\s+)?clips|everything|them)\s+(?:equally\s+loud|the\s+same\s+(?:volume|loudness))`,
    ],
    plan: () => ({ commands: [{ op: 'normalizeAudio' }] }),
  },
  {
    name: 'mute',
    examples: ['mute the first video', 'silence the music', 'turn off the sound of the intro', 'unmute the music'],
    patterns: [
      say`mute\s+(?:all\s+)?(?:the\s+)?(?:camera|original|live)\s+(?:audio|sounds?)(?:\s+everywhere)?(?<cameras>)`,
      say`(?<un>un)?-?mute\s+(?:the\s+(?:sound|audio)\s+(?:of|in|from|on)\s+)?(?<who>.+)`,
      say`silence\s+(?<who>.+)`,
      say`
        (?:turn\s+off|remove|cut|kill|drop|delete|get\s+rid\s+of|take\s+out)\s+(?:all\s+)?(?:the\s+)?
        (?:original\s+)?(?:sound|audio)\s+(?:of|from|in|on)\s+(?<who>.+)
      `,
      say`turn\s+(?:the\s+)?(?:original\s+)?(?:sound|audio)\s+off\s+(?:of|on|from|in|for)\s+(?<who>.+)`,
      say`(?:turn|switch)\s+(?<who>.+?)(?:['’]s)?\s+(?:sound|audio)\s+off`,
      say`turn\s+(?:the\s+)?(?:sound|audio)\s+(?:of|from|in)\s+(?<who>.+?)\s+off`,
      say`turn\s+(?<un>on|back on)\s+the\s+(?:sound|audio)\s+(?:of|from|in)\s+(?<who>.+)`,
    ],
    plan: ({ cameras, who = cameras === undefined ? '' : 'all videos', un }, scene) =>
      forEach(findClips(who, scene, hasAudio), ({ id }) => ({
        op: 'updateClip',
        clipId: id,
        patch: { muted: un === undefined },
      })),
  },
  {
    name: 'volume',
    examples: [
      'set the music volume to 30%',
      'turn the music down',
      'make the voice louder',
      'lower the music by 6 dB',
      'the music is too loud',
      'boost the voice by 3 dB',
      'turn the volume of the intro up',
      'voice +3 dB',
    ],
    patterns: [
      say`
        (?:set|change|put|turn|lower|raise|reduce|bring|drop|increase)\s+(?:the\s+)?(?:volume\s+of\s+)?
        (?<who>.+?)(?:['’]s)?(?:\s+volume)?(?:\s+(?:down|up))?\s+to\s+(?<percent>${NUMBER})\s*(?:%|percent)
      `,
      say`(?:set|turn|change)\s+(?<who>.+?)(?:['’]s)?\s+volume\s+(?:to|at)\s+(?<share>0?\.\d+|[01](?:\.\d+)?)`,
      say`
        (?:set|turn|bring|lower|reduce)\s+(?:the\s+)?(?:volume\s+of\s+)?(?<who>.+?)(?:['’]s)?(?:\s+volume)?
        (?:\s+down)?\s+(?:to|by)\s+(?:an?\s+)?(?<part>half|quarter|third)
      `,
      say`(?:put|play)\s+(?<who>.+?)\s+at\s+(?<percent>${NUMBER})\s*(?:%|percent)(?:\s+volume)?`,
      say`
        (?<way>lower|raise|reduce|increase|boost|turn\s+up|turn\s+down|cut)\s+(?:the\s+)?(?:volume\s+of\s+)?
        (?<who>.+?)(?:['’]s)?(?:\s+volume)?\s+by\s+(?<db>${NUMBER})\s*(?:db|decibels?)
      `,
      say`
        (?<way>lower|raise|reduce|increase|boost)\s+(?:the\s+)?(?:volume\s+of\s+)?(?<who>.+?)(?:['’]s)?
        (?:\s+volume)?\s+by\s+(?<by>${NUMBER})\s*(?:%|percent)
      `,
      say`
        (?:turn|bring)\s+(?<who>.+?)(?:['’]s)?(?:\s+volume)?\s+(?<way>down|up)\s+(?:by\s+)?(?<db>${NUMBER})\s*
        (?:db|decibels?)
      `,
      say`
        (?:(?:set|put|turn|make)\s+)?(?<who>[\p{L}\p{N}\s'’]+?)\s*(?<sign>[+−–-])\s*(?<db>${NUMBER})\s*
        (?:db|decibels?)
      `,
      say`turn\s+(?<way>down|up)\s+(?:the\s+)?(?:volume\s+(?:of|on)\s+)?(?<who>.+?)(?:['’]s)?(?:\s+volume)?`,
      say`(?:turn|bring)\s+(?:the\s+)?(?:volume\s+(?:of|on)\s+)?(?<who>.+?)(?:['’]s)?(?:\s+volume)?\s+(?<way>down|up)`,
      say`make\s+(?<who>.+?)\s+(?<way>louder|quieter|softer)`,
      say`
        (?<who>.+?)\s+(?:is|are)\s+too\s+(?<way>loud|quiet|soft)
        (?:\s*,\s*(?:make\s+it\s+|turn\s+it\s+)?(?:louder|quieter|up|down))?
      `,
      say`(?<way>lower|raise|reduce|increase)\s+the\s+volume\s+(?:of|on)\s+(?<who>.+)`,
      say`(?<way>lower|raise|reduce|increase|boost)\s+(?<who>.+?)(?:['’]s)?(?:\s+volume)?`,
    ],
    plan({ who = '', percent, share, part, sign, way = sign ?? '', db, by }, scene, instruction) {
      const found = findClips(who, scene, hasAudio);
      // "Raise the intro" may mean anything. Without a word for audio, it applies to audio clips only.
      const isOfAudio = /volume|loud|quiet|soft|\bdb\b|decibel|%|percent|^turn/i.test(instruction);
      if (!isOfAudio && Array.isArray(found) && found.some(({ type }) => type !== 'audio')) return null;
      const up = /\+|up|louder|raise|increase|boost|quiet$|soft$/i.test(way);
      return forEach(found, ({ id, volume }) => {
        if (percent !== undefined) return { op: 'setVolume', clipId: id, volume: most(numberOf(percent) / 100) };
        if (part !== undefined)
          return { op: 'setVolume', clipId: id, volume: most(volume * (shares[part.toLowerCase()] ?? 1)) };
        if (share !== undefined) return { op: 'setVolume', clipId: id, volume: most(Number(share)) };
        const step = up ? 1 + 0.5 * scene.degree : 1 / (1 + 0.6 * scene.degree);
        const scaled = by === undefined ? null : 1 + (up ? 1 : -1) * (numberOf(by) / 100);
        const gain = db === undefined ? (scaled ?? step) : 10 ** ((up ? numberOf(db) : -numberOf(db)) / 20);
        return { op: 'setVolume', clipId: id, volume: most(Math.max(0, volume * gain)) };
      });
    },
  },
  {
    name: 'fade the sound',
    examples: [
      'fade in the music',
      'fade out the music over 3 seconds',
      'fade in and out the music over 2 seconds',
      'fade the music out at the end',
      'add a fade out to the music',
    ],
    patterns: [
      say`
        fade\s+(?<first>in|out)(?:\s+and\s+(?<second>in|out))?\s+(?<who>.+?)
        (?:\s+(?:over|for|of|in|during)\s+(?:the\s+(?:first|last)\s+)?(?<length>${TIME}))?
        (?:\s+(?:at|to|towards?|from)\s+the\s+(?:start|beginning|end))?
      `,
      say`
        (?:have|make|let)\s+(?<who>.+?)\s+fade\s+(?<first>in|out)
        (?:\s+(?:over|for|in|during)\s+(?:the\s+(?:first|last)\s+)?(?<length>${TIME}))?
        (?:\s+at\s+the\s+(?:start|beginning|end))?
      `,
      say`
        fade\s+(?<who>.+?)\s+(?<first>in|out)(?:\s+and\s+(?:fade\s+(?:it\s+)?)?(?<second>in|out))?
        (?:\s+(?:at|towards?|from)\s+the\s+(?:start|beginning|end))?
        (?:\s+(?:over|for|in|during)\s+(?:the\s+(?:first|last)\s+)?(?<length>${TIME}))?
      `,
      say`
        (?:add|put|give)\s+an?\s+(?:(?<length>${LENGTH})\s+)?fade[\s-]*(?<first>in|out)
        (?:\s+and\s+(?<second>in|out))?\s+(?:to|on|at the (?:start|end) of)\s+(?<who>.+)
      `,
    ],
    plan({ first = '', second = '', who = '', length }, scene) {
      const found = findClips(who, scene, ({ type }) => type === 'audio');
      const everything = findClips(who, scene);
      // Visible clips fade by another rule, together with their image.
      if (!Array.isArray(found) || !Array.isArray(everything) || everything.some(({ type }) => type !== 'audio'))
        return null;
      const ways = `${first} ${second}`.toLowerCase();
      const seconds = length ? secondsOf(length) : 1.5;
      return forEach(found, ({ id }) => ({
        ...{ op: 'setAudioFades', clipId: id },
        ...(/\bin\b/.test(ways) ? { fadeIn: seconds } : {}),
        ...(/\bout\b/.test(ways) ? { fadeOut: seconds } : {}),
      }));
    },
  },
  {
    name: 'noise',
    examples: ['reduce the background noise in the voice', 'denoise the first video'],
    patterns: [
      say`
        (?:reduce|remove|clean\s+up|get\s+rid\s+of|take\s+out|filter)\s+(?:the\s+|some\s+)?(?:background\s+)?
        (?:noise|hiss|hum)\s+(?:in|from|of|on)\s+(?<who>.+)
      `,
      say`(?:denoise|de-noise|clean\s+up\s+the\s+(?:sound|audio)\s+of)\s+(?<who>.+)`,
      say`(?:reduce|remove|clean\s+up|get\s+rid\s+of)\s+(?:the\s+)?(?:background\s+)?(?<who>noise)`,
    ],
    plan({ who = '' }, scene) {
      const voices = scene.document.clips.filter(isVoice);
      const noisy = voices.length > 0 ? voices : scene.document.clips.filter(({ type }) => type === 'video');
      const own = scene.about.filter(hasAudio);
      const found = who === 'noise' ? (own.length > 0 ? own : noisy) : findClips(who, scene, hasAudio);
      return forEach(found, ({ id, chain = [] }) => {
        return {
          op: 'setAudioEffects',
          clipId: id,
          chain: [...chain.filter(({ type }) => type !== 'denoise'), { type: 'denoise' }],
        };
      });
    },
  },
  {
    name: 'marker',
    examples: [
      'add a marker at 0:10 called "Chorus"',
      'put a marker at 5 seconds',
      'add a marker "Verse" at 3s',
      'add markers at 5s, 10s and 0:25',
    ],
    patterns: [
      say`
        (?:(?:add|put|set)\s+)?(?:(?:\d+|two|three|four|five|some)\s+)?markers?\s*(?::|\bat\b)\s*
        (?<at>${TIME}(?:\s*(?:,\s*and|,|and|&)\s*${TIME})*)
      `,
      say`
        (?:add|put|set|place|insert|drop)\s+(?:an?\s+)?(?:chapter\s+)?markers?\s+
        (?:(?:called|named|labelled|labeled)\s+)?(?<label>${QUOTED})?\s*at\s+
        (?<at>${TIME}(?:\s*(?:,\s*and|,|and|&)\s*${TIME})*)
        (?:\s+(?:(?:called|named|labelled|labeled|saying|with the label)\s+)?(?<after>${QUOTED}))?
      `,
    ],
    plan({ at = '', label, after }, { unquoted }) {
      const named = label ?? after;
      const times = at.split(/\s*(?:,\s*and\b|,|\band\b|&)\s*/i).map(secondsOf);
      return {
        commands: [
          { op: 'addMarkers', markers: times.map((time) => ({ time, ...(named ? { label: unquoted(named) } : {}) })) },
        ],
      };
    },
  },
  {
    name: 'mark',
    examples: ['mark 0:12 as "bridge"'],
    patterns: [say`(?:mark|label)\s+(?:the\s+)?(?<at>${TIME})(?:\s+(?:as|with)\s+(?<label>${QUOTED}))?`],
    plan: ({ at = '', label }, { unquoted }) => ({
      commands: [
        { op: 'addMarkers', markers: [{ time: secondsOf(at), ...(label ? { label: unquoted(label) } : {}) }] },
      ],
    }),
  },
  {
    name: 'remove markers',
    examples: ['delete all markers', 'remove the markers'],
    patterns: [say`(?:delete|remove|clear|erase|get\s+rid\s+of)\s+(?:all\s+|the\s+|of\s+|my\s+)*markers`],
    plan(_parts, { document }) {
      if ((document.markers ?? []).length === 0) return { reason: 'There are no markers in the project.' };
      return { commands: [{ op: 'removeMarkers', all: true }] };
    },
  },
];
