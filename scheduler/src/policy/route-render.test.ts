import { describe, expect, it } from 'vitest';
import { heavyLookMs, routeRender } from './route-render.ts';

const cpu = { pool: 'cpu', fingerprint: 'c', copies: true } as const;
const gpu = { pool: 'gpu', fingerprint: 'g', copies: true } as const;

describe('the route of a render', () => {
  it('leads heavy looks to the graphics card and light ones to the processors', () => {
    expect(routeRender(heavyLookMs, { cpu, gpu })).toBe(gpu);
    expect(routeRender(heavyLookMs - 0.1, { cpu, gpu })).toBe(cpu);
  });

  it('leads everything to whoever is there', () => {
    expect(routeRender(90, { cpu, gpu: null })).toBe(cpu);
    expect(routeRender(0, { cpu: null, gpu })).toBe(gpu);
    expect(routeRender(0, { cpu: null, gpu: null })).toBeNull();
  });
});
