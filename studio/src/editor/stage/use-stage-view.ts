import { type PointerEvent, type RefObject, useEffect, useState } from 'react';
import type { Point } from './box-frame.ts';

/** Zoom and pan of the canvas. */
export interface StageView {
  /** Scale of the canvas on screen: CSS pixels per canvas pixel. */
  scale: number;
  /** Offset of the canvas from the centre of its area, in screen (CSS) pixels. */
  pan: Point;
  /** Centres the canvas and makes it as large as the area allows. */
  fit(): void;
  zoomTo(scale: number): void;
  zoomBy(factor: number): void;
  /** Event handlers for the area: dragging with the middle mouse button pans the canvas. */
  handlers: {
    onPointerDown(event: PointerEvent<HTMLElement>): void;
    onPointerMove(event: PointerEvent<HTMLElement>): void;
  };
}

/** Total padding around a fitted canvas in each dimension, in screen (CSS) pixels. */
const ROOM_PX = 24;
const LEAST = 0.02;
const MOST = 8;
const MIDDLE: Point = [0, 0];
const MIDDLE_BUTTON = 4;

/**
 * Returns the zoom and pan of a canvas in `area`. The wheel with Ctrl zooms about the pointer. The middle mouse button
 * pans; the wheel alone pans only a canvas that is not fitted to the area. `columns` is the number of canvases side by
 * side.
 */
export function useStageView(
  area: RefObject<HTMLElement | null>,
  { width, height }: { width: number; height: number },
  columns: number,
): StageView {
  const [areaSize, setAreaSize] = useState({ width: 0, height: 0 });
  /** Zoom and pan that the user chose; null fits the canvas to the area. */
  const [own, setOwn] = useState<{ scale: number; pan: Point } | null>(null);
  const room = { width: areaSize.width / columns - ROOM_PX, height: areaSize.height - ROOM_PX };
  const fitting = Math.max(0.01, Math.min(room.width / width, room.height / height));
  const { scale, pan } = own ?? { scale: fitting, pan: MIDDLE };

  useEffect(() => {
    const element = area.current;
    if (!element) return;
    const observer = new ResizeObserver(() =>
      setAreaSize({ width: element.clientWidth, height: element.clientHeight }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [area]);

  useEffect(() => {
    const element = area.current;
    if (!element) return;
    function turn(event: WheelEvent) {
      event.preventDefault();
      const bounds = element?.getBoundingClientRect();
      if (!bounds) return;
      if (!event.ctrlKey && !event.metaKey) {
        if (own) setOwn({ scale, pan: [pan[0] - event.deltaX, pan[1] - event.deltaY] });
        return;
      }
      const next = clamped(scale * Math.exp(-event.deltaY / 300));
      // The point under the pointer stays in place.
      const x = event.clientX - bounds.left - bounds.width / columns / 2;
      const y = event.clientY - bounds.top - bounds.height / 2;
      const by = next / scale;
      setOwn({ scale: next, pan: [x - (x - pan[0]) * by, y - (y - pan[1]) * by] });
    }
    element.addEventListener('wheel', turn, { passive: false });
    return () => element.removeEventListener('wheel', turn);
  }, [area, own, scale, pan, columns]);

  return {
    scale,
    pan,
    fit: () => setOwn(null),
    zoomTo: (next) => setOwn({ scale: clamped(next), pan: MIDDLE }),
    zoomBy: (factor) => setOwn({ scale: clamped(scale * factor), pan: [pan[0] * factor, pan[1] * factor] }),
    handlers: {
      onPointerDown(event) {
        if (event.button !== 1) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
      },
      onPointerMove(event) {
        if ((event.buttons & MIDDLE_BUTTON) === 0) return;
        setOwn({ scale, pan: [pan[0] + event.movementX, pan[1] + event.movementY] });
      },
    },
  };
}

function clamped(scale: number): number {
  return Math.min(MOST, Math.max(LEAST, scale));
}
