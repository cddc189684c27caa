import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createKernels, type Kernels } from './kernel-module.ts';

const modulePath = fileURLToPath(new URL('../../kernels/build/kernels.wasm', import.meta.url));

/**
 * Loads the WebAssembly kernels with a new heap of at most `limitBytes`. Throws when the kernels have not been built.
 */
export function loadKernels(limitBytes: number): Kernels {
  return createKernels(compileKernels(), limitBytes);
}

/** Compiles the WebAssembly kernels. Throws when they have not been built. */
export function compileKernels(): WebAssembly.Module {
  return new WebAssembly.Module(readModule());
}

/**
 * Returns the bytes of the compiled WebAssembly kernels. They are part of the fingerprint that identifies the version
 * of the render program.
 */
export function readModule(): Uint8Array<ArrayBuffer> {
  try {
    return new Uint8Array(readFileSync(modulePath));
  } catch (cause) {
    throw new Error(`The kernels are not built (${modulePath}). Run "node compositor/kernels/build.mjs".`, { cause });
  }
}
