import { writeFile } from 'node:fs/promises';
import { previewTime } from '../../html/page-time.ts';
import { outputProfile } from '../../plan/profile.ts';
import { contactSheet } from '../../render/contact-sheet.ts';
import type { RenderedFrame, Renderer } from '../../render/renderer.ts';
import type { Handler } from '../tasks.ts';
import { createSharedRasteriser, createWarmRenderers } from './warm-renderers.ts';

// Users scrub through one document at a time, sometimes two.
const WARM_DOCUMENTS = 2;

// A user who previews a page usually requests another preview after some minutes.
const browserIdleMs = 600_000;

/**
 * Creates the handlers that render single frames and contact sheets, and that start the browser in advance for HTML
 * clips.
 */
export function createFrameHandlers(): { frame: Handler<'frame'>; warmPages: Handler<'warm-pages'> } {
  const renderers = createWarmRenderers(WARM_DOCUMENTS);
  const rasteriserOf = createSharedRasteriser({ idleMs: browserIdleMs, keepsWarm: true });
  const frame: Handler<'frame'> = {
    type: 'frame',
    run: ({ document, media, htmlFrames, atSec, image, scale, outPath }, _onProgress, onSeek) => {
      const { profile } = outputProfile(document.settings, {
        format: 'mp4',
        quality: 'standard',
        resolution: 'full',
        maxShortSide: null,
        watermark: false,
      });
      return renderers.with(
        { document, profile, media },
        { rasteriser: rasteriserOf(htmlFrames) },
        async (renderer) => {
          renderer.onSeek = onSeek;
          const { data, width, height, timeSec } = await (typeof atSec === 'number'
            ? renderer.renderFrame(atSec, { type: image, scale })
            : renderSheet(renderer, atSec, image, scale));
          await writeFile(outPath, data);
          return { width, height, timeSec, sizeBytes: data.byteLength };
        },
      );
    },
  };
  const warmPages: Handler<'warm-pages'> = {
    type: 'warm-pages',
    run: async ({ htmlFrames }) => {
      rasteriserOf(htmlFrames)?.warm();
      return {};
    },
  };
  return { frame, warmPages };
}

/** Renders a contact sheet. All its HTML pages together have the time limit of a single frame. */
async function renderSheet(
  renderer: Renderer,
  times: readonly number[],
  image: 'jpeg' | 'png',
  scale: number,
): Promise<RenderedFrame> {
  const options = { type: 'png' as const, scale, time: previewTime() };
  const [first = 0, ...others] = times;
  const frames: [RenderedFrame, ...RenderedFrame[]] = [await renderer.renderFrame(first, options)];
  for (const atSec of others) frames.push(await renderer.renderFrame(atSec, options));
  return contactSheet(frames, image);
}
