import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useActions, useReadEditor } from '../model/use-editor.ts';

/**
 * Visible part of the timeline, in pixels. It changes in steps during scrolling, so that not every pixel causes a
 * render.
 */
export interface TimelineView {
  left: number;
  top: number;
  width: number;
  height: number;
}

/**
 * Step sizes in which the visible part changes during scrolling, in pixels. Clips are mounted further outside of it
 * than one step.
 */
const STEP_PX = { left: 160, top: 26 };

const TOUCHES = ['touchstart', 'touchmove', 'touchend', 'touchcancel'] as const;

/**
 * Returns the visible part of the timeline and handles zooming: Ctrl and the wheel, a pinch on a trackpad, two fingers
 * on a touch screen. `mostPxPerSec` is the maximum zoom in pixels per second.
 */
export function useTimelineView(
  scroller: RefObject<HTMLDivElement | null>,
  headerPx: number,
  mostPxPerSec: number,
): TimelineView {
  const actions = useActions();
  const read = useReadEditor();
  const [view, setView] = useState<TimelineView>({ left: 0, top: 0, width: 0, height: 0 });
  const most = useRef(mostPxPerSec);
  most.current = mostPxPerSec;

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const update = () => {
      const { scrollLeft, scrollTop, clientWidth: width, clientHeight: height } = element;
      setView((now) =>
        changed(now, { left: stepped(scrollLeft, STEP_PX.left), top: stepped(scrollTop, STEP_PX.top), width, height }),
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

    /** Zoom that is applied in the next animation frame. The time at the position `x` of the view stays in place. */
    let held: { timeSec: number; x: number; factor: number } | null = null;
    let frame = 0;

    const shownPxPerSec = () => Math.min(read().pxPerSec, most.current);
    /** Zooms so that the time at `clientX` stays in place. */
    function zoomAbout(clientX: number, factor: number): void {
      if (!element) return;
      if (!held) {
        const x = clientX - element.getBoundingClientRect().left - headerPx;
        held = { timeSec: (element.scrollLeft + x) / shownPxPerSec(), x, factor: 1 };
        frame = requestAnimationFrame(show);
      }
      // Several wheel events can arrive before one frame.
      held.factor *= factor;
    }
    function show(): void {
      if (!element || !held) return;
      const { timeSec, x, factor } = held;
      held = null;
      let left = 0;
      // Zoom and scroll position are updated together: separate updates would render all rows twice.
      flushSync(() => {
        actions.zoom(shownPxPerSec() * factor);
        left = Math.max(0, timeSec * shownPxPerSec() - x);
        setView((now) => changed(now, { ...now, left: stepped(left, STEP_PX.left) }));
      });
      element.scrollLeft = left;
    }
    function wheel(event: WheelEvent) {
      if (!event.ctrlKey && !event.metaKey) return;
      // Suppresses the browser's page zoom.
      event.preventDefault();
      zoomAbout(event.clientX, Math.exp(-event.deltaY / 300));
    }
    function touch(event: TouchEvent) {
      const [a, b] = [event.touches.item(0), event.touches.item(1)];
      if (!a || !b) {
        apartPx = 0;
        return;
      }
      // Suppresses the browser's pinch zoom.
      event.preventDefault();
      const nowPx = Math.abs(a.clientX - b.clientX);
      if (apartPx > 10 && nowPx > 10) zoomAbout((a.clientX + b.clientX) / 2, nowPx / apartPx);
      apartPx = nowPx;
    }
    element.addEventListener('wheel', wheel, { passive: false });
    for (const type of TOUCHES) element.addEventListener(type, touch, { passive: false });
    return () => {
      cancelAnimationFrame(frame);
      element.removeEventListener('wheel', wheel);
      for (const type of TOUCHES) element.removeEventListener(type, touch);
    };
  }, [actions, read, scroller, headerPx]);

  return view;
}

function stepped(px: number, step: number): number {
  return Math.floor(px / step) * step;
}

function changed(now: TimelineView, next: TimelineView): TimelineView {
  const { left, top, width, height } = next;
  const isSame = now.left === left && now.top === top && now.width === width && now.height === height;
  return isSame ? now : next;
}
