import { rename } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { FramemillError } from '@framemill/timeline/errors';
import type { CardBackend } from '../../gpu/card-backend.ts';
import { memoryLimitBytes } from '../../gpu/machine/memory-limit.ts';
import type { MediaFiles } from '../../media/media-files.ts';
import { verifySegment } from '../../media/stitch/verify-segment.ts';
import type { Handler } from './handler.ts';
import { createSharedRasteriser } from './shared-rasteriser.ts';
import { createWarmRenderers } from './warm-renderers.ts';

// Renders with html clips come seldom, and nobody waits for their first second.
const browserIdleMs = 20_000;

/** Renders segments one after the other (decoders run forward through consecutive ones) and verifies each; a file that has its name is whole. Stays warm for the next range of a render. */
export function createSegmentsHandler(): Handler<'segments'> {
  const renderers = createWarmRenderers(1);
  const drawnByCard = createWarmRenderers(1);
  let card: CardBackend | null = null;
  // Most processes never draw with a card: they start without its code.
  const openCard = async () => {
    card ??= (await import('../../gpu/card-backend.ts')).createCardBackend(memoryLimitBytes());
    return card.open();
  };
  const rasteriserOf = createSharedRasteriser({ idleMs: browserIdleMs, keepsWarm: false });
  return {
    type: 'segments',
    run: async ({ document, profile, media, segments, htmlFrames, drawnBy = 'cpu' }, onProgress, onSeek) => {
      refuseCopies(media);
      const backend = drawnBy === 'gpu' ? await openCard() : undefined;
      return (backend ? drawnByCard : renderers).with(
        { document, profile, media },
        { rasteriser: rasteriserOf(htmlFrames), backend },
        async (renderer) => {
          renderer.onSeek = onSeek;
          const results = [];
          const spentMs = { composite: 0, encode: 0 };
          let before = 0;
          for (const { index, startFrame, endFrame, outPath } of segments) {
            let lapAt = performance.now();
            const partPath = `${outPath}.part`;
            const info = await renderer.renderSegment(
              startFrame,
              endFrame,
              partPath,
              (done) => onProgress(before + done),
              (ended) => {
                const now = performance.now();
                spentMs[ended] += now - lapAt;
                lapAt = now;
              },
            );
            // What the encoder still held.
            spentMs.encode += performance.now() - lapAt;
            await verifySegment(partPath, { frames: endFrame - startFrame, profile });
            await rename(partPath, outPath);
            before += info.frames;
            results.push({ index, ...info });
            // Lets the parent's end be noticed between two segments.
            await setImmediate();
          }
          const residentBytes = process.memoryUsage.rss();
          return { segments: results, warnings: renderer.warnings(), spentMs, residentBytes };
        },
      );
    },
  };
}

/** A render shows originals only: nobody may get a film of half the sharpness by a mistake of whoever ordered it. */
function refuseCopies(media: MediaFiles): void {
  const copy = Object.entries(media).find(([, file]) => file.shownAs !== undefined);
  if (!copy) return;
  throw new FramemillError(
    'internal_error',
    `A render was given a preview copy of "${copy[0]}". Give it the original.`,
  );
}
