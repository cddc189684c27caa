import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MediaFiles } from '../src/media/media-files.ts';
import { createRenderer } from '../src/render/renderer.ts';
import { makeClip, makeDocument, makeFolder, makeVideo, profileOf, rings } from './scenes.ts';

const [width, height] = [320, 180];
const count = 30;

describe('frames that are encoded beside the drawing of the next ones', () => {
  let folder = '';
  let media: MediaFiles = {};
  beforeAll(() => {
    folder = makeFolder();
    media = { film: makeVideo(join(folder, 'film.mp4'), width, height, count, rings(width, height)) };
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Document with three parts: unchanged frames of the source, the source below a moving shape, and still images. */
  const document = makeDocument(width, height, [
    makeClip({ type: 'video', src: 'film', duration: 0.7, mediaDuration: 1 }),
    makeClip({
      ...{ type: 'shape', start: 0.3, duration: 0.7, trackIndex: 2 },
      shape: { kind: 'rectangle', fill: '#ff8800', width: 60, height: 40 },
      kfX: [
        { time: 0, value: -100 },
        { time: 0.4, value: 90 },
      ],
    }),
  ]);

  async function render(name: string, hasRoom: () => boolean, onFrame?: (done: number) => void): Promise<string> {
    const renderer = await createRenderer({ document, profile: profileOf(document), media }, { hasRoom });
    const path = join(folder, name);
    try {
      await renderer.renderSegment(0, count, path, onFrame);
    } finally {
      renderer.close();
    }
    return createHash('sha256').update(readFileSync(path)).digest('hex');
  }

  it('make the same bytes, whenever there is room', async () => {
    const alone = await render('alone.mp4', () => false);
    expect(await render('beside.mp4', () => true)).toBe(alone);
    let frame = 0;
    expect(await render('in-turns.mp4', () => frame++ % 3 > 0)).toBe(alone);
    expect(frame).toBe(count);
  });

  it('leave nothing when the render is given up meanwhile', async () => {
    const giveUp = (done: number) => {
      if (done === 12) throw new Error('given up');
    };
    await expect(render('given-up.mp4', () => true, giveUp)).rejects.toThrow('given up');
    expect(existsSync(join(folder, 'given-up.mp4'))).toBe(false);
  });
});
