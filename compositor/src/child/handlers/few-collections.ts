import { setFlagsFromString } from 'node:v8';

// Pictures of fewer pixels come and go within what V8 lets its heap grow by anyway.
const fewPixels = 4e6;

/**
 * Runs `work` with a collector that waits until the heap has grown to five times what lives, where pictures have 4 megapixels or more. V8 counts the
 * codec library's pictures as its own: at 4K one of them (12 MB) is as much as its whole heap of 14 MB, and it would collect every few frames,
 * 3 % of a render's processor time. Passes on what `work` gives or throws.
 */
export async function withFewCollections<T>(pixels: number, work: () => Promise<T>): Promise<T> {
  if (pixels < fewPixels) return work();
  setFlagsFromString('--heap-growing-percent=400');
  try {
    return await work();
  } finally {
    // Compiled code that is kept names the flags that it was made under: with others the next start would not take it.
    setFlagsFromString('--heap-growing-percent=0');
  }
}
