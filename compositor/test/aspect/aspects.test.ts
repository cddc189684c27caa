import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode } from '@framemill/testing/images';
import { ASPECT_RATIOS, type Document, documentForAspect, lint, type MediaFacts } from '@framemill/timeline';
import { parseDocument } from '@framemill/timeline/document';
import { type Template, templates } from '@framemill/timeline/templates';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTextEngine } from '../../src/fonts/font-files.ts';
import type { MediaFiles } from '../../src/render/renderer.ts';
import { psnr, shoot } from '../images.ts';
import { makeFolder } from '../scenes.ts';
import { film, MOMENTS, made } from './film.ts';
import { filmMedia } from './film-media.ts';

// The vector library and the video encoder may round differently from one processor to another.
const floorDb = 50;
const update = process.env.UPDATE_GOLDEN === '1';
const goldens = join(import.meta.dirname, 'golden');
/** Length of the longer side of a stored reference image, in pixels. */
const side = 256;
const folder = makeFolder();
let media: MediaFiles = {};
const facts = (src: string) => media[src]?.facts ?? null;

beforeAll(async () => {
  media = await filmMedia(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const shots = (['16:9', '9:16', '1:1', '4:5'] as const).flatMap((aspect) =>
  MOMENTS.map((atSec) => ({ aspect, atSec })),
);

describe('one film in every aspect ratio', () => {
  it.each(shots)('looks as it did in $aspect at $atSec s', async ({ aspect, atSec }) => {
    const document = documentForAspect(film(facts), aspect, facts);
    const scale = side / Math.max(document.settings.width, document.settings.height);
    const [width, height] = [document.settings.width, document.settings.height].map(
      (one) => 2 * Math.round((one * scale) / 2),
    );
    const image = await shoot(document, media, atSec, { width: width ?? side, height: height ?? side });
    const path = join(goldens, `${aspect.replace(':', 'x')}-${atSec}.png`);
    if (update) {
      const raw = { width: image.width, height: image.height, channels: 3 } as const;
      writeFileSync(path, await sharp(image.data, { raw }).png({ compressionLevel: 9 }).toBuffer());
    }
    if (!existsSync(path)) throw new Error(`${path} is missing. Run "npm run golden" and check the new image.`);
    const golden = await decode(path);
    expect([image.width, image.height]).toEqual([golden.width, golden.height]);
    expect(psnr(image.data, golden.data)).toBeGreaterThan(floorDb);
  });

  it('has no picture that is looked at by nobody', () => {
    expect(readdirSync(goldens)).toHaveLength(shots.length);
  });
});

describe('every template in every aspect ratio', () => {
  const image: MediaFacts = {
    ...{
      kind: 'image',
      mimeType: 'image/webp',
      width: 640,
      height: 360,
      durationSec: null,
      fps: null,
      hasAudio: false,
    },
    ...{ hasAlpha: false, sizeBytes: 1_000, sha256: 'a'.repeat(64) },
  };
  const video: MediaFacts = { ...image, kind: 'video', mimeType: 'video/mp4', durationSec: 9, fps: 30, hasAudio: true };
  const mediaOf = (src: string) => (src.endsWith('.mp4') ? video : image);

  it.each(templates)('$id: is valid, and no text is cut or leaves what every screen shows', async (template) => {
    const engine = await openTextEngine();
    const document = documentOf(template);
    const texts = (one: Document) => {
      const found = lint(one, { media: mediaOf, measureText: (style) => engine.layout(style) });
      return new Set(
        found.filter(({ message }) => /^Text .*(leaves|is cut)/.test(message)).map(({ clipId }) => clipId),
      );
    };
    const before = texts(document);
    for (const aspect of ASPECT_RATIOS) {
      const laidOut = documentForAspect(document, aspect, mediaOf);
      expect(parseDocument(laidOut)).toBe(laidOut);
      expect([aspect, [...texts(laidOut).difference(before)]]).toEqual([aspect, []]);
    }
  });

  function documentOf(template: Template): Document {
    const initial = Object.entries(template.variables).map(([name, variable]) => [name, variable.initial]);
    return made(template.commands(Object.fromEntries(initial)), mediaOf);
  }
});
