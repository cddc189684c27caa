import { type Clip, durationSec } from '@framemill/timeline';
import {
  type PointerEvent,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { access } from '../../client/access.ts';
import { IconButton } from '../../ui/button.tsx';
import { amountText } from '../../ui/format.ts';
import { useTimelineMenu } from '../menus/timeline-menu.tsx';
import { useActions, useEditor, useReadEditor } from '../model/use-editor.ts';
import { CompositionPath } from './composition-path.tsx';
import { EmptyTimeline } from './empty-timeline.tsx';
import { createAudioCache, createImageCache } from './media-cache.ts';
import { Minimap } from './minimap.tsx';
import { mountedClips, useMountedPart } from './mounted-clips.ts';
import { clipAt, heightOf, kept, type Row, rowPxIn, rowsBetween, timelineRows } from './rows.ts';
import { RULER_PX, Ruler } from './ruler.tsx';
import { TimelineRow } from './timeline-row.tsx';
import { TimelineToolbar } from './timeline-toolbar.tsx';
import { useClipGesture } from './use-clip-gesture.ts';
import { useMarquee } from './use-marquee.ts';
import { useMediaDrop } from './use-media-drop.ts';
import { useTimelineView } from './use-timeline-view.ts';

/** Width of the track headers, in pixels. */
const HEADER_PX = 168;
/**
 * Empty time after the last clip, in seconds (`TAIL_SEC`). Rows and clips up to `MARGIN_PX` pixels outside the visible
 * part are mounted.
 */
const TAIL_SEC = 30;
const MARGIN_PX = 240;
/** Maximum width of a scrolled area that browsers can draw, in pixels. */
const MOST_PX = 16_000_000;

/**
 * Timeline panel: tracks with clips, the ruler, markers and the playhead. Only the visible part is mounted.
 * `openCommand` opens the form of a command.
 */
export function TimelinePanel({ openCommand }: { openCommand(op: string): void }) {
  const document = useEditor((state) => state.document);
  const wanted = useEditor((state) => state.pxPerSec);
  const selection = useEditor((state) => state.selection);
  const openTrackIds = useEditor((state) => state.openTrackIds);
  const tool = useEditor((state) => state.tool);
  const endSec = durationSec(document) + TAIL_SEC;
  const mostPxPerSec = MOST_PX / endSec;
  const pxPerSec = Math.min(wanted, mostPxPerSec);
  const actions = useActions();
  const read = useReadEditor();
  const scroller = useRef<HTMLDivElement>(null);
  const [loaded, setLoaded] = useState(0);
  const [hoveredId, setHoveredId] = useState<string | null>(null);
  const caches = useMemo(() => {
    const more = () => setLoaded((count) => count + 1);
    return { images: createImageCache(more), audio: createAudioCache(more) };
  }, []);
  const lastRows = useRef<readonly Row[]>([]);
  const trackPx = useSyncExternalStore(onResize, () => rowPxIn(innerHeight));
  const rows = useMemo(() => {
    lastRows.current = timelineRows(document, new Set(openTrackIds), lastRows.current, trackPx);
    return lastRows.current;
  }, [document, openTrackIds, trackPx]);
  const selected = useMemo(() => new Set(selection), [selection]);
  const view = useTimelineView(scroller, HEADER_PX, mostPxPerSec);
  const place = { pxPerSec, rows, scroller, leftPx: HEADER_PX };

  const leftPx = Math.max(0, view.left - MARGIN_PX);
  const widthPx = view.left + view.width + 2 * MARGIN_PX - leftPx;
  const [fromSec, toSec] = [leftPx / pxPerSec, (leftPx + widthPx) / pxPerSec];
  const part = useMountedPart(fromSec, toSec, pxPerSec);
  const shownRows = rowsBetween(rows, view.top - MARGIN_PX, view.top + view.height + MARGIN_PX);
  const lastMounted = useRef(new Map<number, readonly Clip[]>());
  const mounted = new Map<number, readonly Clip[]>();
  for (const [id, clips] of mountedClips(shownRows, part.fromSec, part.toSec, part.pxPerSec)) {
    mounted.set(id, kept(lastMounted.current.get(id), clips));
  }
  lastMounted.current = mounted;

  const gesture = useClipGesture({ ...place, beats: () => beatTimes(shownRows, fromSec, toSec) });
  const marquee = useMarquee({ ...place, topPx: RULER_PX });
  const drop = useMediaDrop({ scroller, pxPerSec, rows, headerPx: HEADER_PX, rulerPx: RULER_PX });
  const guideSec = gesture.snappedAt ?? drop.at;
  const { menu, onContextMenu } = useTimelineMenu(rows, pxPerSec, openCommand);

  function beatTimes(among: readonly Row[], from: number, to: number): number[] {
    const { bySrc } = read();
    return among
      .flatMap(({ clips }) => clips)
      .filter(
        ({ type, start, duration, reverse }) => type === 'audio' && !reverse && start < to && start + duration > from,
      )
      .flatMap((clip) => {
        const record = bySrc.get(clip.src);
        const beats = record ? caches.audio.beats(record) : [];
        return beats
          .map((sec) => clip.start + (sec - clip.mediaStart) / clip.speed)
          .filter((sec) => sec > clip.start && sec < clip.start + clip.duration);
      });
  }

  const { begin } = gesture;
  const beginMarquee = marquee.begin;
  const onEmpty = useCallback(
    (event: PointerEvent<HTMLElement>, row: Row) => {
      const timeSec = (event.clientX - event.currentTarget.getBoundingClientRect().left) / pxPerSec;
      // Clips too narrow to be elements receive presses through their row.
      const clip: Clip | undefined = clipAt(row.clips, timeSec);
      if (clip) begin(event, clip);
      else beginMarquee(event);
    },
    [begin, beginMarquee, pxPerSec],
  );

  // "Zoom to fit" also has a keyboard shortcut, but only this panel has the width that it needs.
  const fitting = useEditor((state) => state.fitting);
  const roomPx = useRef(0);
  roomPx.current = view.width - HEADER_PX - 40;
  useEffect(() => {
    if (fitting === 0) return;
    actions.zoom(Math.max(1, roomPx.current) / Math.max(1, durationSec(read().document)));
    scroller.current?.scrollTo({ left: 0 });
  }, [fitting, actions, read]);

  return (
    <section
      aria-label="Timeline"
      // Not selectable: a press on selected text would drag the text.
      className="relative flex h-full min-h-0 flex-col border-t border-line bg-bg select-none"
      onContextMenu={onContextMenu}
    >
      <TimelineToolbar />
      <CompositionPath />
      {document.clips.length === 0 && <EmptyTimeline />}
      <Minimap
        pxPerSec={pxPerSec}
        rows={rows}
        scroller={scroller}
        seenSec={Math.max(1, view.width - HEADER_PX) / pxPerSec}
      />
      <div
        className="relative min-h-0 grow overflow-auto overscroll-contain"
        data-testid="timeline"
        data-tool={tool}
        onPointerLeave={() => setHoveredId(null)}
        onPointerOver={({ target, buttons }) => {
          if (buttons !== 0 || !(target instanceof Element)) return;
          // Handles are next to their clip: the clip stays hovered while the pointer moves to them.
          const clip = target.closest<HTMLElement>('[data-clip]')?.dataset.clip;
          if (clip) setHoveredId(clip);
          else if (target.matches('[data-track]')) setHoveredId(null);
        }}
        {...drop.handlers}
        ref={scroller}
        // A focused element must not be hidden below the ruler or the track headers.
        style={{ scrollPaddingTop: RULER_PX + 8, scrollPaddingLeft: HEADER_PX + 8 }}
      >
        <div
          className="relative"
          style={{ width: HEADER_PX + endSec * pxPerSec, height: RULER_PX + heightOf(rows) + 40 }}
        >
          <div className="sticky top-0 z-20 flex" style={{ height: RULER_PX }}>
            <div
              className="sticky left-0 z-10 flex shrink-0 items-center justify-between border-r border-b border-line bg-surface px-2"
              style={{ width: HEADER_PX }}
            >
              <span className="text-xs text-faint">{amountText(document.clips.length, 'clip')}</span>
              {access().mayEdit && (
                <IconButton
                  icon="add"
                  label="Add track"
                  onClick={() => actions.run('Add track', [{ op: 'addTrack', type: 'video' }])}
                  size="small"
                />
              )}
            </div>
            <Ruler pxPerSec={pxPerSec} viewLeft={view.left} viewWidth={view.width} />
          </div>
          {shownRows.map((row) => (
            <TimelineRow
              fps={document.settings.fps}
              headerPx={HEADER_PX}
              hoveredId={hoveredId !== null && row.clips.some(({ id }) => id === hoveredId) ? hoveredId : null}
              key={row.track.id}
              mounted={mounted.get(row.track.id) ?? NONE}
              onEmpty={onEmpty}
              onGrip={begin}
              topPx={RULER_PX + row.topPx}
              {...{ row, leftPx, widthPx, pxPerSec, selected, loaded, ...caches }}
            />
          ))}
          {guideSec !== null && (
            <div
              className="pointer-events-none absolute z-10 w-px bg-info"
              data-testid="snap-guide"
              style={{ left: HEADER_PX + guideSec * pxPerSec, top: RULER_PX, bottom: 0 }}
            />
          )}
          {marquee.box && (
            <div
              className="pointer-events-none absolute z-10 rounded-sm border border-accent bg-accent-soft"
              style={{
                left: HEADER_PX + marquee.box.left,
                top: RULER_PX + marquee.box.top,
                width: marquee.box.width,
                height: marquee.box.height,
              }}
            />
          )}
          <Playhead offsetPx={HEADER_PX} pxPerSec={pxPerSec} scroller={scroller} />
        </div>
      </div>
      {menu}
    </section>
  );
}

const NONE: readonly Clip[] = [];

function onResize(changed: () => void): () => void {
  addEventListener('resize', changed);
  return () => removeEventListener('resize', changed);
}

interface PlayheadProps {
  /** X position of time 0, in pixels. */
  offsetPx: number;
  pxPerSec: number;
  scroller: RefObject<HTMLDivElement | null>;
}

/** Playhead line at the displayed time. The timeline scrolls when the playhead leaves the visible part. */
function Playhead({ offsetPx, pxPerSec, scroller }: PlayheadProps) {
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
