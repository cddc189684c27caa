import { keepsAlpha } from '@framemill/compositor/formats';
import { effectMilliseconds, type OutputProfile } from '@framemill/compositor/plan';
import type { Clip, Document } from '@framemill/timeline';
import { FramemillError } from '@framemill/timeline/errors';
import { type NodeLease, type Pool, understands } from '../protocol/index.ts';

/**
 * Engine (render program version and machine type) to which a render is pinned, given by its pool and its fingerprint.
 */
export interface Engine {
  readonly pool: Pool;
  readonly fingerprint: string;
  /** Whether every live node of the engine can copy sources, so that any of these nodes can run the mux. */
  readonly copies: boolean;
  /**
   * Whether every live node of the engine can produce segments of smart renders, which copy unchanged GOPs of the
   * source.
   */
  readonly smart: boolean;
}

/**
 * Returns how many slots the live nodes of a pool have for each engine, by the engine's fingerprint. Leaves out
 * draining nodes and nodes with another protocol version.
 */
export function slotsByFingerprint(leases: readonly NodeLease[], pool: Pool): Map<string, number> {
  const slots = new Map<string, number>();
  for (const lease of leases) {
    // A node with another protocol version could not read the jobs.
    if (!understands(lease) || lease.draining) continue;
    const fingerprint = lease.engines[pool];
    if (fingerprint !== undefined) slots.set(fingerprint, (slots.get(fingerprint) ?? 0) + lease.slots);
  }
  return slots;
}

/**
 * Chooses the engine (render program version and machine type) for a new render: the one with the most slots in the
 * pool. Among engines with equally many slots, the first fingerprint in alphabetical order is chosen, so that every
 * scheduler makes the same choice. null: no live node serves the pool.
 */
export function chooseEngine(leases: readonly NodeLease[], pool: Pool): Engine | null {
  const bySlots = [...slotsByFingerprint(leases, pool)].filter(([, slots]) => slots > 0);
  bySlots.sort(([nameA, slotsA], [nameB, slotsB]) => slotsB - slotsA || (nameA < nameB ? -1 : 1));
  const best = bySlots[0];
  if (best === undefined) return null;
  const [fingerprint] = best;
  const all = (can: 'copies' | 'smart') =>
    leases.every((lease) => lease.engines[pool] !== fingerprint || lease[can] === true);
  return { pool, fingerprint, copies: all('copies'), smart: all('smart') };
}

/** Creates the error for an html clip when no node has a browser: `provider_error` that names the clip. */
export function browserMissing({ id }: Clip): FramemillError {
  return new FramemillError(
    'provider_error',
    `Clip ${id} is an html clip, but no running node can render html clips. Install Chromium or Chrome on a ` +
      'node, or hide the clip.',
    { clipId: id },
  );
}

/**
 * Effect time per frame, in CPU ms, from which a render goes to a GPU node. Below this value, decoding and encoding on
 * the CPU of the GPU node take at least as long as the effects, and the GPU would idle.
 */
export const heavyEffectsMs = 15;

/** Engine for a render without html clips in each pool; null for a pool without a live node. */
export interface PlainEngines {
  readonly cpu: Engine | null;
  readonly gpu: Engine | null;
}

/**
 * Reason for keeping a render off GPUs. `memory`: its frames did not fit into GPU memory; `lost`: GPUs were lost too
 * often while they rendered it.
 */
export type KeptOffGpu = 'memory' | 'lost';

/**
 * Reason for the choice of a render's pool. `light`, `heavy`: the cost of the render's effects; `no-card`: no GPU node
 * is live; `no-processor`: no CPU node is live; `pages`: the render has html clips, which need a browser.
 */
export type PoolReason = 'light' | 'heavy' | 'no-card' | 'no-processor' | 'pages' | KeptOffGpu;

/**
 * Returns the CPU milliseconds per frame that a render's effects take, for `routeRender`. It is 0 for formats with
 * alpha: alpha is composited over two backgrounds, which the GPU engine does not support.
 */
export function routedEffectMs(document: Document, profile: OutputProfile): number {
  return keepsAlpha(profile.format) ? 0 : effectMilliseconds(document, profile);
}

/** Engine chosen for a render, with the reason. */
export interface Route {
  readonly engine: Engine;
  readonly reason: PoolReason;
}

/**
 * Chooses the engine (render program version and machine type) for a render whose effects take `effectMs` CPU
 * milliseconds per frame. When only one pool has live nodes, that pool takes every render. The exception is a render
 * that is kept off GPUs: it always waits for a CPU node. null: no live node may render it.
 */
export function routeRender(
  effectMs: number,
  { cpu, gpu }: PlainEngines,
  keptOff: KeptOffGpu | null = null,
): Route | null {
  if (keptOff !== null) return cpu && { engine: cpu, reason: keptOff };
  if (cpu === null) return gpu && { engine: gpu, reason: 'no-processor' };
  if (effectMs < heavyEffectsMs) return { engine: cpu, reason: 'light' };
  return gpu === null ? { engine: cpu, reason: 'no-card' } : { engine: gpu, reason: 'heavy' };
}

/** Returns a sentence for customers that explains the choice of a pool. It contains no host name. */
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

/** Number of GPU losses during one render from which the render may be their cause. */
const mostLosses = 3;

/**
 * Decides whether a render may no longer use GPUs after a problem with one. It may not when its frames do not fit into
 * GPU memory, and from the third loss of a GPU, counted over all its ranges. null: it may stay on GPUs.
 */
export function leavesGpu(trouble: 'lost' | 'full', losses: number): KeptOffGpu | null {
  if (trouble === 'full') return 'memory';
  return losses >= mostLosses ? 'lost' : null;
}
