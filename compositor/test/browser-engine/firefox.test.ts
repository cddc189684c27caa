import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hasFirefoxFor, launchFirefox } from '@framemill/testing/firefox';
import { decode } from '@framemill/testing/images';
import { similarity } from '@framemill/testing/similarity';
import type { Document } from '@framemill/timeline';
import { fillVariables } from '@framemill/timeline/variables';
import { expect, test } from 'vitest';
import { shoot } from '../images.ts';
import { makeClip, makeDocument, makeFolder, makeImage, makeVideo, rings } from '../scenes.ts';
import { resultPath } from './engine-cases.ts';
import { startPlayerServers } from './player-page.ts';

const size = { width: 320, height: 180 };

test.skipIf(!hasFirefoxFor('The player is'))(
  'Firefox plays a template with the values of its variables',
  {
    tags: 'full',
  },
  async () => {
    const folder = makeFolder();
    mkdirSync(dirname(resultPath('x')), { recursive: true });
    const { width, height } = size;
    const media = {
      still: await makeImage(join(folder, 'still.png'), width, height, (x, y) => [x % 256, y, 128, 255]),
      video: makeVideo(join(folder, 'video.mp4'), 160, 90, 60, rings(160, 90)),
    };
    const textStyle = { content: 'Dear {{name|World}}', fontFamily: 'Inter', fontSize: 32, color: '#ffffff' };
    const template: Document = makeDocument(width, height, [
      makeClip({ type: 'image', src: 'still', fit: 'cover', effects: [glow] }),
      makeClip({ type: 'video', src: 'video', trackIndex: 1, x: 60, y: 20, scale: 0.5 }),
      makeClip({ type: 'text', trackIndex: 2, y: -50, textStyle }),
    ]);
    const servers = await startPlayerServers(media);
    const browser = await launchFirefox();
    try {
      servers.documents.set('film', template);
      const page = await browser.newPage();
      const place = `style="width:${width}px;height:${height}px"`;
      await page.goto(
        servers.serve(
          `<framemill-player src="%/film.json" variables='{"name":"Ada"}' muted ${place}></framemill-player>`,
        ),
      );
      const player = (property: string) => page.evaluate(`document.querySelector('framemill-player').${property}`);
      /** Expects the frame of a render node on the screen. */
      const expectShown = async (atSec: number) => {
        const own = await shoot(fillVariables(template, { name: 'Ada' }), media, atSec, size);
        // Firefox does not let a page read a canvas that a worker draws on.
        const shown = async () => {
          const png = await page.screenshot({ clip: { x: 0, y: 0, ...size } });
          return similarity(await decode(Buffer.from(png)), own);
        };
        await expect.poll(shown).toBeGreaterThan(0.98);
        console.info(`Firefox, player at ${atSec} s: SSIM ${(await shown()).toFixed(4)}`);
      };
      await expect.poll(() => player('duration')).toBe(2);
      await expectShown(0);
      await player('play()');
      await expect.poll(() => player('ended')).toBe(true);
      await expectShown(2);
      expect(await player('getVideoPlaybackQuality().totalVideoFrames')).toBeGreaterThan(10);
      expect(await player('error')).toBeNull();
      await page.screenshot({ path: resultPath('player firefox.png') });
    } finally {
      await browser.close();
      await servers.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

const glow = { id: 'a', type: 'glow', enabled: true, params: { radius: 8 } } as const;
