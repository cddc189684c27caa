import { animationFormat } from '../formats/upload-formats.ts';
import { checkLottie, type LottieTraits, lottieWarnings } from './check-lottie.ts';
import { parseJson, unpackDotLottie } from './dot-lottie.ts';
import type { LottieObject } from './lottie-json.ts';

/** Animation that was read from a file. */
export interface Animation extends LottieTraits {
  /** Lottie file as JSON. */
  readonly root: LottieObject;
  /** Parts that are not shown or not run, each as a sentence. */
  readonly warnings: readonly string[];
}

/**
 * Parses a Lottie or .lottie file and checks its size, its depth and the cost of a frame. Embedded images are not
 * checked. Throws `invalid_request` with the fault.
 */
export function parseAnimation(bytes: Uint8Array): Animation {
  const { root, warnings } =
    animationFormat(bytes) === 'lottie' ? unpackDotLottie(bytes) : { root: parseJson(bytes, 'it'), warnings: [] };
  return { ...checkLottie(root), root, warnings: [...warnings, ...lottieWarnings(root)] };
}
