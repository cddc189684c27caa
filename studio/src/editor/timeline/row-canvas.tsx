import type { Clip } from '@framemill/timeline';
import { useLayoutEffect, useRef } from 'react';
import { themeColor } from '../../theme/theme.ts';
import { useEditor } from '../model/use-editor.ts';
import type { AudioCache } from './audio-cache.ts';
import { CLIP_PX, CLIP_TOP_PX } from './clip-looks.ts';
import { drawRow } from './draw-row.ts';
import type { ImageCache } from './image-cache.ts';

interface RowCanvasProps {
  clips: readonly Clip[];
  /** Part of the row that is drawn: left edge (`leftPx`) and width (`widthPx`). */
  leftPx: number;
  widthPx: number;
  pxPerSec: number;
  selected: ReadonlySet<string>;
  images: ImageCache;
  audio: AudioCache;
  /** Counter that increases when the caches have loaded more to draw. */
  loaded: number;
}

/** Canvas of a row: thumbnails, audio, keyframes, and clips too narrow to be DOM elements. */
export function RowCanvas({ clips, leftPx, widthPx, pxPerSec, selected, images, audio, loaded }: RowCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const bySrc = useEditor((state) => state.bySrc);
  const density = Math.min(2, window.devicePixelRatio || 1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `loaded` changes when the caches have loaded more.
  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    context.setTransform(density, 0, 0, density, 0, 0);
    const accent = themeColor('--accent');
    drawRow(context, {
      ...{ clips, fromSec: leftPx / pxPerSec, pxPerSec, widthPx, selected, accent, bySrc, images: images, audio },
    });
  }, [clips, leftPx, widthPx, pxPerSec, selected, bySrc, images, audio, loaded, density]);
  return (
    <canvas
      className="pointer-events-none absolute"
      height={CLIP_PX * density}
      ref={canvas}
      style={{ left: leftPx, top: CLIP_TOP_PX, width: widthPx, height: CLIP_PX }}
      width={Math.max(1, Math.round(widthPx * density))}
    />
  );
}
