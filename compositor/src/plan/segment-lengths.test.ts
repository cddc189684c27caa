import type { Clip, Document } from '@framemill/timeline';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeClip, makeDocument, profileOf } from '../../test/scenes.ts';
import { type OutputProfile, outputFrames } from './profile.ts';
import { segmentStarts } from './segment-lengths.ts';
import type { MediaTable } from './sub-document.ts';

const facts = { kind: 'video', sha256: 'aa', mimeType: 'video/mp4', width: 1920, height: 1080, fps: 30 } as const;
const media: MediaTable = {
  footage: { ...facts, durationSec: 600, sizeBytes: 600_000_000, hasAudio: true, changeBits: 0.05 },
  screen: { ...facts, durationSec: 600, sizeBytes: 600_000_000, hasAudio: true, changeBits: 0.001 },
};

function startsOf(document: Document, fields: Partial<OutputProfile> = {}): number[] {
  const profile = profileOf(document, fields);
  return segmentStarts(document, profile, media, outputFrames(document, profile));
}

function lengthsOf(document: Document, fields: Partial<OutputProfile> = {}): number[] {
  const starts = startsOf(document, fields);
  const total = outputFrames(document, profileOf(document, fields));
  return starts.map((start, index) => (starts[index + 1] ?? total) - start);
}

const footage = (fields: Partial<Clip> = {}) => makeClip({ type: 'video', src: 'footage', ...fields });
const moving = { type: 'shape' as const, kfScale: [{ time: 0, value: 1 }] };
const film = (...clips: Clip[]) => makeDocument(1920, 1080, clips);

test.each<[string, Document, Partial<OutputProfile>, number[]]>([
  ['footage', film(footage({ duration: 12 })), {}, [92, 88, 92, 88]],
  ['footage of 10 s', film(footage({ duration: 10 })), {}, [152, 148]],
  ['footage of 5 s', film(footage({ duration: 5 })), {}, [76, 74]],
  ['a short film', film(footage({ duration: 3 })), {}, [90]],
  ['a fast file', film(footage({ duration: 3 })), { compression: 'fast' }, [30, 30, 30]],
  ['a stream that plays early', film(footage({ duration: 10 })), { earlyPlayback: true }, [28, 124, 148]],
  ['a short stream that plays early', film(footage({ duration: 1.5 })), { earlyPlayback: true }, [45]],
  ['a small file', film(footage({ duration: 20 })), { compression: 'small' }, [300, 300]],
  ['large frames', film(footage({ duration: 6 })), { width: 3840, height: 2160 }, [92, 88]],
  ['slow settings', film(footage({ duration: 7 })), { quality: 'high' }, [104, 106]],
  ['intra frames', film(footage({ duration: 6 })), { format: 'mov-prores' }, [60, 60, 60]],
  ['a frame a second', film(footage({ duration: 11 })), { rate: { num: 1, den: 1 } }, [3, 3, 2, 3]],
  ['a recording of a screen', film(makeClip({ type: 'video', src: 'screen', duration: 30 })), {}, [300, 300, 300]],
  ['a still', film(makeClip({ type: 'image', src: 'still', duration: 23 })), {}, [232, 228, 230]],
  [
    'a moving still',
    film(makeClip({ type: 'image', src: 'still', duration: 8, kfScale: [{ time: 0, value: 1 }] })),
    {},
    [120, 120],
  ],
  [
    'shapes that move over a still, one after the other',
    film(
      makeClip({ type: 'image', src: 'still', duration: 8 }),
      makeClip({ ...moving, duration: 3, trackIndex: 1 }),
      makeClip({ ...moving, start: 2, duration: 2, trackIndex: 2 }),
    ),
    {},
    [120, 120],
  ],
  [
    'shapes that move for less than half of a still',
    film(
      makeClip({ type: 'image', src: 'still', duration: 8 }),
      makeClip({ ...moving, duration: 3, trackIndex: 1 }),
      makeClip({ ...moving, duration: 3, trackIndex: 2 }),
    ),
    {},
    [240],
  ],
  ['a text over nothing', film(makeClip({ type: 'text', duration: 20, textStyle: { content: 'a' } })), {}, [300, 300]],
  [
    'footage over a plain background',
    film(makeClip({ type: 'shape', duration: 8 }), footage({ duration: 8, trackIndex: 1 })),
    {},
    [120, 120],
  ],
])('%s', (_, document, fields, lengths) => {
  expect(lengthsOf(document, fields)).toEqual(lengths);
});

test.each([
  [36, 8],
  [40, 8],
  [44, 12],
  [52, 12],
  [56, 16],
  [60, 16],
])('footage of %i s has %i segments, so that 2, 4 and 8 slots finish together', (duration, segments) => {
  expect(startsOf(film(footage({ duration })))).toHaveLength(segments);
});

test('a segment begins where a clip of the base track begins or ends, except within 1 s of another beginning', () => {
  const clips = [
    footage({ duration: 3 }),
    footage({ start: 3, duration: 0.5 }),
    makeClip({ type: 'image', src: 'still', start: 3.5, duration: 20 }),
    footage({ start: 25, duration: 2 }),
    footage({ start: 27, duration: 0.5 }),
  ];
  expect(startsOf(film(...clips))).toEqual([0, 90, 294, 502, 705, 750]);
});

test('an edit moves no boundary outside of the stretches that it changes', () => {
  const lengths = fc.array(fc.integer({ min: 30, max: 400 }), { minLength: 3, maxLength: 12 });
  fc.assert(
    fc.property(lengths, fc.nat(), fc.integer({ min: 30, max: 400 }), (frames, at, replaced) => {
      const changedClip = at % frames.length;
      const edited = frames.map((count, index) => (index === changedClip ? replaced : count));
      const [before, after] = [frames, edited].map(bestOf);
      // Boundaries up to the changed clip stay, and later ones move with their clips.
      const from = frames.slice(0, changedClip).reduce((sum, count) => sum + count, 0);
      const to = from + (frames[changedClip] ?? 0);
      const moved = replaced - (to - from);
      const outside = (before ?? []).flatMap((frame) => (frame <= from ? frame : frame >= to ? frame + moved : []));
      expect(outside.filter((frame) => !after?.includes(frame))).toEqual([]);
    }),
    { seed: 11, numRuns: 200 },
  );

  function bestOf(frames: readonly number[]): number[] {
    let start = 0;
    return startsOf(
      film(
        ...frames.map((count) => {
          const clip = footage({ start: start / 30, duration: count / 30 });
          start += count;
          return clip;
        }),
      ),
    );
  }
});

test('clips of tracks over a video move no boundary', () => {
  const base = [footage({ duration: 13 }), footage({ start: 13, duration: 17.5 })];
  const expected = startsOf(film(...base));
  const clip = fc.record({
    kind: fc.constantFrom('video', 'text', 'image', 'shape'),
    start: fc.integer({ min: 0, max: 28 }),
    trackIndex: fc.integer({ min: 1, max: 4 }),
  });
  fc.assert(
    fc.property(fc.array(clip, { maxLength: 6 }), (others) => {
      const clips = others.map(({ kind, start, trackIndex }) =>
        makeClip({ type: kind as Clip['type'], src: 'footage', start, trackIndex, duration: 2 }),
      );
      expect(startsOf(film(...base, ...clips))).toEqual(expected);
    }),
    { seed: 5, numRuns: 100 },
  );
});
