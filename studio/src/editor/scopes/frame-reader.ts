import { useEffect, useRef, useState } from 'react';
import type { FramePixels } from './scope-values.ts';

/** Largest width of the pixels that scopes measure. */
const MOST_WIDTH = 640;
/**
 * Time after which a frame is read again, in ms. A browser may show the frame of a worker later than it is reported.
 */
const AGAIN_MS = 200;

/** Source of frames: the canvas of the engine, or an image of the service. */
export interface FrameSource {
  /** Returns the canvas with the engine's frame; null while it shows none. */
  canvas(): HTMLCanvasElement | null;
  /** Calls a function after each frame of the engine. Returns a function that ends this. */
  onDrawn(drawn: () => void): () => void;
  /** Address of a frame that the service has rendered; null when the engine shows the frames. */
  address: string | null;
}

/**
 * Returns the pixels of the frame that is shown, at most 640 wide; null before the first one. Pixels are taken from the
 * frame without blending. While `isActive` is false, the last ones stay.
 */
export function useFramePixels({ canvas, onDrawn, address }: FrameSource, isActive: boolean): FramePixels | null {
  const [pixels, setPixels] = useState<FramePixels | null>(null);
  const source = useRef(canvas);
  source.current = canvas;

  useEffect(() => {
    if (!isActive || address !== null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let frame = 0;
    const read = () => {
      const shown = source.current();
      if (shown && shown.width > 0) setPixels(readPixels(shown, shown.width, shown.height));
    };
    const follow = () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      // The browser shows the frame of a worker with one of its next own frames.
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(read);
      });
      timer = setTimeout(read, AGAIN_MS);
    };
    follow();
    const stop = onDrawn(follow);
    return () => {
      stop();
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [isActive, address, onDrawn]);

  useEffect(() => {
    if (!isActive || address === null) return;
    let isOver = false;
    const image = new Image();
    image.src = address;
    image.decode().then(
      () => {
        if (!isOver) setPixels(readPixels(image, image.naturalWidth, image.naturalHeight));
      },
      // A newer frame has replaced it.
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [isActive, address]);

  return pixels;
}

let scratch: CanvasRenderingContext2D | null = null;

function readPixels(image: CanvasImageSource, fullWidth: number, fullHeight: number): FramePixels {
  const width = Math.min(MOST_WIDTH, fullWidth);
  const height = Math.max(1, Math.round((fullHeight * width) / fullWidth));
  scratch ??= document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (!scratch) throw new Error('The browser has no 2D canvas, which scopes need.');
  Object.assign(scratch.canvas, { width, height });
  // Blended pixels would hide the darkest and the brightest ones.
  scratch.imageSmoothingEnabled = false;
  scratch.drawImage(image, 0, 0, width, height);
  const { data } = scratch.getImageData(0, 0, width, height);
  return { data, width, height };
}
