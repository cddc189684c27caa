import { type Clip, createDocument, type Document, FramemillError } from '@framemill/timeline';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fps, makeClip, makeDocument, profileOf } from '../../test/scenes.ts';
import { outputFrames, outputProfile } from './profile.ts';
import { planSegments } from './segments.ts';
import type { MediaTable } from './sub-document.ts';

const facts = (sha256: string) =>
  ({
    kind: 'video',
    sha256,
    mimeType: 'video/mp4',
    sizeBytes: 600_000_000,
    width: 1920,
    height: 1080,
    durationSec: 600,
    fps: 30,
    hasAudio: true,
  }) as const;
const media: MediaTable = { a: facts('aa'), b: facts('bb') };

// 60 s of one video, a picture in the middle of it and two captions.
function project(): Document {
  return makeDocument(1920, 1080, [
    makeClip({ type: 'video', src: 'a', duration: 60, mediaDuration: 60 }),
    makeClip({ type: 'video', src: 'b', start: 20, duration: 10, trackIndex: 1, scale: 0.5 }),
    makeClip({ type: 'text', start: 2, duration: 2, trackIndex: 2, textStyle: { content: 'one' } }),
    makeClip({ type: 'text', start: 40, duration: 2, trackIndex: 2, textStyle: { content: 'two' } }),
  ]);
}

function keys(document: Document, table: MediaTable = media, fingerprint = 'f'): string[] {
  return planSegments(document, profileOf(document), table, fingerprint).map((segment) => segment.contentKey);
}

function changed(before: string[], after: string[]): number[] {
  return before.flatMap((key, index) => (after[index] === key ? [] : [index]));
}

function edit(document: Document, index: number, fields: Partial<Clip>): Document {
  return { ...document, clips: document.clips.map((clip, at) => (at === index ? { ...clip, ...fields } : clip)) };
}

test('segments cover every frame once, in order', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 90 }),
      fc.array(fc.integer({ min: 0, max: 80 }), { maxLength: 5 }),
      (total, starts) => {
        const clips = [0, ...starts].map((start) => makeClip({ type: 'shape', start, duration: 1 }));
        const document = makeDocument(640, 360, [
          ...clips,
          makeClip({ type: 'shape', duration: total, trackIndex: 1 }),
        ]);
        const plan = planSegments(document, profileOf(document), {}, 'f');
        expect(plan[0]?.startFrame).toBe(0);
        expect(plan.at(-1)?.endFrame).toBe(outputFrames(document, profileOf(document)));
        for (const [index, segment] of plan.entries()) {
          expect(segment.index).toBe(index);
          expect(segment.endFrame).toBeGreaterThan(segment.startFrame);
          expect(segment.startFrame).toBe(index === 0 ? 0 : plan[index - 1]?.endFrame);
        }
        for (const start of starts) expect(plan.some((segment) => segment.startFrame === start * 30)).toBe(true);
      },
    ),
    { seed: 7, numRuns: 60 },
  );
});

test('a caption edit changes only the segments that show it', () => {
  const before = keys(project());
  expect(before).toHaveLength(16);
  expect(changed(before, keys(edit(project(), 3, { textStyle: { content: 'three' } })))).toEqual([10, 11]);
});

test('ids, names, sound and track ids change no key', () => {
  const document = project();
  const renamed: Document = {
    ...document,
    settings: { ...document.settings, name: 'Another name' },
    tracks: document.tracks.map((track) => ({ ...track, id: track.id + 10, label: 'x', muted: true, locked: true })),
    clips: document.clips.map((clip, index) => ({
      ...clip,
      id: `other${index}`,
      name: 'n',
      trackIndex: clip.trackIndex + 10,
      volume: 0.3,
      fadeIn: 1,
      pan: 0.5,
      kfVolume: [{ time: 0, value: 0 }],
    })),
  };
  expect(keys(renamed)).toEqual(keys(document));
});

test('a document moved by whole segments keeps its keys', () => {
  const document = project();
  const later = { ...document, clips: document.clips.map((clip) => ({ ...clip, start: clip.start + 4 })) };
  expect(keys(later).slice(1)).toEqual(keys(document));
});

test('the same source under another name keeps its keys, other bytes change the segments that show it', () => {
  const document = project();
  const moved = { ...document, clips: document.clips.map((clip) => (clip.src === 'b' ? { ...clip, src: 'c' } : clip)) };
  expect(keys(moved, { ...media, c: facts('bb') })).toEqual(keys(document));
  expect(changed(keys(document), keys(document, { ...media, b: facts('other') }))).toEqual([5, 6, 7]);
});

test('trimming a clip changes the segments around its new end only', () => {
  expect(changed(keys(project()), keys(edit(project(), 1, { duration: 9 })))).toEqual([7]);
});

test.each<[string, Partial<Clip>]>([
  ['position', { x: 5 }],
  ['scale', { scale: 0.6 }],
  ['rotation', { rotation: 1 }],
  ['opacity', { opacity: 0.5 }],
  ['crop', { cropL: 0.1 }],
  ['in-point', { mediaStart: 1 }],
  ['speed', { speed: 2 }],
  ['keyframes', { kfX: [{ time: 0, value: 1 }] }],
  ['fit', { fit: 'cover' }],
  ['effects', { effects: [{ id: 'e', type: 'blur', enabled: true, params: {} }] }],
])('an edit of the %s changes exactly the segments of the clip', (_, fields) => {
  expect(changed(keys(project()), keys(edit(project(), 1, fields)))).toEqual([5, 6, 7]);
});

test('background, canvas, watermark, quality and fingerprint change every key', () => {
  const document = project();
  const before = new Set(keys(document));
  const profile = profileOf(document);
  const others = [
    keys({ ...document, settings: { ...document.settings, background: '#123456' } }),
    keys({ ...document, settings: { ...document.settings, width: 1080 } }),
    keys(document, media, 'other'),
    planSegments(document, { ...profile, watermark: true }, media, 'f').map((segment) => segment.contentKey),
    planSegments(document, { ...profile, quality: 'high' }, media, 'f').map((segment) => segment.contentKey),
  ];
  for (const list of others) expect(list.some((key) => before.has(key))).toBe(false);
});

test('hiding a track is the same as a document without its clips', () => {
  const document = project();
  const hidden = { ...document, tracks: document.tracks.map((track) => ({ ...track, visible: track.id !== 1 })) };
  const removed = { ...document, clips: document.clips.filter((clip) => clip.trackIndex !== 1) };
  expect(keys(hidden)).toEqual(keys(removed));
});

test('the outgoing clip of a transition belongs to the segments of the window and to no others', () => {
  const transition = { type: 'dissolve', duration: 1 } as const;
  const document = makeDocument(640, 360, [
    makeClip({ type: 'video', src: 'a', duration: 30, trackIndex: 1 }),
    makeClip({ type: 'video', src: 'b', start: 30, duration: 30, trackIndex: 1, transition }),
  ]);
  const sharper = edit(document, 0, { scale: 1.2 });
  const touched = changed(keys(document), keys(sharper));
  expect(touched).toContain(8);
  expect(touched).not.toContain(9);
});

test('a segment that ends in the gap before a transition shows the outgoing clip only', () => {
  const transition = { type: 'dissolve', duration: 1 } as const;
  const outgoing = { type: 'video', src: 'a', duration: 10 - 1 / fps, trackIndex: 1 } as const;
  const incoming = { type: 'video', src: 'b', start: 10, duration: 10, trackIndex: 1 } as const;
  const below = [0, 10].map((start) => makeClip({ type: 'video', src: 'a', start, duration: 10 }));
  // The segment with the gap is a second long.
  const late = makeClip({ type: 'shape', start: 9, duration: 1, trackIndex: 0 });
  for (const [clips, fields, segment] of [
    [below, {}, 1],
    [below, { reverse: true }, 1],
    [[...below, late], {}, 2],
  ] as const) {
    const document = makeDocument(640, 360, [makeClip({ ...outgoing, ...fields }), makeClip(incoming), ...clips]);
    const crossing = edit(document, 1, { transition });
    expect(changed(keys(document), keys(crossing))[0]).toBe(segment);
    expect(changed(keys(crossing), keys(edit(crossing, 1, { scale: 2 })))).not.toContain(segment);
    expect(changed(keys(crossing), keys(edit(crossing, 0, { scale: 2 })))).toContain(segment);
  }
});

test('sizes are even, halved and capped by the shorter side', () => {
  const { settings } = makeDocument(1080, 1920, []);
  const options = {
    format: 'mp4',
    quality: 'standard',
    resolution: 'full',
    maxShortSide: null,
    watermark: false,
  } as const;
  expect(outputProfile(settings, options)).toMatchObject({
    profile: { width: 1080, height: 1920 },
    cappedByPlan: false,
  });
  expect(outputProfile(settings, { ...options, maxShortSide: 720 })).toMatchObject({
    profile: { width: 720, height: 1280 },
    cappedByPlan: true,
  });
  expect(outputProfile(settings, { ...options, resolution: 'half', maxShortSide: 720 })).toMatchObject({
    profile: { width: 540, height: 960 },
    cappedByPlan: false,
  });
  expect(outputProfile(settings, { ...options, format: 'gif' }).profile).toMatchObject({
    width: 800,
    rate: { num: 25, den: 2 },
  });
});

test.each([
  { width: 7680, height: 320, gives: [768, 32] },
  { width: 7680, height: 120, gives: [1024, 16] },
  { width: 7680, height: 16, gives: [7680, 16] },
  { width: 320, height: 7680, gives: [320, 7680] },
  { width: 2000, height: 7680, gives: [800, 3072] },
  { width: 1920, height: 1080, gives: [800, 450] },
  { width: 1280, height: 532, gives: [800, 332] },
])('a GIF of a project of $width x $height has its aspect ratio', ({ width, height, gives }) => {
  const options = { format: 'gif', quality: 'high', resolution: 'full', maxShortSide: null, watermark: false } as const;
  const { profile } = outputProfile({ ...createDocument().settings, width, height }, options);
  expect([profile.width, profile.height]).toEqual(gives);
  expect(Math.abs((profile.width * height) / (profile.height * width) - 1)).toBeLessThanOrEqual(0.01);
});

test('a GIF has its own frames and at most a minute of them', () => {
  const document = makeDocument(640, 360, [makeClip({ type: 'shape', duration: 4 })]);
  const profile = profileOf(document, { format: 'gif', rate: { num: 25, den: 2 } });
  expect(outputFrames(document, profile)).toBe(50);
  expect(planSegments(document, profile, {}, 'f').at(-1)?.endFrame).toBe(50);
  const long = makeDocument(640, 360, [makeClip({ type: 'shape', duration: 61 })]);
  expect(() => outputFrames(long, profile)).toThrow(FramemillError);
});

test('an edit of an effect changes only the segments that show its clip', () => {
  const blur = (radius: number, fields: Partial<NonNullable<Clip['effects']>[number]> = {}) => ({
    effects: [{ id: 'e', type: 'blur' as const, enabled: true, params: { radius }, ...fields }],
  });
  const document = edit(project(), 1, blur(4));
  const before = keys(document);
  // 20 s to 30 s at about four seconds a segment.
  expect(changed(before, keys(edit(document, 1, blur(5))))).toEqual([5, 6, 7]);
  expect(changed(before, keys(edit(document, 1, blur(4, { id: 'renamed', filter: 'noir' }))))).toEqual([]);
  const off = keys(edit(document, 1, blur(4, { enabled: false })));
  expect(off).toEqual(keys(edit(project(), 1, blur(9, { enabled: false }))));
  expect(off).toEqual(keys(project()));
});

test('a clip with effects that is cut shorter keeps what comes before the cut', () => {
  const effects = [{ id: 'e', type: 'grain' as const, enabled: true, params: {} }];
  const document = edit(project(), 1, { effects });
  expect(changed(keys(document), keys(edit(document, 1, { duration: 8 })))).toEqual([7]);
});

test('an adjustment layer changes the segments that it covers, with whatever lies below it', () => {
  const layer = makeClip({ type: 'adjustment', start: 10, duration: 4, trackIndex: 3, grade: { exposure: 0.5 } });
  const document = { ...project(), clips: [...project().clips, layer] };
  const before = keys(document);
  expect(changed(keys(project()), before)).toEqual([2, 3]);
  expect(changed(before, keys(edit(document, 4, { grade: { exposure: 0.6 } })))).toEqual([2, 3]);
});

test('another font under the same name changes the segments that show its texts, and no other', () => {
  const document = project();
  const clips = document.clips.map((clip) =>
    clip.textStyle?.content === 'two' ? { ...clip, textStyle: { ...clip.textStyle, fontFamily: 'med_font' } } : clip,
  );
  const inFont = { ...document, clips };
  const table = (sha256: string): MediaTable => ({ ...media, med_font: { ...facts(sha256), kind: 'font' } });
  const withOne = keys(inFont, table('cc'));
  expect(changed(keys(document), withOne)).toEqual([10, 11]);
  expect(changed(withOne, keys(inFont, table('dd')))).toEqual([10, 11]);
});

test('a poster is a segment of the one frame that it shows', () => {
  const document = project();
  const choice = (atSec: number) => ({ format: 'poster' as const, quality: 'standard' as const, choice: { atSec } });
  const plan = (atSec: number) =>
    planSegments(document, profileOf(document, choice(atSec)), media, 'f').map((one) => [one.startFrame, one.endFrame]);
  expect([plan(15), plan(1_000)]).toEqual([[[450, 451]], [[1_799, 1_800]]]);
});
