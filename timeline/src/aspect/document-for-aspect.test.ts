import { expect, it } from 'vitest';
import type { Clip } from '../document/clip.ts';
import { CLIP_DEFAULTS } from '../document/clip-fields.ts';
import { createDocument } from '../document/create-document.ts';
import type { Document } from '../document/document.ts';
import { parseDocument } from '../document/parse-document.ts';
import type { MediaFacts } from '../media/media-facts.ts';
import { ASPECT_RATIOS } from '../vocabulary/index.ts';
import { canvasOfAspect, documentForAspect } from './document-for-aspect.ts';
import { itemOf } from './item.ts';

const wide: MediaFacts = {
  ...{ kind: 'image', mimeType: 'image/webp', width: 1600, height: 900, durationSec: null, fps: null, hasAudio: false },
  ...{ hasAlpha: false, sizeBytes: 1_000, sha256: 'a'.repeat(64) },
};
const media = () => wide;

function clip(id: string, fields: Partial<Clip> & Pick<Clip, 'type'>): Clip {
  const time = { start: 0, duration: 4, mediaDuration: 4, trackIndex: 0 };
  return { ...CLIP_DEFAULTS, id, ...time, ...fields };
}

function filmOf(...clips: Clip[]): Document {
  return { ...createDocument(), clips };
}

/** Returns the boxes of a document's clips by clip id. */
function boxes({ clips, settings }: Document) {
  return Object.fromEntries(clips.map((one) => [one.id, itemOf(one, settings, media).box]));
}

const upright = (document: Document) => documentForAspect(document, '9:16', media);

it.each([
  [{ width: 1920, height: 1080 }, '9:16', { width: 1080, height: 1920 }],
  [{ width: 1280, height: 720 }, '9:16', { width: 720, height: 1280 }],
  [{ width: 1280, height: 720 }, '1:1', { width: 720, height: 720 }],
  [{ width: 1080, height: 1920 }, '16:9', { width: 1920, height: 1080 }],
  [{ width: 7680, height: 4320 }, '21:9', { width: 7680, height: 3292 }],
  [{ width: 1918, height: 1080 }, '16:9', { width: 1918, height: 1080 }],
] as const)('%o becomes %s with the same shorter side', (canvas, aspect, size) => {
  expect(canvasOfAspect(canvas, aspect)).toEqual(size);
});

it('leaves a film of that ratio as it is, to the object', () => {
  const film = filmOf(clip('a', { type: 'image', src: 'm' }));
  expect(documentForAspect(film, '16:9', media)).toBe(film);
});

it('covers the canvas with what covered it, and keeps its focal point', () => {
  const film = upright(
    filmOf(
      clip('plain', { type: 'video', src: 'm' }),
      clip('aimed', { type: 'image', src: 'm', start: 4, anchorX: 0.9, anchorY: 0.5 }),
      clip('blurred', { type: 'image', src: 'm', start: 8, fit: 'contain-blur' }),
    ),
  );
  expect(film.clips[0]).toMatchObject({ fit: 'cover', x: 0, y: 0, scale: 1 });
  const { aimed } = boxes(film);
  expect(aimed).toMatchObject({ x: expect.closeTo(0, 0), width: expect.closeTo(1080, 0) });
  expect(aimed?.height).toBeCloseTo(1920, 0);
  // Of the right part as much is cut as leaves the point where it was: 90 % of the way.
  expect(film.clips[1]?.cropL).toBeCloseTo(0.9 * (1 - 81 / 256), 3);
  expect(film.clips[2]).toMatchObject({ fit: 'contain-blur' });
});

it('keeps a mark in its corner, with its size and its distance from both edges', () => {
  const mark = clip('mark', {
    type: 'shape',
    shape: { kind: 'star', width: 100, height: 100 },
    x: 860,
    y: -440,
  });
  expect(boxes(upright(filmOf(mark))).mark).toEqual({ x: 930, y: 50, width: 100, height: 100 });
});

it('keeps a bar from edge to edge, and lets its text have as many lines as it needs', () => {
  const film = upright(
    filmOf(
      clip('bar', { type: 'shape', shape: { kind: 'rectangle', width: 1920, height: 140 }, y: 470 }),
      clip('words', {
        type: 'text',
        textStyle: { content: 'From the sea to the summit in one long day', fontSize: 64, width: 1720, maxLines: 1 },
        y: 470,
      }),
    ),
  );
  const { bar, words } = boxes(film);
  expect(bar).toMatchObject({ x: 0, width: 1080 });
  expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBeCloseTo(1920, 0);
  expect(film.clips[1]?.textStyle).toMatchObject({ fontSize: 64, maxLines: 2, overflow: 'shrink' });
  expect(words?.x).toBeGreaterThanOrEqual(54);
  expect((words?.x ?? 0) + (words?.width ?? 0)).toBeLessThanOrEqual(1026);
});

it('puts a picture above the text that it stood beside', () => {
  const film = filmOf(
    clip('picture', { type: 'image', src: 'm', x: -480, scale: 0.42 }),
    clip('words', { type: 'text', textStyle: { content: 'Warm to minus twenty', fontSize: 90, width: 800 }, x: 470 }),
  );
  const { picture, words } = boxes(upright(film));
  expect((picture?.y ?? 0) + (picture?.height ?? 0)).toBeLessThanOrEqual(words?.y ?? 0);
  expect(picture?.width).toBeGreaterThan(800);
});

it('turns a split screen where that keeps its halves like they were', () => {
  const half = { type: 'image', src: 'm', cropL: 0.25, cropR: 0.25 } as const;
  const film = filmOf(clip('left', { ...half, x: -480 }), clip('right', { ...half, x: 480 }));
  const rounded = (document: Document) =>
    Object.values(boxes(document)).map(({ x, y, width, height }) =>
      [x, y, width, height].map((side) => Math.round(Math.abs(side))),
    );
  expect(rounded(upright(film))).toEqual([
    [0, 0, 1080, 960],
    [0, 960, 1080, 960],
  ]);
  expect(rounded(documentForAspect(film, '1:1', media))).toEqual([
    [0, 0, 540, 1080],
    [540, 0, 540, 1080],
  ]);
});

it('lets clips come in from outside, and move as far as they did where they rest', () => {
  const film = upright(
    filmOf(
      clip('mark', {
        type: 'shape',
        shape: { kind: 'star', width: 100, height: 100 },
        ...{ x: 860, y: -440, scale: 1 },
        kfX: [
          { time: 0, value: 2780 },
          { time: 1, value: 860 },
        ],
        kfY: [
          { time: 0, value: -440 },
          { time: 2, value: -430 },
        ],
      }),
    ),
  );
  const [{ x, y, kfX, kfY } = clip('none', { type: 'shape' })] = film.clips;
  expect(kfX?.map(({ value }) => value)).toEqual([x + 1920, x]);
  expect((kfY?.[1]?.value ?? 0) - (kfY?.[0]?.value ?? 0)).toBeCloseTo(10, 1);
  expect(y).toBeLessThan(-800);
});

it('moves nothing of what is heard or when, and gives valid documents of any film', () => {
  const film = filmOf(
    clip('music', { type: 'audio', src: 'm', trackIndex: 3, volume: 0.5 }),
    clip('long', { type: 'text', textStyle: { content: 'Donaudampfschifffahrtsgesellschaft '.repeat(20) } }),
    clip('turned', { type: 'image', src: 'm', rotation: 30, scale: 0.4, x: 300 }),
    clip('page', { type: 'html', html: { html: '<p>1</p>' } }),
    clip('look', { type: 'adjustment' }),
    clip('huge', { type: 'shape', shape: { kind: 'circle', width: 4000, height: 4000 } }),
    clip('nothing', { type: 'sticker', src: 'm', scale: 0 }),
  );
  for (const aspect of ASPECT_RATIOS) {
    const laidOut = documentForAspect(film, aspect, () => null);
    expect(parseDocument(laidOut)).toBe(laidOut);
    expect(laidOut.clips.map(({ id, start, duration }) => [id, start, duration])).toEqual(
      film.clips.map(({ id, start, duration }) => [id, start, duration]),
    );
    expect(laidOut.clips[0]).toBe(film.clips[0]);
  }
});
