import { findClips } from '../find-clips.ts';
import { forEach, type Rule } from '../rule.ts';
import { NUMBER, numberOf, QUOTED, re, secondsOf, TIME, unquoted } from '../words.ts';

const hasSound = ({ type }: { type: string }) => type === 'audio' || type === 'video';

export const soundRules: Rule[] = [
  {
    name: 'duck',
    examples: ['duck the music under the voice', 'lower the music when someone speaks'],
    patterns: [
      re`\b(?:auto-?)?duck\b`,
      re`\b(?:lower|reduce|turn down|dip)\b.*\bmusic\b.*\b(?:when|while|under|during)\b`,
    ],
    plan: () => ({ commands: [{ op: 'autoDuck' }] }),
  },
  {
    name: 'normalize',
    examples: ['normalize the audio', 'make all clips equally loud'],
    patterns: [re`\bnormali[sz]e\b`, re`\bequally loud\b`, re`\b(?:same|even)\s+(?:loudness|volume)\b`],
    plan: () => ({ commands: [{ op: 'normalizeAudio' }] }),
  },
  {
    name: 'mute',
    examples: ['mute the first video', 'silence the music', 'turn off the sound of the intro'],
    patterns: [
      re`\b(?:mute|silence)\s+(?<who>.+)$`,
      re`\b(?:turn off|remove|cut)\s+the\s+(?:sound|audio)\s+(?:of|from|in)\s+(?<who>.+)$`,
    ],
    plan({ who = '' }, document) {
      const clips = findClips(who, document).clips.filter(hasSound);
      return forEach(clips, 'clip with sound', ({ id }) => ({ op: 'updateClip', clipId: id, patch: { muted: true } }));
    },
  },
  {
    name: 'volume',
    examples: [
      'set the music volume to 30%',
      'turn the music down',
      'make the voice louder',
      'lower the music by 6 dB',
    ],
    patterns: [
      re`\b(?:set|change|put|turn|lower|raise|reduce)\b\s*(?:the\s+)?(?:volume\s+of\s+)?(?<who>.*?)(?:'s)?(?:\s+volume)?\s+to\s+(?<percent>${NUMBER})\s*(?:%|percent)`,
      re`\b(?<way>lower|raise|reduce|increase)\s+(?<who>.*?)\s+by\s+(?<db>${NUMBER})\s*(?:db|decibels?)`,
      re`\b(?:turn)\s+(?<way>down|up)\s+(?<who>.*)$`,
      re`\bturn\s+(?<who>.*?)\s+(?<way>down|up)\b`,
      re`\bmake\s+(?<who>.*?)\s+(?:a (?:bit|little)\s+|much\s+)?(?<way>louder|quieter|softer)`,
      re`\b(?<way>lower|reduce|raise|increase)\s+(?:the\s+)?(?:volume\s+of\s+)?(?<who>.*?)(?:'s)?(?:\s+volume)?\s*$`,
    ],
    plan({ who = '', percent, way = '', db }, document) {
      const { clips, named } = findClips(who, document);
      if (!named) return null;
      const up = /up|louder|raise|increase/i.test(way);
      return forEach(clips.filter(hasSound), 'clip with sound', ({ id, volume }) => {
        if (percent !== undefined) return { op: 'setVolume', clipId: id, volume: Math.min(4, numberOf(percent) / 100) };
        const gain = db === undefined ? (up ? 1.5 : 0.6) : 10 ** ((up ? numberOf(db) : -numberOf(db)) / 20);
        return { op: 'setVolume', clipId: id, volume: Math.min(4, Math.round(volume * gain * 1_000) / 1_000) };
      });
    },
  },
  {
    name: 'marker',
    examples: ['add a marker at 0:10 called "Chorus"', 'put a marker at 5 seconds'],
    patterns: [
      re`\bmarker\b.*?\bat\s+(?<at>${TIME})(?:.*?(?<label>${QUOTED}))?`,
      re`\bmarker\s+(?<label>${QUOTED})\s+at\s+(?<at>${TIME})`,
    ],
    plan: ({ at = '', label }) => ({
      commands: [
        { op: 'addMarkers', markers: [{ time: secondsOf(at), ...(label ? { label: unquoted(label) } : {}) }] },
      ],
    }),
  },
  {
    name: 'rename the project',
    examples: ['rename the project to "Summer"', 'call the project "Summer"'],
    patterns: [
      re`\b(?:rename|name|call)\s+(?:the\s+|this\s+)?(?:project|film|video)\s+(?:to\s+|as\s+)?(?<name>${QUOTED})`,
    ],
    plan: ({ name = '' }) => ({ commands: [{ op: 'setProjectSettings', name: unquoted(name) }] }),
  },
];
