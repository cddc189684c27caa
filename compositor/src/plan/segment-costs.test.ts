import { expect, test } from 'vitest';
import { calibrationClip, calibrationProject } from '../engine/calibration-project.ts';
import type { OutputProfile } from './profile.ts';
import { effectMilliseconds, segmentCosts } from './segment-costs.ts';
import { planSegments } from './segments.ts';

const profile: OutputProfile = {
  ...{ format: 'mp4', quality: 'standard', width: 1920, height: 1080, rate: { num: 25, den: 1 }, watermark: false },
};
const film = { kind: 'video', sha256: 'a'.repeat(64), width: 1920, height: 1080, fps: 25, durationSec: 60 } as never;
const costsOf = (clips: Parameters<typeof calibrationProject>[1], wanted = profile) => {
  const document = calibrationProject({}, clips);
  const media = { film };
  return segmentCosts(document, wanted, media, planSegments(document, wanted, media, 'f'));
};
const video = (id: string, start: number, seconds: number, more: object = {}) => ({
  ...calibrationClip(id, seconds, { type: 'video', src: 'film', ...more }),
  start,
});

test('a segment costs what its frames show: layers, looks and sources, each for as long as it is there', () => {
  const short = { ...profile, compression: 'fast' as const };
  const plain = costsOf([video('a', 0, 4)], short);
  expect(plain).toHaveLength(4);
  const blurred = { ...video('b', 0, 4), effects: [{ id: 'e', type: 'blur' as const, enabled: true, params: {} }] };
  expect(costsOf([blurred], short)[0]).toBeGreaterThan((plain[0] ?? 0) * 1.2);
  const partly = costsOf([video('a', 0, 4), video('b', 1.5, 1, { trackIndex: 1 })], short);
  expect(partly.map((cost, n) => cost > (plain[n] ?? 0))).toEqual([false, true, true, false]);
});

test('what nobody sees costs nothing, and a quarter of the pixels less than half', () => {
  const plain = costsOf([video('a', 0, 4)]);
  const hidden = calibrationProject({}, [video('a', 0, 4), video('b', 0, 4, { trackIndex: 1 })]);
  for (const track of hidden.tracks) if (track.id === 1) track.visible = false;
  const segments = planSegments(hidden, profile, { film }, 'f');
  expect(segmentCosts(hidden, profile, { film }, segments)).toEqual(plain);
  const half = costsOf([video('a', 0, 4)], { ...profile, width: 960, height: 540 });
  expect(half[0]).toBeLessThan((plain[0] ?? 0) / 2);
});

test('a still title costs its encoder and little else, a moving one more, a video most, in every quality', () => {
  const title = (more: object = {}) =>
    calibrationClip('t', 4, { type: 'text', textStyle: { content: 'A title' }, ...more } as never);
  const kfX = [
    { time: 0, value: 0 },
    { time: 4, value: 90 },
  ];
  for (const quality of ['draft', 'standard', 'high'] as const) {
    const wanted = { ...profile, quality };
    const [still = 0] = costsOf([title()], wanted);
    const [slides = 0] = costsOf([title({ kfX })], wanted);
    const [filmed = 0] = costsOf([video('a', 0, 4)], wanted);
    expect(still).toBeGreaterThan(70);
    expect(slides).toBeGreaterThan(still);
    expect(filmed).toBeGreaterThan(2 * still);
  }
});

const full = { width: 1920, height: 1080 };
const plain = calibrationClip('a', 4, { type: 'video', src: 'film' });
const effect = (type: 'blur' | 'vhs') => ({ id: type, type, enabled: true, params: {} });

test('plain layers cost nothing, looks for as long as they are shown', () => {
  expect(effectMilliseconds(calibrationProject({}, [plain]), full)).toBe(0);
  expect(effectMilliseconds(calibrationProject({}, []), full)).toBe(0);
  const blurred = { ...plain, effects: [effect('blur')] };
  const whole = effectMilliseconds(calibrationProject({}, [blurred]), full);
  expect(whole).toBeGreaterThan(5);
  const short = { ...blurred, id: 'b', duration: 1 };
  expect(effectMilliseconds(calibrationProject({}, [plain, short]), full)).toBeCloseTo(whole / 4);
});

test('effects that are switched off cost nothing, larger pictures cost by their pixels', () => {
  const off = { ...plain, effects: [{ ...effect('vhs'), enabled: false }] };
  expect(effectMilliseconds(calibrationProject({}, [off]), full)).toBe(0);
  const on = calibrationProject({}, [{ ...plain, effects: [effect('vhs')] }]);
  expect(effectMilliseconds(on, { width: 3840, height: 2160 })).toBeCloseTo(4 * effectMilliseconds(on, full));
});
