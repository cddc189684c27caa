import type { Graphics } from '../graphics.ts';

/**
 * Creates the function that opens the GPU for the engine. The query `graphics` of the worker's address decides: `auto`
 * uses a GPU, `any` also a software implementation; without it, the engine draws with its kernels alone. The code for
 * GPUs is loaded from `graphics.js` in the folder of the worker's script when the browser has WebGPU. After the GPU was
 * lost, the function returns null.
 */
export function createGraphicsPort(address: string): () => Promise<Graphics | null> {
  const wanted = new URL(address).searchParams.get('graphics');
  let opened: Promise<Graphics | null> | null = null;

  async function open(): Promise<Graphics | null> {
    if ((wanted !== 'auto' && wanted !== 'any') || !('gpu' in navigator)) return null;
    const { openGraphics }: typeof import('../graphics.ts') = await import(new URL('graphics.js', address).href);
    return openGraphics({ software: wanted === 'any' });
  }

  return async () => {
    // Without the GPU, or when it cannot be opened, the kernels draw.
    opened ??= open().catch(() => null);
    const graphics = await opened;
    return graphics?.isLost() ? null : graphics;
  };
}
