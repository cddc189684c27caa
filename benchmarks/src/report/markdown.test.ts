import { expect, test } from 'vitest';
import { sideFigures } from '../suites/scene-figures.ts';
import { drawBytes } from './bytes-chart.ts';
import { drawScaling } from './charts.ts';
import { toMarkdown } from './markdown.ts';
import { drawChart } from './scene-chart.ts';

const side = (wallSec: number) => sideFigures([{ wallSec, cpuSec: wallSec * 2, peakProcessBytes: 4e8 }], 1000);
const length = {
  seconds: 10,
  t: side(10),
  scenes: [
    {
      scene: 'S1',
      about: 'video, moving logo, captions',
      seconds: 10,
      frames: 300,
      ours: side(9),
      ffmpeg: side(12),
      ratioToT: 0.9,
      cpuRatioToT: 0.9,
      codecs: { decodeCpuSec: 5, encodeCpuSec: 11 },
      fasterThanFfmpeg: 12 / 9,
      mlt: side(18),
      fasterThanMlt: 2,
      psnr: { luma: 41.234, average: 42 },
    },
    {
      scene: 'direct',
      about: 'one untouched video',
      seconds: 10,
      frames: 300,
      ours: side(8),
      ffmpeg: null,
      ratioToT: 0.8,
      cpuRatioToT: 0.8,
      fasterThanFfmpeg: null,
      mlt: null,
      fasterThanMlt: null,
      psnr: { luma: 50, average: 50 },
    },
    {
      scene: 'S4',
      about: 'what ffmpeg cannot draw',
      seconds: 10,
      frames: 300,
      ours: side(20),
      ffmpeg: null,
      ratioToT: 2,
      cpuRatioToT: 2,
      fasterThanFfmpeg: null,
      mlt: null,
      fasterThanMlt: null,
      psnr: null,
    },
  ],
};
const results = {
  machine: {
    processor: 'Test CPU',
    cores: 2,
    memoryBytes: 8 * 2 ** 30,
    platform: 'linux x64',
    node: 'v24.0.0',
    ffmpeg: '5.1',
  },
  date: '2026-01-01T00:00:00.000Z',
  command: 'npm run bench',
  runs: 1,
  lengths: [length],
};

test('the page names machine, date and command and gives one row a scene', () => {
  const page = toMarkdown(results);
  expect(page).toContain('- Machine: Test CPU, 2 cores, 8 GiB of memory, linux x64');
  expect(page).toContain('- Date: 2026-01-01T00:00:00.000Z');
  expect(page).toContain('- Command: `npm run bench`');
  expect(page).toContain(
    '| S1: video, moving logo, captions | 9.0 s | 0.90 | 18.0 s | 0.90 | 16.0 s | 0.80 | +13 % | 12.0 s | 1.20 | ' +
      '24.0 s | 1.20 | 1.33 x as fast | 1.80 | 2.00 x as fast | 400 MB | 41.2 dB |',
  );
  expect(page).toContain(
    '| direct: one untouched video | 8.0 s | 0.80 | 16.0 s | 0.80 | - | - | - | T itself | 1.00 | 20.0 s | 1.00 ' +
      '| 1.25 x as fast | not run | - | 400 MB | 50.0 dB |',
  );
  expect(page).toContain(
    '| S4: what ffmpeg cannot draw | 20.0 s | 2.00 | 40.0 s | 2.00 | - | - | - | no graph draws it | - | - | - | ' +
      '- | not run | - | 400 MB | - |',
  );
});

test('every row of a table has as many cells as its head', () => {
  const rows = toMarkdown(results)
    .split('\n')
    .filter((line) => line.startsWith('|'));
  expect(new Set(rows.map((row) => row.split('|').length)).size).toBe(1);
});

test('a part that was not measured leaves no row', () => {
  expect(toMarkdown(results)).not.toContain('The service');
  const timeline = [
    { what: '200 commands', medianMs: 1.234, medianCpuMs: 1.1, mostMs: 30 },
    { what: 'a scene', medianMs: 0.75, medianCpuMs: 0.4, mostMs: 0.5 },
  ];
  const page = toMarkdown({ ...results, timeline });
  expect(page).toContain('| 200 commands | 1.2 ms (CPU 1.1 ms), at most 30 ms |');
  expect(page).toContain('| a scene | 0.750 ms (CPU 0.400 ms), **more than 0.5 ms** |');
});

test('scaling has a row a count of slots and says which fall short', () => {
  const figures = (slots: number, efficiency: number) => ({ slots, frames: 60, wallSec: 2, rounds: [2], efficiency });
  const scaling = {
    msPerFrame: 10,
    minuteMsPerFrame: 40,
    paced: [figures(1, 0.98), figures(32, 0.8)],
    minute: [figures(8, 0.8)],
    real: [figures(1, 1), figures(2, 0.9)],
  };
  const page = toMarkdown({ ...results, scaling });
  expect(page).toContain('| sleep 10 ms a frame | 1 | 60 | 2.00 s | 0.980 | at least 0.9 |');
  expect(page).toContain('| sleep 10 ms a frame | 32 | 60 | 2.00 s | 0.800 | **less than 0.9** |');
  expect(page).toContain('| a minute, sleep 40 ms a frame | 8 | 60 | 2.00 s | 0.800 | **less than 0.85** |');
  expect(page).toContain('| real, 1080p | 2 | 60 | 2.00 s | 0.900 | at least 0.85 |');
  expect(drawScaling(scaling, 'test').subarray(1, 4).toString('latin1')).toBe('PNG');
});

test('edits are shown with their share of the first render, and which cost more than their goal', () => {
  const run = (wallSec: number, rendered: number) => ({ wallSec, segments: 12, rendered });
  const edits = [
    { what: 'a caption', run: run(3, 1), ratio: 0.1, most: 0.15 },
    { what: 'a title', run: run(9, 3), ratio: 0.3, most: 0.25 },
    { what: 'a move', run: run(6, 2), ratio: 0.2, most: null },
  ];
  const page = toMarkdown({ ...results, edit: [{ film: 'S1, fast', full: run(30, 12), edits }] });
  expect(page).toContain('| a minute of S1, fast through the service, first render | 30.0 s, 12 of 12 segments');
  expect(page).toContain('1 of 12 segments rendered; 0.100 of the first, at most 0.15 |');
  expect(page).toContain('3 of 12 segments rendered; 0.300 of the first, **more than 0.25** |');
  expect(page).toContain('2 of 12 segments rendered; 0.200 of the first |');
});

test('short films are shown beside T, with where the time of the service goes', () => {
  const steps = {
    ...{ admit: 10, plan: 20, dispatch: 15, frames: 500, join: 12, stitch: 60, commit: 8, seen: 25 },
    renderMs: 400,
    idleMs: 100,
  };
  const cpuSec = {
    ...{ api: 0.1, scheduler: 0.05, node: 0.08, 'render process': 0.9 },
    ...{ PostgreSQL: 0.03, Redis: 0.01, 'object store': 0 },
  };
  const films = [
    {
      ...{ seconds: 1, t: { wallSec: 0.5, cpuSec: 1 }, command: { wallSec: 1, cpuSec: 1.5 } },
      service: { wallSec: 0.65, steps, cpuSec },
    },
  ];
  const page = toMarkdown({ ...results, shortFilms: films });
  expect(page).toContain('| 1 s | 0.50 s | 1.00 s | 1.00 s | 2.00 | 1.50 s | 0.65 s | 1.30 | 250 ms |');
  expect(page).toContain('| 1 s | 10 | 20 | 15 | 500 | 12 | 60 | 8 | 25 | 400 | 100 |');
  expect(page).toContain('| 1 s | 0.10 | 0.05 | 0.08 | 0.90 | 0.03 | 0.01 | 0.00 | 1.17 |');
  // A chart of scenes grows by the block of short films.
  const heightOf = (png: Buffer) => png.readUInt32BE(20);
  const alone = drawChart([length], [], 'test');
  expect(alone.subarray(1, 4).toString('latin1')).toBe('PNG');
  expect(heightOf(drawChart([length], films, 'test'))).toBeGreaterThan(heightOf(alone));
  expect(heightOf(drawChart([length, { ...length, seconds: 60 }], films, 'test'))).toBeGreaterThan(
    heightOf(alone) + 100,
  );
});

test('file sizes are shown by content and level, with their mean and a picture', () => {
  const file = { bytes: 1e6, ssim: 0.98, cpuSec: 1 };
  const about = 'waves';
  const row = (content: string, level: 'draft' | 'standard' | 'high' | 'small', ratio: number) => ({
    ...{ content, about, level, ratio, ours: file, theirs: [] },
  });
  const bytes = [row('footage', 'standard', 1.1), row('still', 'standard', 1 / 1.1), row('footage', 'small', 0.95)];
  const page = toMarkdown({ ...results, bytes }, 'sizes');
  expect(page).toContain('](sizes-contents.png)');
  expect(page).toMatch(/\| footage: waves \|.* \+10\.0 % \|.* -5\.0 % \| 1\.00 MB \| 0\.9800 \|/);
  expect(page).toMatch(/\| geometric mean \|.* \+0\.0 % \|/);
  const heightOf = (png: Buffer) => png.readUInt32BE(20);
  expect(heightOf(drawBytes(bytes, 'test'))).toBeGreaterThan(heightOf(drawBytes(bytes.slice(0, 1), 'test')));
});
