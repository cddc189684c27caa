import fc from 'fast-check';
import type { Command } from '../src/index.ts';
import { BLEND_MODES, FITS, LAYOUTS, SPEED_RAMPS } from '../src/vocabulary/index.ts';

const clipId = fc.constantFrom('clip-1', 'clip-2', 'title-1', 'music-1', 'clip-new-1', 'clip-new-2', 'clip-new-4');
const footage = fc.constantFrom('clip-1', 'clip-1', 'clip-2', 'music-1', 'clip-new-2');
const clipIds = fc.array(clipId, { minLength: 1, maxLength: 4 });
const pair = fc.constantFrom(['clip-2', 'clip-1'], ['clip-1', 'clip-2'], ['clip-1', 'clip-new-1']);
const track = fc.integer({ min: 0, max: 5 });
const second = fc.oneof(fc.integer({ min: 0, max: 12 }), fc.double({ min: 0, max: 12, noNaN: true }));
const offset = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ min: -4, max: 4, noNaN: true }));
const length = fc.oneof(fc.integer({ min: 1, max: 8 }), fc.double({ min: 0.001, max: 8, noNaN: true }));
const share = fc.double({ min: 0, max: 0.7, noNaN: true });
const speed = fc.double({ min: 0.05, max: 8, noNaN: true });
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const range = fc.tuple(second, length).map(([start, lasts]) => ({ start, end: start + lasts / 4 }));

const op = (name: string, params: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record(params).map((given): Command => {
    return { op: name, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) };
  });

/** Generators of random commands that arrange tracks, markers and clips, with ids of the example project. */
export const ARRANGE_COMMANDS: fc.Arbitrary<Command>[] = [
  op('updateTrack', { trackId: track, muted: maybe(fc.boolean()), locked: maybe(fc.nat(9).map((one) => one === 0)) }),
  op('removeTrack', { trackId: fc.integer({ min: 3, max: 9 }) }),
  op('moveTrack', { trackId: track, toIndex: fc.nat(8) }),
  op('duplicateTrack', { trackId: track }),
  op('addMarkers', { markers: fc.array(fc.record({ time: second }), { maxLength: 3 }) }),
  op('updateMarker', { markerId: fc.constantFrom('marker-1', 'marker-new-1'), time: maybe(second) }),
  op('removeMarkers', { markerIds: maybe(fc.constant(['marker-1'])), all: maybe(fc.boolean()) }),
  fc.nat(9).map((one): Command => (one === 0 ? { op: 'clearTimeline' } : { op: 'clearTimeline', keepTracks: one })),
  op('sliceClip', {
    clipId: footage,
    times: maybe(fc.array(second, { maxLength: 3 })),
    segments: maybe(fc.array(range, { minLength: 1, maxLength: 2 })),
  }),
  op('cutRanges', { clipId, ranges: fc.array(range, { minLength: 1, maxLength: 3 }), ripple: maybe(fc.boolean()) }),
  op('duplicateClip', { clipId, start: maybe(second), trackIndex: maybe(track) }),
  op('replaceMedia', {
    clipId,
    src: fc.constantFrom('med_video', 'med_image', 'med_music'),
    mediaStart: maybe(second),
  }),
  op('slipClip', { clipId: footage, offset }),
  op('slideClip', { clipId, offset }),
  op('rollEdit', { clipId: footage, edge: fc.constantFrom('start', 'end'), offset }),
  op('insertGap', {
    at: second,
    duration: length,
    trackIndices: maybe(fc.array(track, { minLength: 1, maxLength: 2 })),
  }),
  op('closeGaps', { trackIndex: maybe(track), minGap: maybe(share) }),
  op('reorderClips', { trackIndex: fc.constant(0), clipIds: pair, gap: maybe(share) }),
  op('groupClips', { clipIds }),
  op('ungroupClips', { groupId: fc.constantFrom('group-new-1', 'group-new-2') }),
  op('detachAudio', { clipId: footage }),
  op('setSpeed', { clipId: footage, speed, ripple: maybe(fc.boolean()) }),
  op('setSpeedRamp', {
    clipId: footage,
    points: maybe(fc.array(fc.record({ time: share, speed }), { minLength: 2, maxLength: 4 })),
    preset: maybe(fc.constantFrom(...SPEED_RAMPS)),
  }),
  op('reverseClip', { clipId: footage, reverse: maybe(fc.boolean()) }),
  op('freezeFrame', { clipId: footage, at: second, duration: maybe(length) }),
  op('loopClip', { clipId: footage, duration: length.map((one) => one * 3) }),
  op('setCrop', { clipId, cropL: maybe(share), cropR: maybe(share), cropT: maybe(share) }),
  op('fitClip', { clipId, mode: fc.constantFrom(...FITS) }),
  op('setMask', {
    clipId,
    mask: fc.constantFrom(null, { shape: 'none' }, { shape: 'circle', width: 10 }, { shape: 'path' }),
  }),
  op('setBlendMode', { clipId, blendMode: fc.constantFrom(...BLEND_MODES) }),
  op('applyLayout', {
    clipIds: pair,
    layout: fc.constantFrom(...LAYOUTS),
    gap: maybe(fc.integer({ min: 0, max: 900 })),
  }),
];
