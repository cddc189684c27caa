import { FramemillError } from '@framemill/timeline/errors';
import type { OutputProfile } from '../../catalog.ts';
import type { EncoderChoice } from '../../media/encode/encoder-choice.ts';
import { chooseHardware } from '../../media/encode/hardware/hardware-choice.ts';
import type { MediaFiles } from '../../media/media-files.ts';
import { createCardLanes } from './card-lanes.ts';
import type { Handler } from './handler.ts';
import { createSegmentWork } from './segment-work.ts';
import { createSharedRasteriser } from './shared-rasteriser.ts';
import { createWarmRenderers } from './warm-renderers.ts';

// Renders with html clips come seldom, and nobody waits for their first second.
const browserIdleMs = 20_000;

/**
 * Renders segments, with the processor one after the other (decoders run forward through consecutive ones), with a graphics card several at a time. Stays warm
 * for the next range of a render. `hasRoom`: see `RendererParts`.
 */
export function createSegmentsHandler(hasRoom: () => boolean = () => false): Handler<'segments'> {
  const renderers = createWarmRenderers(1);
  const card = createCardLanes();
  const rasteriserOf = createSharedRasteriser({ idleMs: browserIdleMs, keepsWarm: false });
  return {
    type: 'segments',
    run: async ({ document, profile, media, segments, htmlFrames, drawnBy = 'cpu', encodedBy }, onProgress, onSeek) => {
      refuseCopies(media);
      const input = { document, profile, media };
      const parts = { rasteriser: rasteriserOf(htmlFrames), encoder: encoderNamed(encodedBy, profile), hasRoom };
      const work = createSegmentWork(segments, { profile, media }, onProgress);
      const drawn =
        drawnBy === 'gpu'
          ? await card.render(input, parts, work, { segments: segments.length, onSeek })
          : await renderers.with(input, parts, async (renderer) => {
              renderer.onSeek = onSeek;
              await work.renderWith(renderer);
              return { warnings: renderer.warnings(), card: null };
            });
      const residentBytes = process.memoryUsage.rss();
      return { segments: work.results, spentMs: work.spentMs, ...drawn, residentBytes };
    },
  };
}

/** A render is pinned to its engine: another encoder in its place would be another file. */
function encoderNamed(name: string | undefined, { format }: OutputProfile): EncoderChoice | null {
  if (name === undefined || format !== 'mp4') return null;
  const found = chooseHardware(format, { isOn: true, works: [name] });
  if (found) return found;
  throw new FramemillError(
    'unavailable',
    `The hardware encoder ${name} is not calibrated on this node. Run "npm run calibrate".`,
  );
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
