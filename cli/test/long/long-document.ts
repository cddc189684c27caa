import { createDocument, type Document, parseDocument } from '@framemill/timeline';
import { films, images, numbers } from './long-media.ts';

const clipFrames = 180;
const fps = 30;
/**
 * Number of video and caption clips for each minute. Of 500 clips in 30 minutes, 300 are videos, 120 captions, 40
 * images, 20 shapes and 20 pieces of music.
 */
const aMinute = { films: 10, captions: 4 };

/** Long timeline, with the frame number that each output frame must show. */
export interface LongDocument {
  document: Document;
  frames: number;
  /** Returns the number that output frame `frame` shows; null inside a transition, where two frames are mixed. */
  numberAt(frame: number): number | null;
}

/**
 * Creates a timeline of `minutes` (a multiple of 3), 640x360 at 30 frames a second. It has six-second videos back to
 * back, every fourth dissolving into the next and every seventh sharpened. It also has captions that all differ, moving
 * images, shapes and music. Nothing covers the middle row of the frame.
 */
export function longDocument(minutes: number): LongDocument {
  const count = minutes * aMinute.films;
  const begins = Array.from({ length: count }, (_, i) => (i * 29) % (numbers - clipFrames - 30));
  const dissolves = (i: number) => i % 4 === 3;
  const clips = begins.map((begin, i) =>
    clip('film', i, {
      ...{ type: 'video', src: films[i % films.length] ?? '', trackIndex: 0 },
      ...{ start: (i * clipFrames) / fps, duration: clipFrames / fps, mediaStart: begin / fps },
      mediaDuration: numbers / fps,
      ...(dissolves(i) ? { transition: { type: 'dissolve', duration: 0.5 } } : {}),
      ...(i % 7 === 0 ? { effects: [{ id: `sharp${i}`, type: 'sharpen', enabled: true, params: {} }] } : {}),
    }),
  );
  for (let i = 0; i < minutes * aMinute.captions; i++) clips.push(caption(i));
  for (let i = 0; i < (minutes * 4) / 3; i++) clips.push(mark(i));
  for (let i = 0; i < (minutes * 2) / 3; i++) clips.push(shape(i), tune(i));
  const document = parseDocument({ ...createDocument({ width: 640, height: 360, fps }), clips });
  return {
    document,
    frames: count * clipFrames,
    numberAt(frame) {
      const i = Math.floor(frame / clipFrames);
      const inside = frame % clipFrames;
      if (dissolves(i) && inside < fps) return null;
      return (begins[i] ?? 0) + inside;
    },
  };
}

function clip(name: string, i: number, fields: object): object {
  return { id: `${name}${i}`, name: '', src: '', ...fields };
}

// Another text each: nothing of what is kept for one helps the next.
function caption(i: number) {
  const content = `Caption ${i}: ${'a word of many '.repeat(1 + (i % 4)).trim()}`;
  const textStyle = { content, fontSize: 18 + (i % 9), width: 560, color: '#ffffff', strokeWidth: i % 3 } as const;
  return clip('caption', i, { type: 'text', trackIndex: 2, start: i * 15 + 1, duration: 6, y: 130, textStyle });
}

function mark(i: number) {
  const kfX = [
    { time: 0, value: -250 },
    { time: 12, value: 250 },
  ];
  const kfRotation = [
    { time: 0, value: 0 },
    { time: 12, value: i % 2 === 0 ? 0 : 180 },
  ];
  const src = images[i % images.length] ?? '';
  const place = { start: i * 45 + 3, duration: 12, y: -100, fit: 'none', scale: 0.5, opacity: 0.8 } as const;
  return clip('mark', i, { type: 'image', src, trackIndex: 1, ...place, kfX, kfRotation });
}

function shape(i: number) {
  const kfScale = [
    { time: 0, value: 0.5 },
    { time: 9, value: 1 },
  ];
  const star = { kind: 'star', fill: '#ffcc00', width: 60 + i, height: 60 + i } as const;
  return clip('shape', i, {
    type: 'shape',
    shape: star,
    trackIndex: 1,
    start: i * 90 + 20,
    duration: 9,
    y: -110,
    kfScale,
  });
}

function tune(i: number) {
  const place = { start: i * 90, duration: 80, mediaDuration: 90 };
  return clip('tune', i, { type: 'audio', src: 'tune', trackIndex: 3, ...place, volume: 0.3, fadeIn: 2, fadeOut: 2 });
}
