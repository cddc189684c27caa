import { type PointerEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useActions, useReadEditor } from '../model/use-editor.ts';
import { clipsBetween, type Row, rowsBetween } from './rows.ts';

/** Selection box over the timeline, in pixels: `left` from time 0, `top` from below the ruler. */
export interface MarqueeBox {
  left: number;
  top: number;
  width: number;
  height: number;
}

interface MarqueeOptions {
  rows: readonly Row[];
  pxPerSec: number;
  scroller: RefObject<HTMLDivElement | null>;
  /** Position of time 0 (`leftPx`) and of the first row (`topPx`) within the scrolled content, in pixels. */
  leftPx: number;
  topPx: number;
}

/**
 * Returns the handlers of the selection box, which selects the clips that it touches. With Shift or Ctrl they are added
 * to the selection. A click on an empty place clears the selection.
 */
export function useMarquee({ rows, pxPerSec, scroller, leftPx, topPx }: MarqueeOptions) {
  const actions = useActions();
  const read = useReadEditor();
  const [box, setBox] = useState<MarqueeBox | null>(null);
  const held = useRef<{ x: number; y: number; before: readonly string[] } | null>(null);
  const latest = useRef({ rows, pxPerSec });
  latest.current = { rows, pxPerSec };

  useEffect(() => {
    function place({ clientX, clientY }: { clientX: number; clientY: number }) {
      const element = scroller.current;
      const at = element?.getBoundingClientRect();
      if (!element || !at) return { x: 0, y: 0 };
      return { x: clientX - at.left + element.scrollLeft - leftPx, y: clientY - at.top + element.scrollTop - topPx };
    }
    function move(event: globalThis.PointerEvent) {
      const from = held.current;
      if (!from) return;
      const to = place(event);
      const [left, top] = [Math.min(from.x, to.x), Math.min(from.y, to.y)];
      const [width, height] = [Math.abs(to.x - from.x), Math.abs(to.y - from.y)];
      if (width + height < 4) return;
      setBox({ left, top, width, height });
      const scale = latest.current.pxPerSec;
      const found = rowsBetween(latest.current.rows, top, top + height)
        // A box that only touches the lanes of a row does not touch its clips.
        .filter((row) => row.topPx + row.trackPx > top)
        .flatMap(({ clips }) => clipsBetween(clips, left / scale, (left + width) / scale).map(({ id }) => id));
      actions.select([...new Set([...from.before, ...found])]);
    }
    function end() {
      held.current = null;
      setBox(null);
    }
    addEventListener('pointermove', move);
    addEventListener('pointerup', end);
    addEventListener('pointercancel', end);
    return () => {
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', end);
      removeEventListener('pointercancel', end);
    };
  }, [actions, scroller, leftPx, topPx]);

  return useMemo(
    () => ({
      box,
      begin(event: PointerEvent) {
        const element = scroller.current;
        if (event.button !== 0 || event.pointerType === 'touch' || !element) return;
        const isMore = event.shiftKey || event.ctrlKey || event.metaKey;
        const before = isMore ? read().selection : [];
        if (!isMore) actions.select([]);
        const at = element.getBoundingClientRect();
        held.current = {
          x: event.clientX - at.left + element.scrollLeft - leftPx,
          y: event.clientY - at.top + element.scrollTop - topPx,
          before,
        };
      },
    }),
    [actions, read, scroller, box, leftPx, topPx],
  );
}
