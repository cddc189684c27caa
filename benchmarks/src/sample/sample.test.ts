import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createCanvas, createGrain, writePlanes } from './canvas.ts';
import { footageClips } from './clips.ts';
import { encodeWav } from './compress.ts';
import { drawLogo, encodeIcon } from './logo.ts';
import { composeMusic } from './music.ts';

const width = 160;
const height = 90;

function planesOf(canvas: ReturnType<typeof createCanvas>) {
  const planes = {
    data: [new Uint8Array(width * height), new Uint8Array((width * height) / 4), new Uint8Array((width * height) / 4)],
    linesize: [width, width / 2, width / 2],
  };
  writePlanes(canvas, planes, createGrain(19), 1.6, 7);
  return planes.data;
}

for (const clip of footageClips) {
  test(`${clip.name} draws the same moment the same whatever was drawn before`, () => {
    const first = createCanvas(width, height);
    clip.create()(first, 1.5);
    const second = createCanvas(width, height);
    const draw = clip.create();
    draw(second, 0.2);
    draw(second, 1.5);
    expect(planesOf(second)).toEqual(planesOf(first));
  });

  test(`${clip.name} covers the whole picture and moves`, () => {
    const draw = clip.create();
    const early = createCanvas(width, height);
    const late = createCanvas(width, height);
    draw(early, 0);
    draw(late, 3);
    expect(early.rgb.every((value) => Number.isFinite(value) && value > 0)).toBe(true);
    const moved = early.rgb.filter((value, i) => Math.abs(value - (late.rgb[i] ?? 0)) > 0.01).length;
    expect(moved / early.rgb.length).toBeGreaterThan(0.2);
  });
}

test('white and black keep to the limited range', () => {
  const canvas = createCanvas(width, height);
  canvas.rgb.fill(2);
  const [luma = new Uint8Array(), blue = new Uint8Array()] = planesOf(canvas);
  expect(Math.max(...luma)).toBeLessThanOrEqual(237);
  expect(Math.min(...luma)).toBeGreaterThanOrEqual(233);
  expect([...new Set(blue)].every((value) => Math.abs(value - 128) <= 1)).toBe(true);
});

test('the music is twelve seconds of sound that starts and ends in silence and never clips', () => {
  const music = composeMusic();
  expect(music.left.length).toBe(12 * 48_000);
  const loudest = music.left.reduce((peak, value) => Math.max(peak, Math.abs(value)), 0);
  expect(loudest).toBeGreaterThan(0.5);
  expect(loudest).toBeLessThanOrEqual(0.86);
  expect(Math.abs(music.left.at(-1) ?? 1)).toBe(0);
  expect(Math.abs(music.left[0] ?? 1)).toBeLessThan(0.01);
  const file = encodeWav(music);
  expect(file.readUInt32LE(4)).toBe(file.length - 8);
  expect(hash(file)).toBe(hash(encodeWav(composeMusic())));
});

test('the mark has a transparent ground', () => {
  const png = drawLogo(64);
  expect(png.subarray(1, 4).toString('latin1')).toBe('PNG');
  expect(png[25]).toBe(6);
});

test('the icon is one picture that says where it is', () => {
  const png = drawLogo(48);
  const icon = encodeIcon(png, 48);
  expect([...icon.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 48, 48]);
  expect(icon.subarray(icon.readUInt32LE(18)).equals(png)).toBe(true);
});

function hash(data: Buffer): string {
  return createHash('sha256').update(data).digest('hex');
}
