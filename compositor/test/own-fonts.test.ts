import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clip, Document } from '@framemill/timeline';
import { beforeAll, describe, expect, test } from 'vitest';
import { probeMedia } from '../src/ingest/probe-media.ts';
import { createRenderer, type MediaFiles } from '../src/render/renderer.ts';
import { shoot } from './images.ts';
import { bundledFont, woff, woff2 } from './packed-font.ts';
import { makeClip, makeDocument, makeFolder, profileOf } from './scenes.ts';

const folder = makeFolder();
const media: MediaFiles = {};

beforeAll(async () => {
  const anton = readFileSync(bundledFont('Anton', 400));
  const files = { 'brand.ttf': anton, 'brand.woff': woff(anton), 'brand.woff2': woff2(anton) };
  for (const [name, data] of Object.entries(files)) {
    const path = join(folder, name);
    writeFileSync(path, data);
    media[`/uploads/${name}`] = { path, facts: await probeMedia(path) };
  }
});

const text = (fontFamily: string, fields: Partial<Clip['textStyle']> = {}) =>
  makeClip({
    type: 'text',
    id: 'title',
    textStyle: { content: 'Fjord שלום', fontSize: 30, fontWeight: 700, fontFamily, ...fields },
  });
const documentOf = (...clips: Clip[]) => makeDocument(160, 96, clips, '#304050');
const scenes: [string, (fontFamily: string) => Document][] = [
  ['a text, with letters that it lacks', (family) => documentOf(text(family))],
  ['italics', (family) => documentOf(text(family, { fontStyle: 'italic' }))],
  [
    'a span',
    (family) => documentOf(text('Lora', { spans: [{ start: 0, end: 3, fontFamily: family, color: '#ffcc00' }] })),
  ],
  ['a text in motion', (family) => documentOf(text(family, { animation: { in: { name: 'rise', duration: 1 } } }))],
  [
    'a mask of text',
    (family) =>
      documentOf(
        makeClip({
          type: 'shape',
          shape: { kind: 'rectangle', fill: '#ff8800', width: 160, height: 96 },
          mask: { shape: 'text', text: 'Fjord', fontFamily: family },
        }),
      ),
  ],
];

describe('an uploaded font', () => {
  test.each(scenes)('draws %s as the same font does that is bundled', async (_name, scene) => {
    const bundled = await shoot(scene('Anton'), {}, 0.4);
    expect(bundled.data).not.toEqual((await shoot(scene('Inter'), {}, 0.4)).data);
    for (const src of Object.keys(media)) expect((await shoot(scene(src), media, 0.4)).data).toEqual(bundled.data);
  });

  test('gives the same bytes in one range and in two', async () => {
    const document = documentOf(text('/uploads/brand.woff2', { animation: { in: { name: 'typewriter' } } }));
    const bytes = async (...ranges: [number, number][]) => {
      const renderer = await createRenderer({ document, profile: profileOf(document), media });
      const path = join(folder, 'segment.mp4');
      for (const [start, end] of ranges) await renderer.renderSegment(start, end, path);
      renderer.close();
      return readFileSync(path);
    };
    expect((await bytes([30, 60])).equals(await bytes([0, 30], [30, 60]))).toBe(true);
  });

  test('that was not supplied, or is none, ends what would show its text, and nothing else', async () => {
    const wrong = join(folder, 'wrong.ttf');
    writeFileSync(wrong, 'no font');
    const facts = media['/uploads/brand.ttf']?.facts;
    if (!facts) throw new Error('There is no font.');
    const late = { ...text('/uploads/brand.ttf'), start: 10 };
    const document = documentOf(makeClip({ type: 'shape', shape: { kind: 'star', fill: '#ffffff' } }), late);
    await expect(shoot(document, {}, 10.5)).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringMatching(/^Clip title names the font "\/uploads\/brand.ttf", which is not among/),
    });
    await expect(shoot(document, { '/uploads/brand.ttf': { path: wrong, facts } }, 10.5)).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringMatching(/^Clip title \("\/uploads\/brand.ttf"\): This file is not a font/),
    });
    await shoot(document, {}, 0.5);
  });
});
