import { type PointerEvent, useRef } from 'react';
import { useActions, useEditor } from '../model/use-editor.ts';
import { MarkerFlag } from './marker-flag.tsx';
import { markText, rulerStepSec } from './ruler-steps.ts';

/** Height of the ruler, in pixels. */
export const RULER_PX = 30;
/** Maximum number of visible markers. */
const MOST_MARKERS = 100;

/** Ruler above the tracks, with times and markers. A click or drag moves the playhead. */
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
      {shown.map((marker) => (
        <MarkerFlag fps={fps} key={marker.id} marker={marker} pxPerSec={pxPerSec} />
      ))}
    </div>
  );
}
