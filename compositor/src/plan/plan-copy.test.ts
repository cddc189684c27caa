import type { Clip, Document, MediaFacts } from '@framemill/timeline';
import { describe, expect, it } from 'vitest';
import { makeClip, makeDocument, profileOf } from '../../test/scenes.ts';
import { planCopy } from './plan-copy.ts';
import { type OutputOptions, outputProfile } from './profile.ts';

const seconds = 4;
const packets = {
  rate: { num: 30, den: 1 },
  frames: seconds * 30,
  pictureBytes: 500_000,
  delay: 2,
  soundFits: true,
};
const film: MediaFacts = {
  kind: 'video',
  sha256: 'aa',
  mimeType: 'video/mp4',
  sizeBytes: 2_000_000,
  width: 1280,
  height: 720,
  durationSec: seconds,
  fps: 30,
  hasAudio: true,
  packets,
};
const music: MediaFacts = { ...film, kind: 'audio', sha256: 'bb', width: null, height: null, fps: null };
const media = { film, music };
const whole = makeClip({ type: 'video', src: 'film', duration: seconds, mediaDuration: seconds });
const song = makeClip({ type: 'audio', src: 'music', duration: seconds, mediaDuration: seconds });

function project(fields: Partial<Clip> = {}, ...others: Clip[]): Document {
  return makeDocument(1280, 720, [{ ...whole, ...fields }, ...others]);
}
const options: OutputOptions = {
  format: 'mp4',
  quality: 'standard',
  resolution: 'full',
  maxShortSide: null,
  watermark: false,
};
function plan(document: Document, asked: Partial<OutputOptions> = {}, facts: Partial<MediaFacts> = {}) {
  const { profile } = outputProfile(document.settings, { ...options, ...asked });
  return planCopy(document, profile, { ...media, film: { ...film, ...facts } });
}
const withPackets = (fields: Partial<typeof packets>) => ({ packets: { ...packets, ...fields } });

describe('a whole render is copied', () => {
  it('when one source is shown from its first to its last frame as it is', () => {
    expect(plan(project())).toEqual({ src: 'film', frames: 120, sound: 'copy' });
  });

  it.each<[string, Partial<Clip>]>([
    ['names, groups and places on the timeline', { name: 'Intro', groupId: 'g', trackIndex: 3 }],
    ['neutral values that are written out', { scaleX: 1, flipH: false, blendMode: 'normal', fit: 'cover', cropL: 0 }],
    ['keyframes and effects of which there are none', { kfX: [], effects: [], grade: {} }],
    ['an anchor that nothing turns around', { anchorX: 0.2 }],
  ])('whatever is said of %s', (_, fields) => {
    expect(plan(project(fields))).toMatchObject({ frames: 120, sound: 'copy' });
  });

  it('from a source of half the size when half the size is asked for', () => {
    const half = { width: 640, height: 360 };
    expect(plan(project(), { resolution: 'half' }, half)).not.toBeNull();
    expect(plan(project(), {}, half)).toBeNull();
    expect(plan(project(), { resolution: 'half' })).toBeNull();
  });

  it('also when other tracks are hidden', () => {
    const hidden = project({}, makeClip({ type: 'text', trackIndex: 2, duration: 2, textStyle: { content: 'no' } }));
    expect(plan(hidden)).toBeNull();
    const tracks = hidden.tracks.map((track) => (track.id === 2 ? { ...track, visible: false } : track));
    expect(plan({ ...hidden, tracks })).not.toBeNull();
  });
});

describe('a render is encoded', () => {
  it.each<[string, Partial<Clip>]>([
    ['it is moved', { x: 1 }],
    ['it is scaled', { scale: 1.01 }],
    ['it is turned', { rotation: 180 }],
    ['it is mirrored', { flipH: true }],
    ['it is cropped', { cropT: 0.1 }],
    ['it is translucent', { opacity: 0.99 }],
    ['it blends', { blendMode: 'screen' }],
    ['it fits in another way', { fit: 'none' }],
    ['it moves', { kfX: [{ time: 0, value: 0 }] }],
    ['it is graded', { grade: { exposure: 0.1 } }],
    ['it has an effect', { effects: [{ id: 'e', type: 'invert', enabled: true, params: {} }] }],
    ['it has a mask', { mask: { shape: 'circle' } }],
    ['it comes in', { transition: { type: 'dissolve', duration: 0.5 } }],
    ['it is faster', { speed: 1.5 }],
    ['it plays backwards', { reverse: true }],
    ['it stands still', { freezeAt: 1 }],
    ['it starts later in the source', { mediaStart: 1 / 30 }],
    ['its tail is cut off', { duration: 3 }],
    ['it is held beyond its end', { duration: 5 }],
    ['it starts after the first frame', { start: 1 }],
    ['it is a picture', { type: 'image' }],
  ])('when %s', (_, fields) => {
    expect(plan(project(fields))).toBeNull();
  });

  it.each<[string, Clip]>([
    ['lies over it', makeClip({ type: 'text', trackIndex: 1, duration: 1, textStyle: { content: 'title' } })],
    ['lies under it', makeClip({ type: 'shape', trackIndex: 0, duration: 1 })],
    ['changes it', makeClip({ type: 'adjustment', trackIndex: 1, duration: 1 })],
    ['comes after it', makeClip({ type: 'video', src: 'film', start: seconds, trackIndex: 0 })],
  ])('when something %s', (_, other) => {
    expect(plan(project({ trackIndex: 0 }, other))).toBeNull();
  });

  it('when it is hidden', () => {
    const document = project({}, song);
    expect(plan({ ...document, tracks: document.tracks.map((track) => ({ ...track, visible: false })) })).toBeNull();
  });

  it('when more is asked for than the source is', () => {
    expect(plan(project(), { watermark: true })).toBeNull();
    expect(plan(project(), { format: 'webm' })).toBeNull();
    expect(plan(project(), { format: 'gif' })).toBeNull();
    expect(plan(project(), { maxShortSide: 480 })).toBeNull();
    expect(plan(project(), { maxShortSide: 720 })).not.toBeNull();
  });

  it('when nobody knows the packets, or they run at another rate or are more or fewer', () => {
    const { packets: _, ...unknown } = film;
    expect(planCopy(project(), profileOf(project()), { film: unknown })).toBeNull();
    expect(plan(project(), {}, withPackets({ rate: { num: 30_000, den: 1001 } }))).toBeNull();
    expect(plan(project(), {}, withPackets({ rate: { num: 60, den: 2 } }))).not.toBeNull();
    expect(plan(project(), {}, withPackets({ frames: 119 }))).toBeNull();
  });

  it('when a draft or standard file would be much larger than asked for; high takes the best there is', () => {
    const bytes = (bitsPerPixel: number) => withPackets({ pictureBytes: (bitsPerPixel * 1280 * 720 * 120) / 8 });
    const copied = (quality: OutputOptions['quality'], bitsPerPixel: number) =>
      plan(project(), { quality }, bytes(bitsPerPixel)) !== null;
    expect([copied('draft', 0.1), copied('draft', 0.11)]).toEqual([true, false]);
    expect([copied('standard', 0.2), copied('standard', 0.21)]).toEqual([true, false]);
    expect(copied('high', 3)).toBe(true);
  });
});

describe('the sound of a copied render', () => {
  it.each<[string, Partial<Clip>, string]>([
    ['is copied when nobody changed it', {}, 'copy'],
    ['is none when it is muted', { muted: true }, 'none'],
    ['is mixed when it is softer', { volume: 0.5 }, 'mix'],
    ['is mixed when it fades', { fadeOut: 1 }, 'mix'],
    ['is mixed when it moves aside', { pan: 0.2 }, 'mix'],
    ['is mixed when it is processed', { chain: [{ type: 'gain', params: { gain: 3 } }] }, 'mix'],
    ['is mixed when its level is set', { loudness: { targetLufs: -14 } }, 'mix'],
  ])('%s', (_, fields, audio) => {
    expect(plan(project(fields))?.sound).toBe(audio);
  });

  it('is mixed with other sound, also when its own is muted', () => {
    expect(plan(project({}, song))?.sound).toBe('mix');
    expect(plan(project({ muted: true }, song))?.sound).toBe('mix');
  });

  it('is mixed when its packets do not fit, and none when there is none', () => {
    expect(plan(project(), {}, withPackets({ soundFits: false }))?.sound).toBe('mix');
    expect(plan(project(), {}, { hasAudio: false })?.sound).toBe('none');
  });
});
