import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { useActions, useReadEditor } from '../model/use-editor.ts';

/** The part of the timeline that is in the window, in pixels. Scrolling changes it in steps, so that not every pixel draws anew. */
export interface TimelineView {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Steps of scrolling; what is mounted reaches further than one. Pixels. */
const STEP_PX = { left: 160, top: 26 };

const TOUCHES = ['touchstart', 'touchmove', 'touchend', 'touchcancel'] as const;

/** Follows scrolling and size of the timeline, and zooms it: Ctrl and the wheel, a pinch on a pad, two fingers on a screen. */
export function useTimelineView(scroller: RefObject<HTMLDivElement | null>, headerPx: number): TimelineView {
  const actions = useActions();
  const read = useReadEditor();
  const [view, setView] = useState<TimelineView>({ left: 0, top: 0, width: 0, height: 0 });

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const update = () => {
      const left = Math.floor(element.scrollLeft / STEP_PX.left) * STEP_PX.left;
      const top = Math.floor(element.scrollTop / STEP_PX.top) * STEP_PX.top;
      const next = { left, top, width: element.clientWidth, height: element.clientHeight };
      setView((now) =>
        now.left === left && now.top === top && now.width === next.width && now.height === next.height ? now : next,
      );
    };
    update();
    const observer = new ResizeObserver(update);
    observer.observe(element);
    element.addEventListener('scroll', update, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', update);
    };
  }, [scroller]);

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    let apartPx = 0;

    let held: { timeSec: number; x: number } | null = null;

    /** Zooms so that the time below `clientX` stays there. */
    function zoomAbout(clientX: number, factor: number): void {
      if (!element) return;
      const before = read().pxPerSec;
      const x = clientX - element.getBoundingClientRect().left - headerPx;
      actions.zoom(before * factor);
      // Several turns of the wheel come before one frame: until then it is scrolled as it was before the first.
      if (held) return;
      held = { timeSec: (element.scrollLeft + x) / before, x };
      requestAnimationFrame(() => {
        if (held) element.scrollTo({ left: held.timeSec * read().pxPerSec - held.x });
        held = null;
      });
    }
    function wheel(event: WheelEvent) {
      if (!event.ctrlKey && !event.metaKey) return;
      // The browser's own zoom must not happen.
      event.preventDefault();
      zoomAbout(event.clientX, Math.exp(-event.deltaY / 300));
    }
    function touch(event: TouchEvent) {
      const [a, b] = [event.touches.item(0), event.touches.item(1)];
      if (!a || !b) {
        apartPx = 0;
        return;
      }
      // Two fingers would zoom the page.
      event.preventDefault();
      const nowPx = Math.abs(a.clientX - b.clientX);
      if (apartPx > 10 && nowPx > 10) zoomAbout((a.clientX + b.clientX) / 2, nowPx / apartPx);
      apartPx = nowPx;
    }
    element.addEventListener('wheel', wheel, { passive: false });
    for (const type of TOUCHES) element.addEventListener(type, touch, { passive: false });
    return () => {
      element.removeEventListener('wheel', wheel);
      for (const type of TOUCHES) element.removeEventListener(type, touch);
    };
  }, [actions, read, scroller, headerPx]);

  return view;
}
