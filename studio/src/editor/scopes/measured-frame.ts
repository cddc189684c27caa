import { useEffect, useMemo } from 'react';
import { create } from 'zustand';
import { type FramePixels, histogramOf, type PixelValue } from './scope-values.ts';

interface MeasuredFrame {
  /** Pixels of the paused frame; null before the first measurement. */
  pixels: FramePixels | null;
  /** Number of components outside of the scopes that show values of the frame. */
  users: number;
}

/** Store with the measured frame. The preview measures while the scopes are open, or `users` is above 0. */
export const useMeasuredFrame = create<MeasuredFrame>(() => ({ pixels: null, users: 0 }));

/**
 * Returns the histogram of the paused frame while `isWanted`; null before the first measurement. It follows the
 * preview.
 */
export function useFrameHistogram(value: PixelValue, isWanted: boolean): Uint32Array | null {
  const pixels = useMeasuredFrame((state) => state.pixels);
  useEffect(() => {
    if (!isWanted) return;
    const count = (by: number) => useMeasuredFrame.setState(({ users }) => ({ users: users + by }));
    count(1);
    return () => count(-1);
  }, [isWanted]);
  return useMemo(() => (isWanted && pixels ? histogramOf(pixels, value) : null), [isWanted, pixels, value]);
}
