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

// Renders with HTML clips are rare, and the start of a browser hardly delays them.
const browserIdleMs = 20_000;

/**
 * Creates the handler that renders segments: on the CPU one after the other (decoders run forward through consecutive
 * ones), on a GPU several concurrently. It keeps its renderers open for the next range of a render. `hasRoom`: see
 * `RendererParts`.
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

/**
 * Returns the hardware encoder that the render's engine names; null for software. Throws `unavailable` when it is not
 * calibrated here: another encoder would give another file.
 */
function encoderNamed(name: string | undefined, { format }: OutputProfile): EncoderChoice | null {
  if (name === undefined || format !== 'mp4') return null;
  const found = chooseHardware(format, { isOn: true, works: [name] });
  if (found) return found;
  throw new FramemillError(
    'unavailable',
    `The hardware encoder ${name} is not calibrated on this node. Run "npm run calibrate".`,
  );
}

/**
 * Throws `internal_error` when a source is a preview proxy. A final render must use originals only, or its sharpness
 * would be halved.
 */
function refuseCopies(media: MediaFiles): void {
  const copy = Object.entries(media).find(([, file]) => file.shownAs !== undefined);
  if (!copy) return;
  throw new FramemillError(
    'internal_error',
    `A render was given a preview copy of "${copy[0]}". Give it the original.`,
  );
}
