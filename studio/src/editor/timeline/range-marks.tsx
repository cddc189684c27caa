import { durationSec } from '@framemill/timeline';
import { type KeyboardEvent, type PointerEvent, useMemo, useRef } from 'react';
import { useActions, useEditor, useReadEditor } from '../model/use-editor.ts';
import { rounded } from './gesture.ts';

/** In and out points on the ruler, with the range between them. */
export function RangeMarks({ pxPerSec, fps }: { pxPerSec: number; fps: number }) {
  const { inSec, outSec } = useEditor((state) => state.range);
  const document = useEditor((state) => state.document);
  const endSec = useMemo(() => durationSec(document), [document]);
  if (inSec === null && outSec === null) return null;
  const [fromSec, toSec] = [inSec ?? 0, outSec ?? Math.max(endSec, inSec ?? 0)];
  return (
    <>
      <span
        className="pointer-events-none absolute inset-y-0 bg-accent-soft"
        data-testid="range"
        style={{ left: fromSec * pxPerSec, width: (toSec - fromSec) * pxPerSec }}
      />
      {inSec !== null && <RangePoint edge="inSec" fps={fps} pxPerSec={pxPerSec} timeSec={inSec} />}
      {outSec !== null && <RangePoint edge="outSec" fps={fps} pxPerSec={pxPerSec} timeSec={outSec} />}
    </>
  );
}

interface RangePointProps {
  edge: 'inSec' | 'outSec';
  timeSec: number;
  pxPerSec: number;
  fps: number;
}

/** In or out point on the ruler. Dragging and the arrow keys move it up to the other point; Delete removes it. */
function RangePoint({ edge, timeSec, pxPerSec, fps }: RangePointProps) {
  const actions = useActions();
  const read = useReadEditor();
  const press = useRef<{ x: number; fromSec: number } | null>(null);
  const isIn = edge === 'inSec';
  const name = isIn ? 'In point' : 'Out point';

  function move(toSec: number) {
    const { inSec, outSec } = read().range;
    const frames = Math.round(toSec * fps);
    const within = isIn
      ? Math.min(frames, outSec === null ? frames : Math.round(outSec * fps) - 1)
      : Math.max(frames, inSec === null ? 1 : Math.round(inSec * fps) + 1);
    actions.setRange({ [edge]: rounded(Math.max(0, within) / fps) });
  }

  function handleKey(event: KeyboardEvent) {
    const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    const isDelete = event.key === 'Delete' || event.key === 'Backspace';
    if (step === 0 && !isDelete) return;
    event.stopPropagation();
    event.preventDefault();
    if (isDelete) actions.setRange({ [edge]: null });
    else move(timeSec + step / fps);
  }

  return (
    <button
      aria-label={`${name} at ${timeSec.toFixed(2)} s`}
      className={`absolute inset-y-0 w-2 cursor-ew-resize touch-none border-y-2 border-accent ${
        isIn ? 'border-l-2' : '-translate-x-full border-r-2'
      }`}
      onKeyDown={handleKey}
      onLostPointerCapture={() => {
        press.current = null;
      }}
      onPointerDown={(event: PointerEvent) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        press.current = { x: event.clientX, fromSec: timeSec };
      }}
      onPointerMove={(event: PointerEvent) => {
        const { x, fromSec } = press.current ?? {};
        if (x !== undefined && fromSec !== undefined) move(fromSec + (event.clientX - x) / pxPerSec);
      }}
      style={{ left: timeSec * pxPerSec }}
      title={name}
      type="button"
    />
  );
}
