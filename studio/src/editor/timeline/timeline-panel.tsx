import { durationSec } from '@framemill/timeline';
import { type PointerEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { useActions, useEditor, useReadEditor } from '../model/use-editor.ts';
import { ClipBar } from './clip-bar.tsx';
import { clipsBetween, ROW_PX, timelineRows } from './rows.ts';
import { RULER_PX, Ruler } from './ruler.tsx';
import { TimelineToolbar } from './timeline-toolbar.tsx';
import { TrackHeader } from './track-header.tsx';
import { useClipGesture } from './use-clip-gesture.ts';
import { useMediaDrop } from './use-media-drop.ts';

/** Width of the names of tracks, in pixels. */
const HEADER_PX = 168;
/** Empty time after the end, in seconds, and how far beyond the window rows and clips are mounted, in pixels. */
const TAIL_SEC = 30;
const MARGIN_PX = 240;
/** Widest that a browser draws a scrolled area, in pixels. */
const MOST_PX = 16_000_000;

/** The timeline: tracks with their clips, the ruler, markers and the playhead. Only what is in the window is mounted. */
export function TimelinePanel() {
  const document = useEditor((state) => state.document);
  const wanted = useEditor((state) => state.pxPerSec);
  const selection = useEditor((state) => state.selection);
  const endSec = durationSec(document) + TAIL_SEC;
  const pxPerSec = Math.min(wanted, MOST_PX / endSec);
  const actions = useActions();
  const read = useReadEditor();
  const scroller = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ left: 0, top: 0, width: 0, height: 0 });
  const rows = useMemo(() => timelineRows(document), [document]);
  const selected = useMemo(() => new Set(selection), [selection]);
  const gesture = useClipGesture({ pxPerSec, rows, scroller });
  const drop = useMediaDrop({ scroller, pxPerSec, rows, headerPx: HEADER_PX, rulerPx: RULER_PX });
  const guideSec = gesture.snappedAt ?? drop.at;

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const update = () =>
      setView({
        left: element.scrollLeft,
        top: element.scrollTop,
        width: element.clientWidth,
        height: element.clientHeight,
      });
    update();
    const observer = new ResizeObserver(update);
    observer.observe(element);
    element.addEventListener('scroll', update, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', update);
    };
  }, []);

  // Zooms about the pointer; the browser's own zoom must not happen.
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    function zoom(event: WheelEvent) {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const before = read().pxPerSec;
      const x = event.clientX - (element?.getBoundingClientRect().left ?? 0) - HEADER_PX;
      const timeSec = ((element?.scrollLeft ?? 0) + x) / before;
      actions.zoom(before * Math.exp(-event.deltaY / 300));
      requestAnimationFrame(() => element?.scrollTo({ left: timeSec * read().pxPerSec - x }));
    }
    element.addEventListener('wheel', zoom, { passive: false });
    return () => element.removeEventListener('wheel', zoom);
  }, [actions, read]);

  const fromSec = (view.left - MARGIN_PX) / pxPerSec;
  const toSec = (view.left + view.width + MARGIN_PX) / pxPerSec;
  const firstRow = Math.max(0, Math.floor((view.top - MARGIN_PX) / ROW_PX));
  const shownRows = rows.slice(firstRow, Math.ceil((view.top + view.height + MARGIN_PX) / ROW_PX));

  return (
    <section aria-label="Timeline" className="flex h-full min-h-0 flex-col border-t border-line bg-bg">
      <TimelineToolbar
        fit={() => actions.zoom(Math.max(1, view.width - HEADER_PX - 40) / Math.max(1, durationSec(document)))}
      />
      <div
        className="relative min-h-0 grow overflow-auto overscroll-contain"
        data-testid="timeline"
        {...drop.handlers}
        ref={scroller}
        // What gets the focus must not lie below the ruler or the names of tracks.
        style={{ scrollPaddingTop: RULER_PX + 8, scrollPaddingLeft: HEADER_PX + 8 }}
      >
        <div
          className="relative"
          style={{ width: HEADER_PX + endSec * pxPerSec, height: RULER_PX + rows.length * ROW_PX + 40 }}
        >
          <div className="sticky top-0 z-20 flex" style={{ height: RULER_PX }}>
            <div
              className="sticky left-0 z-10 flex shrink-0 items-center justify-between border-r border-b border-line bg-surface px-2"
              style={{ width: HEADER_PX }}
            >
              <span className="text-xs text-faint">{document.clips.length} clips</span>
              <IconButton
                icon="add"
                label="Add a track"
                onClick={() => actions.run('Add a track', [{ op: 'addTrack', type: 'video' }])}
                size="small"
              />
            </div>
            <Ruler pxPerSec={pxPerSec} viewLeft={view.left} viewWidth={view.width} />
          </div>
          {shownRows.map((row, index) => (
            <div
              className="absolute left-0 flex border-b border-line"
              key={row.track.id}
              style={{ top: RULER_PX + (firstRow + index) * ROW_PX, height: ROW_PX, width: '100%' }}
            >
              <TrackHeader track={row.track} width={HEADER_PX} />
              <div
                className={`relative grow ${row.track.visible ? '' : 'opacity-40'}`}
                data-track={row.track.id}
                onPointerDown={(event: PointerEvent) => event.target === event.currentTarget && actions.select([])}
              >
                {clipsBetween(row.clips, fromSec, toSec).map((clip) => (
                  <ClipBar
                    clip={clip}
                    isLocked={row.track.locked}
                    isSelected={selected.has(clip.id)}
                    key={clip.id}
                    onGrip={gesture.begin}
                    pxPerSec={pxPerSec}
                    track={row.track}
                  />
                ))}
              </div>
            </div>
          ))}
          {guideSec !== null && (
            <div
              className="pointer-events-none absolute z-10 w-px bg-info"
              style={{ left: HEADER_PX + guideSec * pxPerSec, top: RULER_PX, bottom: 0 }}
            />
          )}
          <Playhead offsetPx={HEADER_PX} pxPerSec={pxPerSec} />
        </div>
      </div>
    </section>
  );
}

function Playhead({ offsetPx, pxPerSec }: { offsetPx: number; pxPerSec: number }) {
  const playheadSec = useEditor((state) => state.playheadSec);
  return (
    <div
      className="pointer-events-none absolute inset-y-0 left-0 z-20 w-px bg-accent"
      style={{ transform: `translateX(${offsetPx + playheadSec * pxPerSec}px)` }}
    >
      <div className="sticky top-0 -ml-[5px] h-3 w-[11px] rounded-b-sm bg-accent" />
    </div>
  );
}
