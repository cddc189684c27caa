import type { Engine } from './choose-engine.ts';

/** Milliseconds of looks a frame from which on a graphics card draws a render: below, its processor would decode and encode as long, and the card wait. */
export const heavyEffectsMs = 15;

/** Who may draw a render without html clips: the engine of each pool, null where no live node has one. */
export interface PlainEngines {
  readonly cpu: Engine | null;
  readonly gpu: Engine | null;
}

/** Why graphics cards draw a render no more: one had no room for its frames, or they were lost with it too often. */
export type KeptOffCard = 'memory' | 'lost';

/** Why a pool draws a render. `light`, `heavy`: its looks; `no-card`, `no-processor`: who is there; `pages`: its html clips. */
export type PoolReason = 'light' | 'heavy' | 'no-card' | 'no-processor' | 'pages' | KeptOffCard;

/** The engine that draws a render, and why. */
export interface Route {
  readonly engine: Engine;
  readonly reason: PoolReason;
}

/**
 * The engine that draws a render of `lookMs` processor milliseconds of looks a frame. null: no node that may draw it lives. Both pools draw everything; neither
 * waits for the other, but a render that is kept off cards waits for processors.
 */
export function routeRender(
  effectMs: number,
  { cpu, gpu }: PlainEngines,
  keptOff: KeptOffCard | null = null,
): Route | null {
  if (keptOff !== null) return cpu && { engine: cpu, reason: keptOff };
  if (cpu === null) return gpu && { engine: gpu, reason: 'no-processor' };
  if (effectMs < heavyEffectsMs) return { engine: cpu, reason: 'light' };
  return gpu === null ? { engine: cpu, reason: 'no-card' } : { engine: gpu, reason: 'heavy' };
}

/** The reason as a sentence for customers: no name of a machine. */
export function explainRoute(reason: PoolReason, effectMs: number): string {
  const looks = `Its effects take ${Math.round(effectMs)} ms of a processor a frame`;
  switch (reason) {
    case 'light':
      return `${looks}; graphics cards draw from ${heavyEffectsMs} ms on.`;
    case 'heavy':
      return `${looks}: from ${heavyEffectsMs} ms on graphics cards draw.`;
    case 'no-card':
      return `${looks}, but no graphics card is there to draw them.`;
    case 'no-processor':
      return 'Only nodes with graphics cards are there.';
    case 'pages':
      return 'It shows html clips, which a browser draws.';
    case 'memory':
      return 'A graphics card had no room for its frames, so processors draw it.';
    case 'lost':
      return 'Graphics cards were lost while they drew it, so processors draw it.';
  }
}
