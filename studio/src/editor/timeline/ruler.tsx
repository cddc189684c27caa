import { type PointerEvent, useRef } from 'react';
import { durationText } from '../../ui/format.ts';
import { useActions, useEditor } from '../model/use-editor.ts';

/** Height of the ruler, in pixels. */
export const RULER_PX = 30;

/** Distances between marks, in seconds; the least that leaves room for a time is taken. */
const STEPS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600];
const LABEL_PX = 72;

/** The times above the tracks, with the markers. Clicks and drags move the playhead. */
export function Ruler({ pxPerSec, viewLeft, viewWidth }: { pxPerSec: number; viewLeft: number; viewWidth: number }) {
  const markers = useEditor((state) => state.document.markers);
  const fps = useEditor((state) => state.document.settings.fps);
  const actions = useActions();
  const isDragging = useRef(false);
  const step = STEPS.find((one) => one * pxPerSec >= LABEL_PX) ?? 3600;
  const first = Math.max(0, Math.floor(viewLeft / pxPerSec / step));
  const count = Math.ceil(viewWidth / pxPerSec / step) + 2;

  function seek(event: PointerEvent<HTMLDivElement>) {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    actions.seek(Math.max(0, Math.round((x / pxPerSec) * fps) / fps));
  }

  return (
    <div
      aria-hidden="true"
      className="relative grow touch-none border-b border-line bg-surface"
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
      {Array.from({ length: count }, (_, index) => (first + index) * step).map((timeSec) => (
        <span
          className="absolute bottom-0 h-2.5 border-l border-line-strong pl-1 text-[11px] leading-none text-faint tabular-nums"
          key={timeSec}
          style={{ left: timeSec * pxPerSec }}
        >
          <span className="absolute bottom-2">{step < 1 ? `${timeSec.toFixed(1)} s` : durationText(timeSec)}</span>
        </span>
      ))}
      {(markers ?? []).map(({ id, time, label, color }) => (
        <span
          className="absolute top-0 h-3 w-2 -translate-x-1 rounded-b-sm bg-info"
          key={id}
          style={{ left: time * pxPerSec, ...(color ? { background: color } : {}) }}
          title={label ?? 'Marker'}
        />
      ))}
    </div>
  );
}
