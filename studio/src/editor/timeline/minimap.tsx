import { durationSec } from '@framemill/timeline';
import { type PointerEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useEditor } from '../model/use-editor.ts';
import { CLIP_LOOKS } from './clip-looks.ts';
import type { Row } from './rows.ts';

/** Height of the minimap, in pixels. */
const HEIGHT_PX = 22;

interface MinimapProps {
  rows: readonly Row[];
  scroller: RefObject<HTMLDivElement | null>;
  pxPerSec: number;
  /** Visible duration in seconds. */
  seenSec: number;
}

/** Minimap of the whole timeline with its visible part. A click or drag scrolls the timeline. */
export function Minimap({ rows, scroller, pxPerSec, seenSec }: MinimapProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const frame = useRef<HTMLSpanElement>(null);
  const isDragging = useRef(false);
  const [width, setWidth] = useState(0);
  const document = useEditor((state) => state.document);
  const wholeSec = Math.max(seenSec, durationSec(document) * 1.02, 1);

  useLayoutEffect(() => {
    const element = canvas.current?.parentElement;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    context.clearRect(0, 0, width, HEIGHT_PX);
    const high = Math.max(1, (HEIGHT_PX - 4) / Math.max(1, rows.length));
    for (const [index, { clips }] of rows.entries()) {
      const top = 2 + index * high;
      let drawnTo = -1;
      for (const { start, duration, type } of clips) {
        const from = (start / wholeSec) * width;
        const to = from + Math.max(1, (duration / wholeSec) * width - 0.5);
        // Thousands of clips may share a pixel: draw only one of them.
        if (to <= drawnTo) continue;
        context.fillStyle = CLIP_LOOKS[type].color;
        context.fillRect(from, top, to - from, Math.max(1, high - 0.5));
        drawnTo = to;
      }
    }
  }, [rows, width, wholeSec]);

  // Only the frame follows every pixel of scrolling.
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const update = () => {
      if (!frame.current) return;
      const left = (element.scrollLeft / pxPerSec / wholeSec) * width;
      frame.current.style.transform = `translateX(${left}px)`;
      frame.current.style.width = `${Math.max(6, (seenSec / wholeSec) * width)}px`;
    };
    update();
    element.addEventListener('scroll', update, { passive: true });
    return () => element.removeEventListener('scroll', update);
  }, [scroller, pxPerSec, seenSec, wholeSec, width]);

  function go(event: PointerEvent<HTMLDivElement>) {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    const middleSec = (x / Math.max(1, width)) * wholeSec;
    scroller.current?.scrollTo({ left: (middleSec - seenSec / 2) * pxPerSec });
  }

  return (
    <div
      aria-hidden="true"
      className="relative h-[22px] shrink-0 touch-none overflow-hidden border-b border-line bg-sunken"
      data-testid="minimap"
      onPointerDown={(event) => {
        isDragging.current = true;
        event.currentTarget.setPointerCapture(event.pointerId);
        go(event);
      }}
      onPointerMove={(event) => isDragging.current && go(event)}
      onPointerUp={() => {
        isDragging.current = false;
      }}
    >
      <canvas height={HEIGHT_PX} ref={canvas} width={Math.max(1, width)} />
      <span
        className="pointer-events-none absolute inset-y-0 left-0 rounded-sm border border-line-strong bg-active"
        ref={frame}
      />
    </div>
  );
}
