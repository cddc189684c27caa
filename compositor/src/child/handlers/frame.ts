import { writeFile } from 'node:fs/promises';
import { outputProfile } from '../../catalog/profile.ts';
import type { Handler } from './handler.ts';
import { createWarmRenderers } from './warm-renderers.ts';

// People scrub through one document at a time, sometimes two.
const WARM_DOCUMENTS = 2;

/** Renders single pictures. */
export function createFrameHandler(): Handler<'frame'> {
  const renderers = createWarmRenderers(WARM_DOCUMENTS);
  return {
    type: 'frame',
    run: ({ document, media, htmlFrames, atSec, image, scale, outPath }, _onProgress, onSeek) => {
      const { profile } = outputProfile(document.settings, {
        format: 'mp4',
        quality: 'standard',
        resolution: 'full',
        maxShortSide: null,
        watermark: false,
      });
      return renderers.with({ document, profile, media, htmlFrames }, async (renderer) => {
        renderer.onSeek = onSeek;
        const { data, width, height, timeSec } = await renderer.renderFrame(atSec, { type: image, scale });
        await writeFile(outPath, data);
        return { width, height, timeSec, sizeBytes: data.byteLength };
      });
    },
  };
}
