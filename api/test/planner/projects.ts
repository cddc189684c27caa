import {
  CLIP_DEFAULTS,
  type Clip,
  createDocument,
  type Document,
  type MediaAnalysis,
  type MediaFacts,
  parseDocument,
} from '@framemill/timeline';

/** Clip in the short form of the projects below: id, start and duration are required, all other fields optional. */
type Short = Partial<Clip> & Pick<Clip, 'id' | 'start' | 'duration'>;

/** Returns the kind of a media source by the prefix of its name; `say-` means speech. */
const kindOf = (src: string): MediaFacts['kind'] => {
  if (/^(music|say)-/.test(src)) return 'audio';
  return /^(photo|logo)-/.test(src) ? 'image' : 'video';
};

/** Returns the probed facts of a media source. Everything but images lasts 200 s. */
export function factsOf(src: string): MediaFacts {
  const kind = kindOf(src);
  return {
    ...{ kind, sha256: 'a'.repeat(64), mimeType: `${kind}/x`, sizeBytes: 1 },
    ...{ width: kind === 'audio' ? null : 1920, height: kind === 'audio' ? null : 1080 },
    ...{ durationSec: kind === 'image' ? null : 200, fps: kind === 'video' ? 30 : null, hasAudio: kind !== 'image' },
  };
}

/**
 * Returns the audio analysis of a media source. Speech has pauses from 10 to 12.5 s and from 20 to 23 s; music is never
 * silent.
 */
export function analysisOf(src: string): MediaAnalysis {
  const loudness = { integratedLufs: -20, truePeakDb: -3 };
  if (!/^(say|talk)-/.test(src)) return { silences: [], speech: [], loudness };
  const pauses = [
    { startSec: 10, endSec: 12.5 },
    { startSec: 20, endSec: 23 },
  ];
  const speech = [
    { startSec: 0, endSec: 10 },
    { startSec: 12.5, endSec: 20 },
    { startSec: 23, endSec: 200 },
  ];
  return { silences: pauses.map((pause) => ({ ...pause, levelDb: -60 })), speech, loudness };
}

/** Indices of the tracks of a new document. */
const [MAIN, OVER, TEXT, AUDIO] = [0, 1, 2, 3];

const video = (id: string, start: number, duration: number, more: Partial<Clip> = {}): Short => {
  return { id, type: 'video', src: `film-${id}`, name: `${id}.mp4`, trackIndex: MAIN, start, duration, ...more };
};
const photo = (id: string, start: number, duration: number, more: Partial<Clip> = {}): Short => {
  return { id, type: 'image', src: `photo-${id}`, name: `${id}.jpg`, trackIndex: MAIN, start, duration, ...more };
};
const audio = (id: string, start: number, duration: number, more: Partial<Clip> = {}): Short => {
  return { id, type: 'audio', src: `music-${id}`, name: `${id}.mp3`, trackIndex: AUDIO, start, duration, ...more };
};
const text = (id: string, content: string, start: number, duration: number, more: Partial<Clip> = {}): Short => {
  const textStyle = { content, fontSize: 80, color: '#ffffff' };
  return { id, type: 'text', name: content, trackIndex: TEXT, start, duration, textStyle, ...more };
};
const caption = (id: string, content: string, start: number, duration: number): Short => ({
  ...text(id, content, start, duration, { isCaption: true, y: 380 }),
});

function project(clips: Short[], more: (document: Document) => Partial<Document> = () => ({})): Document {
  const empty = createDocument();
  const full = clips.map((clip) => ({ ...CLIP_DEFAULTS, mediaDuration: 200, ...clip }) as Clip);
  return parseDocument({ ...empty, clips: full, ...more({ ...empty, clips: full }) });
}

/** Projects that the messages are about. Clips are named after their content. */
export const PROJECTS = {
  /** Holiday video: four consecutive clips, a title, and music under all of it. */
  vlog: project([
    video('intro', 0, 5),
    video('beach', 5, 10),
    video('market', 15, 12),
    video('sunset', 27, 8),
    text('title', 'My Summer', 0, 4),
    audio('music', 0, 35),
  ]),
  /** Interview of one minute with music. */
  talk: project([video('interview', 0, 60, { src: 'talk-interview' }), audio('music', 0, 60)]),
  /** Six images without audio. */
  slides: project([1, 2, 3, 4, 5, 6].map((n) => photo(`photo${n}`, (n - 1) * 4, 4))),
  /** Video with a title and four captions. */
  captioned: project([
    video('speech', 0, 20, { src: 'talk-speech' }),
    text('headline', 'Breaking News', 0, 3, { y: -300 }),
    caption('cap1', 'hello and welcome', 0, 4),
    caption('cap2', 'today we talk about coffee', 4, 5),
    caption('cap3', 'coffee is great', 9, 5),
    caption('cap4', 'goodbye', 14, 5),
  ]),
  /** Empty project. */
  empty: project([]),
  /** Two camera clips that overlap in time, one above the other. */
  cameras: project([video('camera-a', 0, 10), video('camera-b', 0, 10, { trackIndex: OVER })]),
  /** Vertical advertisement: video, a logo above it, two texts, music. */
  promo: project(
    [
      video('product', 0, 15),
      photo('logo', 0, 15, { src: 'logo-brand', name: 'logo.png', trackIndex: OVER, x: 400, y: -800, scale: 0.3 }),
      text('sale', 'SALE', 2, 4),
      text('cta', 'Shop now', 10, 5),
      audio('music', 0, 15),
    ],
    ({ settings }) => ({ settings: { ...settings, aspectRatio: '9:16', width: 1080, height: 1920 } }),
  ),
  /** Podcast: two minutes of speech over a cover image, with music at full volume. */
  podcast: project(
    [
      photo('cover', 0, 120),
      audio('voice', 0, 120, { src: 'say-voice', name: 'voiceover.wav' }),
      audio('music', 0, 120, { trackIndex: 4 }),
    ],
    (document) => ({
      tracks: [...document.tracks, { ...document.tracks[AUDIO], id: 4, label: 'Music' }] as Document['tracks'],
    }),
  ),
  /** Three clips with gaps between them. */
  gaps: project([video('first', 1, 4), video('second', 8, 4), video('third', 15, 5)]),
  /** Clips that already have effects and other settings. */
  styled: project([
    video('one', 0, 6, { speed: 2, grade: { exposure: 0.5 } }),
    video('two', 6, 6, { transition: { type: 'dissolve', duration: 1 }, fadeIn: 1 }),
    video('three', 12, 6, { transition: { type: 'wipe', duration: 1 }, muted: true, rotation: 90 }),
    video('four', 18, 6, { effects: [{ id: 'fx', type: 'blur', enabled: true, params: { radius: 12 } }] }),
  ]),
  /** Project whose main track is locked. */
  locked: project([video('scene', 0, 10), text('name', 'Ada', 1, 4), audio('music', 0, 10)], ({ tracks }) => ({
    tracks: tracks.map((track) => (track.id === MAIN ? { ...track, locked: true } : track)),
  })),
  /** One long clip with markers. */
  marked: project([video('take', 0, 30), text('chapter', 'Part one', 0, 5), audio('song', 0, 30)], () => ({
    markers: [
      { id: 'm1', time: 10, label: 'verse' },
      { id: 'm2', time: 20, label: 'chorus' },
    ],
  })),
} satisfies Record<string, Document>;

export type ProjectName = keyof typeof PROJECTS;
