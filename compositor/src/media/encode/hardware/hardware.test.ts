import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AV_PIX_FMT_NV12, FF_ENCODER_LIBX264 } from 'node-av/constants';
import { afterAll, describe, expect, test } from 'vitest';
import { machineFacts } from '../../../gpu/machine/unavailable-reason.ts';
import { createFrame } from '../../frame.ts';
import { interleave } from '../encoder-input.ts';
import { videoCodecOf } from '../encoders.ts';
import { openSegmentEncoder } from '../segment-encoder.ts';
import { encodeMaterial, readMaterial, searchLevel } from './calibration.ts';
import { type Calibration, calibrations, chooseHardware, hardwareFingerprint } from './hardware-choice.ts';
import { hardwareEncoders } from './hardware-encoders.ts';
import { workingDecoders, workingEncoders } from './probe-codecs.ts';

const folder = mkdtempSync(join(tmpdir(), 'framemill-hardware-'));
afterAll(() => rmSync(folder, { recursive: true }));

const as = (psnrDb: number, size: number) => ({ psnrDb, size });
const calibrated: Calibration = {
  device: 'test',
  date: '2026-11-25',
  levels: { draft: 34, standard: 26, high: 20 },
  measured: { draft: as(0.1, 1.04), standard: as(-0.2, 0.95), high: as(0, 1) },
};

describe('the choice of a hardware encoder', () => {
  const known = { h264_nvenc: calibrated, h264_vaapi: calibrated };
  const works = ['h264_vaapi', 'h264_nvenc'];

  test('is the best that is switched on, works and is calibrated, for its format alone', () => {
    expect(chooseHardware('mp4', { isOn: true, works, known })).toMatchObject({ name: 'h264_nvenc', input: 'planar' });
    expect(chooseHardware('mp4', { isOn: true, works: ['h264_vaapi'], known })?.options.standard.qp).toBe('26');
    expect(chooseHardware('mp4', { isOn: false, works, known })).toBeNull();
    expect(chooseHardware('mp4', { isOn: true, works: [], known })).toBeNull();
    expect(chooseHardware('mp4', { isOn: true, works: ['h264_qsv'], known })).toBeNull();
    expect(chooseHardware('webm', { isOn: true, works, known })).toBeNull();
  });

  test('leaves out what is worse or larger than software in any quality', () => {
    const worse = { ...calibrated, measured: { ...calibrated.measured, high: as(-0.31, 1) } };
    const larger = { ...calibrated, measured: { ...calibrated.measured, draft: as(0, 1.11) } };
    for (const measured of [worse, larger]) {
      expect(chooseHardware('mp4', { isOn: true, works, known: { h264_nvenc: measured } })).toBeNull();
    }
  });

  test('is a part of the engine: other levels and other encoders have other fingerprints', () => {
    const fingerprint = (levels: Calibration['levels'], name = 'h264_nvenc') => {
      const choice = chooseHardware('mp4', { isOn: true, works: [name], known: { [name]: { ...calibrated, levels } } });
      return choice && hardwareFingerprint(choice);
    };
    const first = fingerprint(calibrated.levels);
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    expect(fingerprint({ ...calibrated.levels })).toBe(first);
    expect(fingerprint({ ...calibrated.levels, high: 21 })).not.toBe(first);
    expect(fingerprint(calibrated.levels, 'h264_vaapi')).not.toBe(first);
  });

  test('has a row for each encoder that is calibrated, and options for a range of levels', () => {
    const names = hardwareEncoders.map(({ name }) => `${name}`);
    for (const name of Object.keys(calibrations)) expect(names).toContain(name);
    for (const { level, options } of hardwareEncoders) {
      expect(level.best).toBeLessThan(level.worst);
      expect(options).not.toHaveProperty(level.option);
    }
  });
});

test('codecs are named where a device has them, and none where there is no device', () => {
  const { devices, platform } = machineFacts();
  if (platform !== 'linux' || devices.length > 0) return expect(workingEncoders()).toBeInstanceOf(Array);
  expect([workingEncoders(), workingDecoders()]).toEqual([[], []]);
});

test('an encoder in the place of another encodes its format, and leaves the others alone', () => {
  const frame = createFrame(64, 48);
  for (const plane of frame.data ?? []) plane.fill(90);
  const profile = { quality: 'draft', width: 64, height: 48, rate: { num: 25, den: 1 }, watermark: false } as const;
  const options = { draft: { preset: 'ultrafast', crf: '44' }, standard: {}, high: {} };
  const instead = { name: FF_ENCODER_LIBX264, format: 'mp4', input: 'planar', options } as const;
  const hash = (format: 'mp4' | 'webm', choice: typeof instead | null) => {
    const encoder = openSegmentEncoder({ ...profile, format }, join(folder, `${format}.mp4`), { instead: choice });
    encoder.write(frame);
    return encoder.finish().sha256;
  };
  expect(hash('mp4', instead)).not.toBe(hash('mp4', null));
  expect(hash('webm', instead)).toBe(hash('webm', null));
  frame.free();
});

test('planes of chroma are put into one, in turns', () => {
  const [planar, made] = [createFrame(8, 4), createFrame(8, 4, AV_PIX_FMT_NV12)];
  for (const [index, plane] of (planar.data ?? []).entries()) plane.fill(10 * (index + 1));
  interleave(planar, made);
  expect([...(made.data?.[1]?.subarray(0, 8) ?? [])]).toEqual([20, 30, 20, 30, 20, 30, 20, 30]);
  expect(made.data?.[0]?.[3 * (made.linesize[0] ?? 0) + 7]).toBe(10);
  for (const frame of [planar, made]) frame.free();
});

test('the level of another encoder that is as good is found by encoding, as near as whole levels are', async () => {
  const sample = join(import.meta.dirname, '../../../../../infra/bootstrap/sample/media/ocean.mp4');
  const material = [readMaterial(sample, 2)];
  const goal = encodeMaterial(
    material,
    { encoder: FF_ENCODER_LIBX264, options: videoCodecOf('mp4').options('standard'), input: 'planar' },
    folder,
  );
  expect(goal.psnrDb).toBeGreaterThan(30);
  const levels: number[] = [];
  const found = await searchLevel({ best: 18, worst: 34 }, goal, async (crf) => {
    levels.push(crf);
    const options = { ...videoCodecOf('mp4').options('draft'), crf: `${crf}` };
    return encodeMaterial(material, { encoder: FF_ENCODER_LIBX264, options, input: 'planar' }, folder);
  });
  expect(Math.abs(found.psnrDb)).toBeLessThan(0.6);
  expect(levels.length).toBeLessThanOrEqual(6);
  expect(found.size).toBeGreaterThan(0.5);
  for (const { frames } of material) for (const frame of frames) frame.free();
});
