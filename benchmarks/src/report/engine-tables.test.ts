import { expect, test } from 'vitest';
import { groupsOf, type ParityFrame } from '../suites/browser-engine.ts';
import { engineTables } from './engine-tables.ts';
import type { Results } from './results.ts';

const frame = (name: string, fields: Partial<ParityFrame>): ParityFrame => ({
  ...{ name, use: 'paused', hasVideo: false, hasText: false, psnr: 60, ssim: 1 },
  ...fields,
});

test('frames are held against the goal of their kind, and those below it are named', () => {
  const parity = groupsOf([
    frame('a video', { hasVideo: true, psnr: 41 }),
    frame('a still', { psnr: 41 }),
    frame('equal text', { hasText: true, psnr: null }),
    frame('other text', { hasText: true, ssim: 0.98 }),
    frame('played', { use: 'playing', hasVideo: true, psnr: 20, ssim: 0.96 }),
  ]);
  expect(parity.map(({ frames, equal, below }) => [frames, equal, below.map(({ name }) => name)])).toEqual([
    [1, 0, []],
    [3, 1, ['a still']],
    [2, 1, ['other text']],
    [1, 0, []],
  ]);
  const stage = [{ what: 'S1: dropped frames', unit: '%', value: 1.25, most: 1, values: [] }] as const;
  const refused = [{ name: 'a page', message: 'Html clips are left out.' }];
  const results = { browserEngine: { parity, refused, stage } } as unknown as Results;
  const page = engineTables(results, 'engine').join('\n');
  expect(page).toContain('| paused, without videos | 3 | 1 | 41.0 dB | >= 45 dB | 1 |');
  expect(page).toContain('- other text: 0.9800');
  expect(page).toContain('- a page: Html clips are left out.');
  expect(page).toContain('| S1: dropped frames | 1.3 % | **more than 1 %** |');
});
