import { formats, keepsAlpha } from '@framemill/compositor/formats';
import { shapeDocument } from '@framemill/testing/documents';
import { describe, expect, it } from 'vitest';
import {
  explainRoute,
  heavyEffectsMs,
  leavesGpu,
  type PoolReason,
  routedEffectMs,
  routeRender,
} from './choose-engine.ts';

type Format = (typeof formats)[number];

const cpu = { pool: 'cpu', fingerprint: 'c', copies: true, smart: true } as const;
const gpu = { pool: 'gpu', fingerprint: 'g', copies: true, smart: true } as const;

describe('the route of a render', () => {
  it('leads heavy looks to the graphics card and light ones to the processors', () => {
    expect(routeRender(heavyEffectsMs, { cpu, gpu })).toEqual({ engine: gpu, reason: 'heavy' });
    expect(routeRender(heavyEffectsMs - 0.1, { cpu, gpu })).toEqual({ engine: cpu, reason: 'light' });
  });

  it('leads everything to whoever is there', () => {
    expect(routeRender(90, { cpu, gpu: null })).toEqual({ engine: cpu, reason: 'no-card' });
    expect(routeRender(0, { cpu: null, gpu })).toEqual({ engine: gpu, reason: 'no-processor' });
    expect(routeRender(0, { cpu: null, gpu: null })).toBeNull();
  });

  it('leads what cards could not draw to processors, and has it wait for them', () => {
    expect(routeRender(90, { cpu, gpu }, 'memory')).toEqual({ engine: cpu, reason: 'memory' });
    expect(routeRender(90, { cpu: null, gpu }, 'lost')).toBeNull();
  });

  it('counts no effects for formats with alpha, which the GPU engine does not support', () => {
    const effects = [{ id: 'e', type: 'blur' as const, enabled: true, params: { radius: 40 } }];
    const { clips, ...rest } = shapeDocument(2, '#102030');
    const document = { ...rest, clips: clips.map((clip) => ({ ...clip, effects })) };
    const size = { width: 1920, height: 1080, rate: { num: 30, den: 1 } };
    const effectMs = (format: Format) =>
      routedEffectMs(document, { ...size, format, quality: 'standard', watermark: false });
    expect(effectMs('mp4')).toBeGreaterThan(0);
    expect(formats.filter(keepsAlpha).length).toBeGreaterThan(0);
    for (const format of formats.filter(keepsAlpha)) expect(effectMs(format)).toBe(0);
  });

  it('has a sentence for each reason', () => {
    const reasons: PoolReason[] = ['light', 'heavy', 'no-card', 'no-processor', 'pages', 'memory', 'lost'];
    const sentences = new Set(reasons.map((reason) => explainRoute(reason, 62.4)));
    expect(sentences.size).toBe(reasons.length);
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].*\.$/);
    expect(explainRoute('heavy', 62.4)).toContain('62 ms');
  });
});

it('a render leaves cards at once when it does not fit, and with the third loss', () => {
  expect(leavesGpu('full', 0)).toBe('memory');
  expect([1, 2, 3, 4].map((losses) => leavesGpu('lost', losses))).toEqual([null, null, 'lost', 'lost']);
});
