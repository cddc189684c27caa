import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ffmpeg, ffmpegMissing } from '@framemill/testing/ffmpeg';
import type { Grade } from '@framemill/timeline';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { createGraphBench, type Pixels } from '../src/cpu/rgba/graph-bench.ts';
import { gradeTable } from '../src/grade/grade-table.ts';
import { readCube } from '../src/grade/read-cube.ts';
import type { GraphNode } from '../src/graph/graph-node.ts';
import type { CubeTable, LutTable } from '../src/graph/values.ts';
import { psnr } from './images.ts';
import { makeFolder } from './scenes.ts';

// The independent judge of tables: the same .cube file through ffmpeg's lut3d, tetrahedral as ours, or lut1d.
const floorDb = 50;
const width = 256;
const height = 144;
const folder = makeFolder();
const bench = createGraphBench();
afterAll(() => {
  bench.backend.close();
  rmSync(folder, { recursive: true, force: true });
});

if (ffmpegMissing) console.log(`Skipped: tables against ffmpeg, because ${ffmpegMissing}.`);

const grades: [string, Grade][] = [
  ['exposure and white balance', { exposure: 0.6, temperature: 0.4, tint: -0.2 }],
  ['tones and contrast', { contrast: 0.5, shadows: 0.6, highlights: -0.5, blacks: 0.2, gamma: -0.3 }],
  ['colour', { saturation: 0.5, hue: 40, vibrance: 0.5, wheels: { midtones: { hue: 30, amount: 0.3 } } }],
];

test.skipIf(ffmpegMissing !== null).each(grades)('%s through our table is what ffmpeg makes of it', (name, grade) => {
  const table = gradeTable(grade, null);
  if (!table) throw new Error('The grade changes nothing.');
  const path = join(folder, `${name}.cube`);
  writeFileSync(path, cubeOf(table, ''));
  return expectSame(table, path);
});

test.skipIf(ffmpegMissing !== null)('a .cube file of 17 points with a title is read as ffmpeg reads it', async () => {
  const path = join(folder, 'small.cube');
  writeFileSync(path, cubeOf(swapped(17), 'TITLE "Swapped"\n# as exported\nDOMAIN_MIN 0 0 0\nDOMAIN_MAX 1 1 1\n'));
  await expectSame(readCube(path, 'small'), path);
});

test.skipIf(ffmpegMissing !== null)(
  'a .cube file of 4,096 values a channel keeps the darkest detail, alone and in a grade',
  async () => {
    const path = join(folder, 'line.cube');
    // Steepest at black, as tables of logarithmic footage are.
    const rows = Array.from({ length: 4096 }, (_, at) => [0.3, 0.5, 2].map((power) => (at / 4095) ** power).join(' '));
    writeFileSync(path, `LUT_1D_SIZE 4096\n${rows.join('\n')}\n`);
    const table = readCube(path, 'line');
    await expectSame(table, path);
    const graded = gradeTable({ lut: { src: 'line.cube' } }, null, new Map([['line.cube', table]]));
    if (!graded) throw new Error('The grade changes nothing.');
    await expectSame(graded, path);
  },
);

async function expectSame(table: LutTable, cube: string): Promise<void> {
  const source = await colours();
  const tree: GraphNode = { kind: 'lut', of: { kind: 'input', name: 'clip' }, table, intensity: 1 };
  const ours = bench.draw(tree, { clip: source }, { width, height });
  const raw = ['-f', 'rawvideo', '-pix_fmt', 'rgba', '-s', `${width}x${height}`, '-i', '-'];
  const interpolated = 'curves' in table ? 'lut1d=interp=linear:file' : 'lut3d=interp=tetrahedral:file';
  const filter = ['-vf', `format=gbrp,${interpolated}='${cube}',format=rgba`];
  const judged = ffmpeg([...raw, ...filter, '-f', 'rawvideo', '-'], source.data);
  expect(psnr(ours.data, judged)).toBeGreaterThan(floorDb);
}

test.skipIf(ffmpegMissing !== null)(
  'a .cube file of 17 points whose values leave 0-1 is cut off between them',
  async () => {
    const path = join(folder, 'steep.cube');
    const steep = swapped(17);
    writeFileSync(path, cubeOf({ ...steep, values: steep.values.map((value) => 1.8 * value - 0.4) }, ''));
    await expectSame(readCube(path, 'steep'), path);
  },
);

/**
 * Creates an image of smooth colours: hue varies across, brightness falls downwards, and the lower half is less
 * saturated.
 */
async function colours(): Promise<Pixels> {
  const stops = Array.from({ length: 7 }, (_, i) => `<stop offset="${i / 6}" stop-color="hsl(${i * 60},85%,55%)"/>`);
  const svg = `<svg width="${width}" height="${height}" xmlns="http://www.w3.org/2000/svg"><defs>
    <linearGradient id="h">${stops.join('')}</linearGradient>
    <linearGradient id="v" x2="0" y2="1">
      <stop stop-color="#000" stop-opacity="0.9"/><stop offset="0.5" stop-opacity="0"/>
      <stop offset="1" stop-color="#fff" stop-opacity="0.9"/></linearGradient>
    </defs><rect width="100%" height="100%" fill="url(#h)"/><rect width="100%" height="100%" fill="url(#v)"/></svg>`;
  const data = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer();
  return { x: 0, y: 0, width, height, data: new Uint8Array(data) };
}

/** Creates a colour table that swaps red and blue and squares green. It has `size` points in each dimension. */
function swapped(size: number): CubeTable {
  const values = new Float32Array(size ** 3 * 3);
  for (let at = 0; at < size ** 3; at++) {
    const [r, g, b] = [at % size, Math.floor(at / size) % size, Math.floor(at / size ** 2)].map((v) => v / (size - 1));
    values.set([b ?? 0, (g ?? 0) ** 2, r ?? 0], at * 3);
  }
  return { size, values, id: `swapped ${size}` };
}

function cubeOf(table: LutTable, head: string): string {
  if ('curves' in table) {
    const [red, green, blue] = table.curves;
    return `LUT_1D_SIZE ${red.length}\n${Array.from(red, (r, at) => `${r} ${green[at]} ${blue[at]}`).join('\n')}\n`;
  }
  const { size, values } = table;
  const rows = Array.from({ length: size ** 3 }, (_, at) => [...values.slice(at * 3, at * 3 + 3)].join(' '));
  return `${head}LUT_3D_SIZE ${size}\n${rows.join('\n')}\n`;
}
