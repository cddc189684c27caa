import { setImmediate } from 'node:timers/promises';
import { verifySegment } from '../../media/verify-segment.ts';
import { createRenderer } from '../../render/renderer.ts';
import type { Handler } from './handler.ts';

/** Renders segments one after the other (decoders run forward through consecutive ones) and verifies each. */
export const segments: Handler<'segments'> = {
  type: 'segments',
  async run({ document, profile, media, segments: wanted }, onProgress) {
    const renderer = await createRenderer({ document, profile, media });
    try {
      const results = [];
      let before = 0;
      for (const { index, startFrame, endFrame, outPath } of wanted) {
        const info = await renderer.renderSegment(startFrame, endFrame, outPath, (done) => onProgress(before + done));
        await verifySegment(outPath, { frames: endFrame - startFrame, profile });
        before += info.frames;
        results.push({ index, ...info });
        // Lets the parent's end be noticed between two segments.
        await setImmediate();
      }
      return { segments: results };
    } finally {
      renderer.close();
    }
  },
};
