import type { Marker } from '@framemill/timeline';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { durationText, timecode } from '../../ui/format.ts';
import { Popover } from '../../ui/popover.tsx';
import { CommentMarks } from '../comments/comment-marks.tsx';
import { useActions, useEditor, useReadEditor } from '../model/use-editor.ts';
import { OtherPlayheads } from '../presence/presence-marks.tsx';
import { rounded } from './gesture.ts';
import { RangeMarks } from './range-marks.tsx';
import { SNAP_PX, snapOffset, snapTimes } from './snapping.ts';
import { useCommandDrag } from './use-command-drag.ts';

/** Height of the ruler, in pixels. */
export const RULER_PX = 30;
/** Maximum number of visible markers. */
const MOST_MARKERS = 100;

/** Ruler above the tracks, with times, markers and the range. A click or drag moves the playhead. */
export function Ruler({ pxPerSec, viewLeft, viewWidth }: { pxPerSec: number; viewLeft: number; viewWidth: number }) {
  const markers = useEditor((state) => state.document.markers);
  const fps = useEditor((state) => state.document.settings.fps);
  const actions = useActions();
  const isDragging = useRef(false);
  const step = rulerStepSec(pxPerSec, fps);
  const first = Math.max(0, Math.floor(viewLeft / pxPerSec / step));
  // The mounted part extends one scroll step beyond the visible part.
  const count = Math.ceil((viewWidth + 200) / pxPerSec / step) + 2;
  const [fromSec, toSec] = [viewLeft / pxPerSec, (viewLeft + viewWidth + 200) / pxPerSec];
  const shown = (markers ?? []).filter(({ time }) => time >= fromSec && time <= toSec).slice(0, MOST_MARKERS);

  function seek(event: PointerEvent<HTMLDivElement>) {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    actions.seek(Math.max(0, Math.round((x / pxPerSec) * fps) / fps));
  }

  return (
    <div className="relative grow touch-none border-b border-line bg-surface">
      <div
        aria-hidden="true"
        className="absolute inset-0"
        data-testid="ruler"
        onPointerDown={(event) => {
          isDragging.current = true;
          event.currentTarget.setPointerCapture(event.pointerId);
          seek(event);
        }}
        onPointerMove={(event) => isDragging.current && seek(event)}
        onPointerUp={() => {
          isDragging.current = false;
        }}
      >
        {Array.from({ length: count }, (_, index) => first + index).map((place) => (
          <span
            className="absolute bottom-0 h-2.5 border-l border-line-strong pl-1 text-[11px] leading-none text-faint tabular-nums"
            key={place}
            style={{ left: place * step * pxPerSec }}
          >
            <span className="absolute bottom-2">{markText(place * step, step, fps)}</span>
          </span>
        ))}
      </div>
      <RangeMarks fps={fps} pxPerSec={pxPerSec} />
      {shown.map((marker) => (
        <MarkerFlag fps={fps} key={marker.id} marker={marker} pxPerSec={pxPerSec} />
      ))}
      <OtherPlayheads pxPerSec={pxPerSec} />
      <CommentMarks fromSec={fromSec} pxPerSec={pxPerSec} toSec={toSec} />
    </div>
  );
}

/** Possible distances between ruler marks, in frames and in seconds. The smallest one whose label fits is used. */
const FRAMES = [1, 2, 5, 10];
const SECONDS = [0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1_800, 3_600, 7_200, 14_400, 43_200];
const LABEL_PX = 84;

/** Returns the distance between ruler marks, in seconds. */
function rulerStepSec(pxPerSec: number, fps: number): number {
  const frames = FRAMES.map((count) => count / fps).filter((step) => step < 0.5);
  return [...frames, ...SECONDS].find((step) => step * pxPerSec >= LABEL_PX) ?? 86_400;
}

/** Returns the label of a ruler mark: a timecode when marks are less than a second apart. */
function markText(timeSec: number, stepSec: number, fps: number): string {
  return stepSec < 1 ? timecode(timeSec, fps) : durationText(timeSec);
}

/** Colours of markers; the first is the default. */
const COLORS = ['#6fc7d6', '#5fd39b', '#f4c95d', '#ffb765', '#ff7d8a', '#b494f0'];
const COLOR_NAMES = ['Cyan', 'Green', 'Yellow', 'Orange', 'Red', 'Purple'];

/** Marker on the ruler. Dragging changes its time; a click opens a popover to name, colour or remove it. */
function MarkerFlag({ marker, pxPerSec, fps }: { marker: Marker; pxPerSec: number; fps: number }) {
  const { begin } = useCommandDrag();
  const actions = useActions();
  const read = useReadEditor();
  const wasDragged = useRef(false);
  const [anchor, setAnchor] = useState<Element | null>(null);
  const { id, time, label, color = COLORS[0] } = marker;
  const update = (what: string, fields: Partial<Marker>) =>
    actions.run(what, [{ op: 'updateMarker', markerId: id, ...fields }]);

  function drag(event: PointerEvent) {
    wasDragged.current = false;
    const { document, playheadSec, isSnapping } = read();
    const others = { ...document, markers: (document.markers ?? []).filter((other) => other.id !== id) };
    const times = snapTimes(others, playheadSec, new Set());
    begin(event, {
      label: 'Move marker',
      commandsAt(dx) {
        wasDragged.current = true;
        const raw = Math.max(0, time + dx / pxPerSec);
        const snap = isSnapping ? snapOffset([raw], times, SNAP_PX / pxPerSec) : null;
        const to = rounded(snap?.at ?? Math.round(raw * fps) / fps);
        return to === time ? [] : [{ op: 'updateMarker', markerId: id, time: to }];
      },
    });
  }

  function press(event: KeyboardEvent) {
    const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    const isDelete = event.key === 'Delete' || event.key === 'Backspace';
    if (step === 0 && !isDelete) return;
    event.stopPropagation();
    event.preventDefault();
    if (isDelete) actions.run('Delete marker', [{ op: 'removeMarkers', markerIds: [id] }]);
    else update('Move marker', { time: rounded(Math.max(0, time + step / fps)) });
  }

  return (
    <>
      <button
        aria-label={`Marker ${label ?? ''} at ${time.toFixed(2)} s`}
        className="absolute top-0 h-3.5 w-2.5 -translate-x-1/2 touch-none rounded-b-md"
        onClick={({ currentTarget }) => {
          if (!wasDragged.current) setAnchor(currentTarget);
          wasDragged.current = false;
        }}
        onKeyDown={press}
        onPointerDown={drag}
        style={{ left: time * pxPerSec, background: color }}
        title={label ?? 'Marker'}
        type="button"
      />
      {label && (
        <span
          className="pointer-events-none absolute top-0 max-w-24 truncate pl-2 text-[10px] leading-3.5 text-soft"
          style={{ left: time * pxPerSec }}
        >
          {label}
        </span>
      )}
      {anchor && (
        <Popover anchor={anchor} isOpen label="Marker" onOpenChange={() => setAnchor(null)}>
          <div className="flex flex-col gap-2 p-1">
            <input
              aria-label="Marker name"
              className="h-8 w-48 rounded-md border border-line-strong bg-sunken px-2"
              defaultValue={label ?? ''}
              onBlur={({ target }) =>
                target.value !== (label ?? '') && update('Rename marker', { label: target.value })
              }
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                // Focus returns to the flag, which the same key press would click.
                event.preventDefault();
                event.currentTarget.blur();
                setAnchor(null);
              }}
              placeholder="Name"
            />
            <div className="flex items-center gap-1.5">
              {COLORS.map((one, index) => (
                <button
                  aria-label={`Colour: ${COLOR_NAMES[index]}`}
                  aria-pressed={one === color}
                  className={`size-5 rounded-full ${one === color ? 'ring-2 ring-text' : ''}`}
                  key={one}
                  onClick={() => update('Change marker colour', { color: one })}
                  style={{ background: one }}
                  type="button"
                />
              ))}
              <span className="grow" />
              <button
                className="rounded-md px-2 py-1 text-[13px] text-bad hover:bg-bad-soft"
                onClick={() => {
                  setAnchor(null);
                  actions.run('Delete marker', [{ op: 'removeMarkers', markerIds: [id] }]);
                }}
                type="button"
              >
                Delete
              </button>
            </div>
          </div>
        </Popover>
      )}
    </>
  );
}
