import type { Document } from '@framemill/timeline';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import type { MediaRecord } from '../model/media.ts';
import { useEditor } from '../model/use-editor.ts';
import { useEngineStage } from './use-engine-stage.ts';

interface WipeImageProps {
  /** Document without the grades and effects that are compared. */
  document: Document;
  bySrc: ReadonlyMap<string, MediaRecord>;
  /** Number of screen pixels per pixel of the document. */
  scale: number;
  /** Position of the line: share of the width, 0-1. */
  at: number;
}

/** Frames of another document to the left of a line, over those of the preview. An engine of its own draws them. */
export function WipeImage({ document, bySrc, scale, at }: WipeImageProps) {
  const host = useRef<HTMLDivElement>(null);
  const engine = useEngineStage(true, host, document, bySrc, scale);
  const playheadSec = useEditor((state) => state.playheadSec);
  const isPlaying = useEditor((state) => state.rate !== 0);
  const follow = useRef(engine.follow);
  follow.current = engine.follow;
  useEffect(() => {
    if (isPlaying) follow.current(playheadSec);
  }, [isPlaying, playheadSec]);
  return (
    <div
      className={`absolute inset-0 ${engine.isShown ? '' : 'invisible'}`}
      data-wipe={engine.isShown ? 'shown' : 'none'}
      ref={host}
      style={{ clipPath: `inset(0 ${100 * (1 - at)}% 0 0)` }}
    />
  );
}

/** Movement of the line by an arrow key, as a share of the width. */
const STEP = 0.01;

/** Line between the images with and without grade, which is dragged or moved by the arrow keys, Home and End. */
export function WipeLine({ at, onMove }: { at: number; onMove(at: number): void }) {
  const move = (to: number) => onMove(Math.min(1, Math.max(0, to)));

  function drag(event: PointerEvent<HTMLElement>): void {
    const box = event.currentTarget.parentElement?.getBoundingClientRect();
    if (box && event.currentTarget.hasPointerCapture(event.pointerId)) move((event.clientX - box.left) / box.width);
  }

  function handleKey(event: KeyboardEvent): void {
    const size = event.shiftKey ? 10 * STEP : STEP;
    const places: Record<string, number> = { ArrowLeft: at - size, ArrowRight: at + size, Home: 0, End: 1 };
    const place = places[event.key];
    if (place === undefined) return;
    // The editor's own keys would move the playhead.
    event.preventDefault();
    event.stopPropagation();
    move(place);
  }

  return (
    <>
      <Label className="left-2">Before</Label>
      <Label className="right-2">After</Label>
      <div
        aria-label="Line between before and after"
        aria-orientation="horizontal"
        aria-valuemax={100}
        aria-valuemin={0}
        aria-valuenow={Math.round(at * 100)}
        aria-valuetext={`${Math.round(at * 100)}% of the width without grade and effects`}
        className="absolute inset-y-0 flex w-5 -translate-x-1/2 cursor-ew-resize touch-none justify-center pointer-coarse:w-11"
        onKeyDown={handleKey}
        onPointerDown={(event) => {
          if (event.button === 0) event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={drag}
        role="slider"
        style={{ left: `${100 * at}%` }}
        tabIndex={0}
      >
        <span className="pointer-events-none h-full w-0.5 bg-white shadow-low" />
      </div>
    </>
  );
}

function Label({ className, children }: { className: string; children: string }) {
  return (
    <span
      className={`pointer-events-none absolute top-2 rounded-md bg-black/80 px-2 py-1 text-xs text-white ${className}`}
    >
      {children}
    </span>
  );
}
