import type { Engine } from './choose-engine.ts';

/** Milliseconds of looks a frame from which on a graphics card draws a render: below, its processor would decode and encode as long, and the card wait. */
export const heavyLookMs = 15;

/** Who may draw a render without html clips: the engine of each pool, null where no live node has one. */
export interface PlainEngines {
  readonly cpu: Engine | null;
  readonly gpu: Engine | null;
}

/** The engine that draws a render of `lookMs` processor milliseconds of looks a frame. null: no node lives. Both draw everything; neither waits for the other. */
export function routeRender(lookMs: number, { cpu, gpu }: PlainEngines): Engine | null {
  if (gpu !== null && (cpu === null || lookMs >= heavyLookMs)) return gpu;
  return cpu;
}
