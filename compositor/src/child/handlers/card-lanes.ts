import { FramemillError } from '@framemill/timeline/errors';
import type { Backend } from '../../backend.ts';
import { lanesFor } from '../../catalog/card-lanes.ts';
import type { CardBackend, CardUsage } from '../../gpu/card-backend.ts';
import { memoryLimitBytes } from '../../gpu/machine/memory-limit.ts';
import type { RendererInput, RendererParts } from '../../render/renderer.ts';
import type { SegmentWork } from './segment-work.ts';
import { createWarmRenderers, type WarmRenderers } from './warm-renderers.ts';

/**
 * Concurrent rendering of a range's segments on the GPU. While one segment waits for its frame or its encoder, another
 * is decoded and drawn.
 */
export interface CardLanes {
  /**
   * Renders all segments of `work`. When the frames of several segments do not fit into the GPU's memory together, the
   * range is rendered again, one segment at a time. Resolves with the GPU usage and the warnings of the renderers.
   */
  render(
    input: RendererInput,
    parts: RendererParts,
    work: SegmentWork,
    options: { segments: number; onSeek: () => void },
  ): Promise<{ warnings: string[]; card: CardUsage | null }>;
}

/** Creates the GPU renderer without opening the device: most processes never use a GPU, and start without its code. */
export function createCardLanes(): CardLanes {
  let card: CardBackend | null = null;
  let lanes: WarmRenderers[] = [];

  function laneAt(index: number): WarmRenderers {
    const lane = lanes[index] ?? createWarmRenderers(1);
    lanes[index] = lane;
    return lane;
  }

  async function renderSideBySide(
    input: RendererInput,
    parts: RendererParts,
    work: SegmentWork,
    { count, onSeek, warnings }: { count: number; onSeek: () => void; warnings: Set<string> },
  ): Promise<void> {
    card ??= (await import('../../gpu/card-backend.ts')).createCardBackend(memoryLimitBytes());
    const backends: Backend[] = [];
    for (let lane = 0; lane < count; lane++) backends.push(await card.open(lane));
    let failure: { error: unknown } | null = null;
    const running = backends.map(async (backend, index) => {
      try {
        await laneAt(index).with(input, { ...parts, backend, encodesAside: true }, async (renderer) => {
          renderer.onSeek = onSeek;
          await work.renderWith(renderer);
          for (const warning of renderer.warnings()) warnings.add(warning);
        });
      } catch (error) {
        failure ??= { error };
        work.stop();
      }
    });
    await Promise.all(running);
    throwFailure(failure);
  }

  return {
    async render(input, parts, work, { segments, onSeek }) {
      const warnings = new Set<string>();
      const count = lanesFor(input.profile, segments);
      const computedBefore = card?.usage()?.computedMs ?? 0;
      try {
        await renderSideBySide(input, parts, work, { count, onSeek, warnings });
      } catch (error) {
        if (count === 1 || !isFull(error)) throw error;
        // The device is opened anew, so nothing of the old one may be reused.
        for (const lane of lanes) lane.close();
        lanes = [];
        work.resume();
        await renderSideBySide(input, parts, work, { count: 1, onSeek, warnings });
      }
      const usage = card?.usage() ?? null;
      const computedMs = Math.max(0, (usage?.computedMs ?? 0) - computedBefore);
      return { warnings: [...warnings], card: usage && { ...usage, computedMs } };
    },
  };
}

function throwFailure(failure: { error: unknown } | null): void {
  if (failure !== null) throw failure.error;
}

function isFull(error: unknown): boolean {
  return error instanceof FramemillError && error.details.deviceFull === true;
}
