import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ffmpeg, ffmpegMissing } from '@framemill/testing/ffmpeg';
import { afterAll, expect, test } from 'vitest';
import { createGraphBench, type Pixels } from '../src/cpu/rgba/graph-bench.ts';
import type { GraphNode } from '../src/graph/graph-node.ts';
import { scaling } from '../src/graph/matrix.ts';
import type { CubeTable } from '../src/graph/values.ts';
import { psnr } from './images.ts';

// The independent judge of primitives: the same raw pixels through another program's filters.
if (ffmpegMissing) console.log(`Skipped: primitives against ffmpeg, because ${ffmpegMissing}.`);

const bench = createGraphBench();
const box = { width: 192, height: 108 };
const rect = { x: 0, y: 0, ...box };
const folder = mkdtempSync(join(tmpdir(), 'framemill-judge-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const clip: GraphNode = { kind: 'input', name: 'clip' };
const other: GraphNode = { kind: 'input', name: 'other' };

function waves(turn: number, slower = 1): Pixels {
  const data = new Uint8Array(box.width * box.height * 4);
  for (let i = 0; i < data.length; i += 4) {
    const [x, y] = [(i >> 2) % box.width, Math.floor((i >> 2) / box.width)];
    const wave = (k: number) =>
      Math.round(
        127.5 + 127 * Math.sin((x * (k + 2)) / 31 / slower + turn) * Math.cos((y * (3 - k)) / 23 / slower - turn),
      );
    data.set([wave(0), wave(1), wave(2), 255], i);
  }
  return { ...rect, data };
}

const image = waves(0.3);
const second = waves(1.9);

// Raw pixels of one or two pictures through a filter graph.
function judged(graph: string, format: string, ...images: Pixels[]): Uint8Array {
  const inputs = images.flatMap((pixels, index) => {
    const path = join(folder, `${index}.rgba`);
    writeFileSync(path, pixels.data);
    return ['-f', 'rawvideo', '-pix_fmt', 'rgba', '-s', `${box.width}x${box.height}`, '-i', path];
  });
  const output = ['-frames:v', '1', '-f', 'rawvideo', '-pix_fmt', format, '-'];
  return new Uint8Array(
    ffmpeg([...inputs, '-sws_flags', 'accurate_rnd+full_chroma_int', '-filter_complex', graph, ...output]),
  );
}

// ffmpeg's names, and which of its inputs is the upper one.
const blends = [
  ['multiply', 'multiply'],
  ['screen', 'screen'],
  ['overlay', 'overlay'],
  ['hard-light', 'hardlight'],
  ['darken', 'darken'],
  ['lighten', 'lighten'],
  ['difference', 'difference'],
  ['exclusion', 'exclusion'],
  ['add', 'addition'],
] as const;

// It cuts halves off where this rounds.
test.skipIf(ffmpegMissing).each(blends)('the blend mode %s is ffmpeg’s %s to 46 dB', (blend, mode) => {
  const drawn = bench.draw(
    { kind: 'composite', over: other, under: clip, blend, opacity: 1 },
    { clip: image, other: second },
    box,
  );
  const graph = `[0]format=gbrp[under];[1]format=gbrp[over];[under][over]blend=all_mode=${mode},format=rgba`;
  expect(psnr(drawn.data, judged(graph, 'rgba', image, second))).toBeGreaterThan(46);
});

function bentTable(): CubeTable {
  const size = 33;
  const values = new Float32Array(size ** 3 * 3);
  for (let i = 0; i < size ** 3; i++) {
    const [r = 0, g = 0, b = 0] = [i % size, Math.floor(i / size) % size, Math.floor(i / (size * size))].map(
      (k) => k / (size - 1),
    );
    values.set([r ** 1.5, 1 - g * b, 0.5 * b + 0.5 * r * g], i * 3);
  }
  return { size, values, id: 'bent' };
}

test.skipIf(ffmpegMissing)('a table is ffmpeg’s lut3d to 48 dB', () => {
  const table = bentTable();
  const rows = Array.from({ length: table.size ** 3 }, (_, i) =>
    [...table.values.subarray(i * 3, i * 3 + 3)].map((v) => v.toFixed(6)).join(' '),
  );
  const path = join(folder, 'bent.cube');
  writeFileSync(path, `LUT_3D_SIZE ${table.size}\n${rows.join('\n')}\n`);
  const drawn = bench.draw({ kind: 'lut', of: clip, table, intensity: 1 }, { clip: image }, box);
  const graph = `format=gbrp,lut3d=file=${path}:interp=tetrahedral,format=rgba`;
  expect(psnr(drawn.data, judged(graph, 'rgba', image))).toBeGreaterThan(48);
});

// Its recursive filter of six steps; borders, which it treats in its own way, are left out.
test.skipIf(ffmpegMissing).each([1.5, 4, 9])('a Gaussian of %d pixels is ffmpeg’s gblur to 45 dB', (sigma) => {
  const shape = { type: 'gaussian', sigmaX: sigma, sigmaY: sigma } as const;
  const inner = { x: 32, y: 32, width: box.width - 64, height: box.height - 64 };
  const drawn = bench.draw({ kind: 'blur', of: clip, edge: 'clamp', shape }, { clip: image }, box, inner);
  const graph = `format=gbrp,gblur=sigma=${sigma}:steps=6,crop=${inner.width}:${inner.height}:32:32,format=rgba`;
  expect(psnr(drawn.data, judged(graph, 'rgba', image))).toBeGreaterThan(45);
});

test.skipIf(ffmpegMissing)('a chroma key’s alpha is ffmpeg’s chromakey to 35 dB', () => {
  const slow = waves(0.3, 6);
  const inner = { x: 4, y: 4, width: box.width - 8, height: box.height - 8 };
  // Green, as ffmpeg is told it: BT.709, limited range. Its filter takes the mean of the
  // distances of 3 x 3 samples, and of fewer at the borders, which are left out.
  const colour = { r: 0, g: 1, b: 0, a: 1 };
  const key = { type: 'chroma', colour, similarity: 0.25, smoothness: 0.15, spill: 0 } as const;
  const drawn = bench.draw({ kind: 'key', of: clip, key }, { clip: slow }, box, inner);
  const alpha = drawn.data.filter((_, i) => (i & 3) === 3);
  const graph =
    'scale=out_color_matrix=bt709:out_range=tv,format=yuva444p,chromakey=0xAD2A1A:0.25:0.15:yuv=1,' +
    'alphaextract,crop=iw-8:ih-8:4:4,format=gray';
  expect(psnr(alpha, judged(graph, 'gray', slow))).toBeGreaterThan(35);
});

test.skipIf(ffmpegMissing).each([
  [0.25, 'area', 48],
  [0.5, 'area', 48],
  [2, 'bilinear', 42],
])('a picture scaled by %d is ffmpeg’s scale (%s) to %d dB', (ratio, flags, floorDb) => {
  const size = { x: 0, y: 0, width: box.width * ratio, height: box.height * ratio };
  const moved: GraphNode = { kind: 'transform', of: clip, map: scaling(ratio, ratio), edge: 'clamp' };
  const drawn = bench.draw(moved, { clip: image }, box, ratio < 1 ? size : rect);
  const crop = ratio < 1 ? '' : `,crop=${box.width}:${box.height}:0:0`;
  const graph = `format=gbrp,scale=${size.width}:${size.height}:flags=${flags}+accurate_rnd${crop},format=rgba`;
  expect(psnr(drawn.data, judged(graph, 'rgba', image))).toBeGreaterThan(floorDb);
});
