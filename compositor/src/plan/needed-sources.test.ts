import type { MediaFacts } from '@framemill/timeline';
import { expect, test } from 'vitest';
import { makeClip, makeDocument, profileOf } from '../../test/scenes.ts';
import { audibleSources, sourcesShown } from './needed-sources.ts';

const cube = { id: 'e', type: 'lut', enabled: true, params: { src: 'look.cube', intensity: 1 } } as const;
const document = makeDocument(1280, 720, [
  makeClip({ type: 'video', src: 'first', start: 0, duration: 4 }),
  makeClip({ type: 'video', src: 'second', start: 4, duration: 4, mask: { shape: 'image', src: 'mask' } }),
  makeClip({ type: 'image', src: 'late', start: 20, duration: 2, effects: [cube] }),
  makeClip({ type: 'image', src: 'hidden', start: 0, duration: 30, trackIndex: 5 }),
  makeClip({ type: 'audio', src: 'music', start: 0, duration: 30, trackIndex: 1 }),
]);
const tracks = document.tracks.map((track) => (track.id === 5 ? { ...track, visible: false } : track));
const shown = (from: number, to: number, fields = {}) => {
  const whole = { ...document, tracks };
  return [...sourcesShown(whole, profileOf(whole, fields), from, to)].sort();
};

test('a range needs what it shows, masks included, and all tables of colours', () => {
  expect(shown(0, 60)).toEqual(['first', 'look.cube']);
  expect(shown(240, 241)).toEqual(['look.cube', 'mask', 'second']);
  expect(shown(600, 660)).toEqual(['late', 'look.cube']);
  expect(shown(0, 660)).toEqual(['first', 'late', 'look.cube', 'mask', 'second']);
});

test('a range needs the fonts of the texts that it shows', () => {
  const textStyle = { content: 'Hello', fontFamily: '/uploads/med_own.woff2' };
  const clips = [
    makeClip({ type: 'text', start: 2, duration: 2, textStyle }),
    makeClip({ type: 'shape', start: 6, duration: 2, mask: { shape: 'text', text: 'Hi', fontFamily: 'med_other' } }),
  ];
  const texts = makeDocument(1280, 720, clips);
  const needed = (from: number, to: number) => [...sourcesShown(texts, profileOf(texts), from, to)];
  expect(needed(90, 91)).toEqual(['/uploads/med_own.woff2']);
  expect(needed(200, 210)).toEqual(['med_other']);
});

test('a clip that a transition may still show after its end is needed there', () => {
  expect(shown(120, 180)).toEqual(['first', 'look.cube', 'mask', 'second']);
});

test('output frames are counted at the rate of the output', () => {
  // GIF at 10 frames a second: frame 80 is second 8.
  const gif = { format: 'gif', rate: { num: 10, den: 1 } };
  expect(shown(80, 81, gif)).toEqual(['look.cube', 'mask', 'second']);
  expect(shown(200, 201, gif)).toEqual(['late', 'look.cube']);
});

test('a mix needs what is heard', () => {
  const facts: MediaFacts = {
    ...{ kind: 'video', sha256: 'a', mimeType: 'video/mp4', sizeBytes: 1, hasAudio: true },
    ...{ width: 1280, height: 720, durationSec: 30, fps: 30 },
  };
  const media = { first: facts, second: { ...facts, hasAudio: false }, music: facts };
  expect([...audibleSources(document, media)].sort()).toEqual(['first', 'music']);
  const muted = document.clips.map((clip) => (clip.src === 'first' ? { ...clip, muted: true } : clip));
  expect([...audibleSources({ ...document, clips: muted }, media)]).toEqual(['music']);
});
