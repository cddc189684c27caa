import type { Engine } from './choose-engine.ts';

/**
 * Effect time per frame, in CPU ms, from which a render goes to a GPU node. Below it, the node's CPU would decode and
 * encode for as long, and the GPU would idle.
 */
export const heavyEffectsMs = 15;

/** Engines for a render without html clips, by pool; null when no live node has one. */
export interface PlainEngines {
  readonly cpu: Engine | null;
  readonly gpu: Engine | null;
}

/**
 * Reason for keeping a render off GPUs: `memory` when its frames did not fit into GPU memory, `lost` when GPUs were
 * lost during it too often.
 */
export type KeptOffCard = 'memory' | 'lost';

/**
 * Reason for the choice of a pool. `light`, `heavy`: the cost of its effects; `no-card`, `no-processor`: the pools
 * with live nodes; `pages`: its html clips.
 */
export type PoolReason = 'light' | 'heavy' | 'no-card' | 'no-processor' | 'pages' | KeptOffCard;

/** Engine chosen for a render, with the reason. */
export interface Route {
  readonly engine: Engine;
  readonly reason: PoolReason;
}

/**
 * Chooses the engine for a render whose effects take `effectMs` CPU milliseconds per frame. null: no live node may
 * render it. Either pool takes every render when the other has no live node, except that a render that is kept off
 * GPUs waits for CPU nodes.
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

/** Returns the reason as a sentence for customers, without any host name. */
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
