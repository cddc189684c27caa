import type { Format } from '../../src/formats/output-formats.ts';
import { frames } from './test-film.ts';

/** Facts that independent programs must report about the output file of a format. */
export interface OutputFacts {
  /**
   * Video stream that ffprobe must report; null without video. `tag` is the four-character code of the sample entry.
   * `depth` is the pixel format of decoded frames.
   */
  readonly picture: { codec: string; tag?: string; depth: string; frames: number } | null;
  readonly sound: { codec: string } | null;
  /** Types of the boxes that the sample entry of an MP4 or MOV must contain. */
  readonly boxes?: readonly string[];
  /**
   * HTML element and MIME type by which a browser shows the file, or the images in the archive; null when it cannot.
   */
  readonly browser: { element: 'video' | 'audio' | 'img'; type: string; mayLack?: true } | null;
  /**
   * Images in an archive (name pattern and number) and names of its other entries; null when the file is no archive.
   */
  readonly entries: { name: RegExp; count: number; others: readonly string[] } | null;
  /**
   * Number of frames that ImageMagick must find, and duration of each in hundredths of a second; null when ImageMagick
   * does not read the format.
   */
  readonly stills: { count: number; delay: number } | null;
}

const none = { picture: null, sound: null, browser: null, entries: null, stills: null };
const image = (codec: string, depth: string, count = 1) => ({ codec, depth, frames: count });
const film = (codec: string, tag: string | undefined, depth: string, sound: string) => ({
  ...none,
  picture: { ...image(codec, depth, frames), ...(tag === undefined ? {} : { tag }) },
  sound: { codec: sound },
});
const video = (type: string) => ({ element: 'video' as const, type });
const audio = (type: string) => ({ element: 'audio' as const, type });
const still = (type: string) => ({ element: 'img' as const, type });
/** Facts of GIF and WebP files: in quality `standard` they have 12.5 frames a second. */
const animation = { count: Math.round(frames / 2.4), delay: 8 };

/** Expected facts by format. The compiler requires an entry for each format. */
export const outputTable: Readonly<Record<Format, OutputFacts>> = {
  mp4: {
    ...film('h264', 'avc1', 'yuv420p', 'aac'),
    boxes: ['avcC'],
    browser: video('video/mp4; codecs="avc1.640028, mp4a.40.2"'),
  },
  'mp4-hevc': {
    ...film('hevc', 'hvc1', 'yuv420p', 'aac'),
    boxes: ['hvcC'],
    browser: { ...video('video/mp4; codecs="hvc1.1.6.L93.B0, mp4a.40.2"'), mayLack: true },
  },
  'mp4-av1': {
    ...film('av1', 'av01', 'yuv420p', 'aac'),
    boxes: ['av1C'],
    browser: video('video/mp4; codecs="av01.0.04M.08, mp4a.40.2"'),
  },
  webm: { ...film('vp9', undefined, 'yuv420p', 'opus'), browser: video('video/webm; codecs="vp9, opus"') },
  'webm-alpha': { ...film('vp9', undefined, 'yuv420p', 'opus'), browser: video('video/webm; codecs="vp9, opus"') },
  'mov-prores': {
    ...film('prores', 'ap4h', 'yuva444p12le', 'pcm_s16le'),
    boxes: ['colr', 'fiel'],
    browser: { ...video('video/quicktime; codecs="ap4h"'), mayLack: true },
  },
  gif: {
    ...none,
    picture: image('gif', 'bgra', animation.count),
    browser: still('image/gif'),
    stills: animation,
  },
  // The ffmpeg of many systems reads no animated WebP.
  webp: { ...none, browser: still('image/webp'), stills: animation },
  mp3: { ...none, sound: { codec: 'mp3' }, browser: audio('audio/mpeg') },
  m4a: { ...none, sound: { codec: 'aac' }, browser: audio('audio/mp4; codecs="mp4a.40.2"') },
  wav: { ...none, sound: { codec: 'pcm_s16le' }, browser: audio('audio/wav; codecs="1"') },
  opus: { ...none, sound: { codec: 'opus' }, browser: audio('audio/ogg; codecs="opus"') },
  'png-sequence': {
    ...none,
    picture: image('png', 'rgb24'),
    browser: still('image/png'),
    entries: { name: /^frame-\d{5}\.png$/, count: frames, others: [] },
    stills: { count: 1, delay: 0 },
  },
  'jpeg-sequence': {
    ...none,
    picture: image('mjpeg', 'yuvj420p'),
    browser: still('image/jpeg'),
    entries: { name: /^frame-\d{5}\.jpg$/, count: frames, others: [] },
    stills: { count: 1, delay: 0 },
  },
  poster: {
    ...none,
    picture: image('mjpeg', 'yuvj420p'),
    browser: still('image/jpeg'),
    stills: { count: 1, delay: 0 },
  },
  'contact-sheet': {
    ...none,
    picture: image('mjpeg', 'yuvj420p'),
    browser: still('image/jpeg'),
    stills: { count: 1, delay: 0 },
  },
  sprites: {
    ...none,
    picture: image('mjpeg', 'yuvj420p'),
    browser: still('image/jpeg'),
    entries: { name: /^sprites-\d+\.jpg$/, count: 1, others: ['thumbnails.vtt'] },
    stills: { count: 1, delay: 0 },
  },
};
