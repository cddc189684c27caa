import { expect, test } from 'vitest';
import { calibrationClip, calibrationProject } from '../calibration-project.ts';
import { effectMilliseconds } from './effect-cost.ts';

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
