import { type RefObject, useEffect } from 'react';
import { useEditor } from '../model/use-editor.ts';

interface PlayheadProps {
  /** X position of time 0, in pixels. */
  offsetPx: number;
  pxPerSec: number;
  scroller: RefObject<HTMLDivElement | null>;
}

/** Playhead line at the displayed time. The timeline scrolls when the playhead leaves the visible part. */
export function Playhead({ offsetPx, pxPerSec, scroller }: PlayheadProps) {
  const playheadSec = useEditor((state) => state.playheadSec);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the time scrolls the view, not zooming or scrolling
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const x = playheadSec * pxPerSec;
    const room = element.clientWidth - offsetPx;
    if (x >= element.scrollLeft && x <= element.scrollLeft + room) return;
    // Scrolls by a page during playback, so that the following part is visible.
    element.scrollTo({ left: x - Math.min(60, room / 2) });
  }, [playheadSec]);
  return (
    <div
      className="pointer-events-none absolute inset-y-0 left-0 z-20 w-px bg-accent"
      style={{ transform: `translateX(${offsetPx + playheadSec * pxPerSec}px)` }}
    >
      <div className="sticky top-0 -ml-[5px] h-3 w-[11px] rounded-b-sm bg-accent" />
    </div>
  );
}
