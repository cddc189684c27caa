import type { Clip } from '@framemill/timeline';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

/** Loudness of a file: `peaks` (0-1), so many a second. */
interface Peaks {
  peaksPerSec: number;
  peaks: readonly number[];
}

/** Widest canvas, in pixels: longer clips are drawn coarser. */
const MOST_PX = 4_000;

/** The sound of a clip along its length, as the service measured it. */
export function Waveform({ clip, url, width, height }: { clip: Clip; url: string; width: number; height: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { data } = useQuery({
    queryKey: ['waveform', url],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => peaksIn(await (await fetch(url)).json()),
  });
  const { mediaStart, duration, speed, reverse } = clip;
  const columns = Math.max(1, Math.min(MOST_PX, Math.round(width)));
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context || !data) return;
    context.clearRect(0, 0, columns, height);
    context.fillStyle = 'rgba(255, 255, 255, 0.55)';
    for (let column = 0; column < columns; column += 1) {
      const share = (reverse ? columns - 1 - column : column) / columns;
      const fromSec = mediaStart + share * duration * speed;
      const peak = loudest(data, fromSec, fromSec + (duration * speed) / columns);
      const high = Math.max(1, peak * (height - 4));
      context.fillRect(column, (height - high) / 2, 1, high);
    }
  }, [data, columns, height, mediaStart, duration, speed, reverse]);
  if (!data) return null;
  return (
    <canvas className="pointer-events-none absolute inset-0 size-full" height={height} ref={canvas} width={columns} />
  );
}

function loudest({ peaks, peaksPerSec }: Peaks, fromSec: number, toSec: number): number {
  const first = Math.floor(fromSec * peaksPerSec);
  const last = Math.max(first, Math.ceil(toSec * peaksPerSec) - 1);
  let most = 0;
  for (let at = first; at <= last; at += 1) most = Math.max(most, peaks[at] ?? 0);
  return most;
}

function peaksIn(value: unknown): Peaks {
  if (typeof value !== 'object' || value === null || !('peaks' in value) || !('peaksPerSec' in value)) return NONE;
  const { peaks, peaksPerSec } = value;
  return Array.isArray(peaks) && typeof peaksPerSec === 'number' ? { peaks, peaksPerSec } : NONE;
}

const NONE: Peaks = { peaks: [], peaksPerSec: 1 };
