import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { batchIds, type Clip, type Command, type Document, reduce } from '@framemill/timeline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalogue } from '../src/capabilities/index.ts';
import { planSegments } from '../src/plan/index.ts';
import type { MediaFiles } from '../src/render/renderer.ts';
import { psnr, shoot } from './images.ts';
import { makeClip, makeDocument, makeFolder, makeImage, makeVideo, profileOf, rings } from './scenes.ts';

const width = 192;
const height = 108;
const folder = makeFolder();
const media: MediaFiles = {};

beforeAll(async () => {
  media.video = makeVideo(join(folder, 'video.mp4'), width, height, 60, rings(width, height));
  media.photo = await makeImage(join(folder, 'photo.png'), 300, 200, (x, y) => [x % 256, y, (x + y) % 256, 255]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function edited(document: Document, command: Command): Document {
  const context = { newId: batchIds(`bat_${'0'.repeat(24)}`), catalogue, media: () => null };
  const { document: changed, result } = reduce(document, command, context);
  if (!result.ok) throw new Error(result.error);
  return changed;
}

const star = (fields: Partial<Clip> = {}) =>
  makeClip({
    ...{ type: 'shape', trackIndex: 1, rotation: 10 },
    shape: { kind: 'star', fill: '#ffcc00', width: 80, height: 80 },
    ...fields,
  });

describe('clips that are moved into a composition', () => {
  const film = makeClip({ type: 'video', src: 'video', id: 'film', scale: 0.9, kfX: [{ time: 0, value: 4 }] });
  const text = makeClip({
    type: 'text',
    id: 'text',
    trackIndex: 2,
    y: 30,
    textStyle: { content: 'Above', fontSize: 24 },
  });
  const grain: Clip['effects'] = [{ id: 'grain', type: 'grain', enabled: true, params: { amount: 0.4 } }];

  test('look the same, also with random effects and at a cut between frames', async () => {
    const before = makeDocument(
      width,
      height,
      [film, star({ id: 'star', start: 0.51, effects: grain }), text],
      '#305060',
    );
    const after = edited(before, { op: 'createComposition', clipIds: ['film', 'star'] });
    for (const atSec of [0.5, 17 / 30, 1]) {
      const [plain, nested] = [await shoot(before, media, atSec), await shoot(after, media, atSec)];
      expect(psnr(nested.data, plain.data)).toBeGreaterThan(45);
    }
  });

  test('have the same bytes when they are collapsed, which clips that mix with what is below are', async () => {
    const before = makeDocument(width, height, [film, star({ id: 'star', blendMode: 'screen' }), text], '#305060');
    const after = edited(before, { op: 'createComposition', clipIds: ['star', 'text'] });
    expect(after.clips.at(-1)).toMatchObject({ type: 'composition', collapse: true });
    expect((await shoot(after, media, 0.5)).data).toEqual((await shoot(before, media, 0.5)).data);
  });
});

describe('a composition', () => {
  const inner = makeClip({ type: 'video', src: 'video', id: 'inner' });

  function showing(clips: Clip[], fields: Partial<Document['settings']> = {}): Document {
    const { tracks } = makeDocument(width, height, []);
    const settings = { width, height, ...fields };
    return {
      ...makeDocument(width, height, clips),
      compositions: [{ id: 'cmp', name: 'Composition', settings, tracks, clips: [inner] }],
    };
  }
  const use = (fields: Partial<Clip> = {}) => makeClip({ type: 'composition', src: 'cmp', ...fields });
  const plain = (fields: Partial<Clip> = {}) =>
    makeDocument(width, height, [makeClip({ type: 'video', src: 'video', ...fields })]);

  test.each<[string, Partial<Clip>]>([
    ['trimmed', { mediaStart: 0.5, duration: 1 }],
    ['twice as fast', { speed: 2, duration: 1 }],
    ['backwards', { reverse: true }],
    ['frozen', { freezeAt: 0.7 }],
    ['with an effect', { effects: [{ id: 'b', type: 'blur', enabled: true, params: { radius: 4 } }] }],
    ['smaller', { scale: 0.5, x: 20, opacity: 0.5 }],
  ])('is drawn like a video of the same frames: %s', async (_, fields) => {
    const [shown, wanted] = [await shoot(showing([use(fields)]), media, 0.3), await shoot(plain(fields), media, 0.3)];
    expect(psnr(shown.data, wanted.data)).toBeGreaterThan(42);
  });

  test('shows the frame that its own rate shows', async () => {
    const slow = showing([use()], { fps: 10 });
    const [early, late] = [await shoot(slow, media, 10 / 30), await shoot(slow, media, 11 / 30)];
    expect(late.data).toEqual(early.data);
    expect(psnr(early.data, (await shoot(plain(), media, 0.3)).data)).toBeGreaterThan(45);
  });

  test('shows different times of itself in one frame', async () => {
    const halves = [use({ cropR: 0.5 }), use({ trackIndex: 1, cropL: 0.5, mediaStart: 1 })];
    const image = await shoot(showing(halves), media, 0.2);
    const [now, later] = [await shoot(plain(), media, 0.2), await shoot(plain(), media, 1.2)];
    const half = ({ data }: { data: Uint8Array }, isLeft: boolean) =>
      data.filter(
        (_, at) =>
          Math.floor(at / 3) % width < width / 2 - 2 === isLeft ||
          Math.abs((Math.floor(at / 3) % width) - width / 2) < 4,
      );
    expect(psnr(half(image, true), half({ data: now.data }, true))).toBeGreaterThan(
      psnr(half(image, true), half({ data: later.data }, true)),
    );
    expect(psnr(half(image, false), half({ data: later.data }, false))).toBeGreaterThan(
      psnr(half(image, false), half({ data: now.data }, false)),
    );
  });

  // Drawn in RGBA, which blurs chroma.
  test('mixes its clips only with each other', async () => {
    const screen = { ...star({ id: 'star', blendMode: 'multiply' }), trackIndex: 0 };
    const document = { ...showing([makeClip({ type: 'image', src: 'photo' }), use({ trackIndex: 1 })]) };
    const isolated = { ...document, compositions: document.compositions?.map((one) => ({ ...one, clips: [screen] })) };
    const above = makeDocument(width, height, [
      makeClip({ type: 'image', src: 'photo' }),
      { ...screen, blendMode: 'normal', trackIndex: 1 },
    ]);
    expect(psnr((await shoot(isolated, media)).data, (await shoot(above, media)).data)).toBeGreaterThan(38);
  });
});

describe('the segments of a document with a composition', () => {
  const title = (content: string, start: number) =>
    makeClip({ type: 'text', id: `title ${start}`, start, duration: 1, textStyle: { content } });
  const other = makeClip({ type: 'shape', shape: { kind: 'star' }, duration: 60, id: 'other' });

  function keysOf(late: string, fields: Partial<Clip> = {}): string[] {
    const { tracks } = makeDocument(width, height, []);
    const clips = [{ ...other, id: 'inner', trackIndex: 1 }, title('early', 1), title(late, 50)];
    const use = makeClip({ type: 'composition', src: 'cmp', duration: 60, id: 'use', trackIndex: 1, ...fields });
    const document: Document = {
      ...makeDocument(width, height, [other, use]),
      compositions: [{ id: 'cmp', name: '', settings: { width, height }, tracks, clips }],
    };
    return planSegments(document, profileOf(document), {}, 'f').map(({ contentKey }) => contentKey);
  }

  test('keep their names unless what is changed inside is seen in them', () => {
    const [before, after] = [keysOf('late'), keysOf('later')];
    const changed = before.filter((key, index) => key !== after[index]);
    expect(changed.length).toBeGreaterThan(0);
    expect(changed.length).toBeLessThanOrEqual(2);
    expect(after[0]).toBe(before[0]);
  });

  test('keep their names when the change is outside of the part that the clip shows', () => {
    const trimmed = { duration: 30 };
    expect(keysOf('later', trimmed)).toEqual(keysOf('late', trimmed));
    const skipped = { mediaStart: 20, duration: 40 };
    expect(keysOf('later', skipped)).not.toEqual(keysOf('late', skipped));
  });
});
