import type { Clip } from '@framemill/timeline';
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useActions, useReadEditor } from '../model/use-editor.ts';
import { type Gesture, type GestureKind, gestureCommands, gestureLabel } from './gesture.ts';
import { ROW_PX, type Row } from './rows.ts';
import { RULER_PX } from './ruler.tsx';
import { SNAP_PX, snapOffset, snapTimes } from './snapping.ts';

interface Held {
  kind: GestureKind;
  clip: Clip;
  clipIds: readonly string[];
  fromX: number;
  fromScroll: number;
  times: readonly number[];
  isMoved: boolean;
}

/** Pixels that the pointer goes before a press is a drag. */
const SLACK_PX = 3;

/** Drags of clips: moves, trims, rolls, slips and slides, with snapping. What a drag would do is shown while it lasts. */
export function useClipGesture({
  pxPerSec,
  rows,
  scroller,
}: {
  pxPerSec: number;
  rows: readonly Row[];
  scroller: RefObject<HTMLDivElement | null>;
}) {
  const actions = useActions();
  const read = useReadEditor();
  const held = useRef<Held | null>(null);
  const [snappedAt, setSnappedAt] = useState<number | null>(null);
  const latest = useRef({ pxPerSec, rows });
  latest.current = { pxPerSec, rows };

  useEffect(() => {
    function gestureAt(event: globalThis.PointerEvent): { gesture: Gesture; snapped: number | null } | null {
      const drag = held.current;
      const element = scroller.current;
      if (!drag || !element) return null;
      const { kind, clip, clipIds } = drag;
      const scale = latest.current.pxPerSec;
      const raw = (event.clientX - drag.fromX + element.scrollLeft - drag.fromScroll) / scale;
      const edges = edgesOf(drag, raw);
      const isSnapping = read().isSnapping !== event.shiftKey && edges.length > 0;
      const snap = isSnapping ? snapOffset(edges, drag.times, SNAP_PX / scale) : null;
      const y = event.clientY - element.getBoundingClientRect().top + element.scrollTop - RULER_PX;
      const row = latest.current.rows[Math.floor(y / ROW_PX)];
      const trackId = kind === 'move' && row && row.track.id !== clip.trackIndex ? row.track.id : null;
      const gesture = { kind, clipId: clip.id, clipIds, deltaSec: raw + (snap?.offset ?? 0), trackId };
      return { gesture, snapped: snap?.at ?? null };
    }

    function move(event: globalThis.PointerEvent) {
      const drag = held.current;
      if (!drag) return;
      if (!drag.isMoved && Math.abs(event.clientX - drag.fromX) < SLACK_PX) return;
      drag.isMoved = true;
      const found = gestureAt(event);
      if (!found) return;
      setSnappedAt(found.snapped);
      actions.drag(gestureCommands(read().sync.document, found.gesture));
    }

    function end(event: globalThis.PointerEvent) {
      const drag = held.current;
      const found = drag?.isMoved ? gestureAt(event) : null;
      held.current = null;
      setSnappedAt(null);
      if (!drag) return;
      actions.drag(null);
      if (!found || event.type === 'pointercancel') return;
      const commands = gestureCommands(read().sync.document, found.gesture);
      if (commands.length > 0) actions.run(gestureLabel(found.gesture), commands);
    }

    function abandon(event: KeyboardEvent) {
      if (event.key !== 'Escape' || !held.current) return;
      held.current = null;
      setSnappedAt(null);
      actions.drag(null);
    }

    addEventListener('pointermove', move);
    addEventListener('pointerup', end);
    addEventListener('pointercancel', end);
    addEventListener('keydown', abandon);
    return () => {
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', end);
      removeEventListener('pointercancel', end);
      removeEventListener('keydown', abandon);
    };
  }, [actions, read, scroller]);

  function begin(event: PointerEvent<HTMLElement>, clip: Clip, kind: GestureKind): void {
    if (event.button !== 0) return;
    const { selection, document, playheadSec } = read();
    const ids = pick(selection, clip, document.clips, event.shiftKey || event.ctrlKey || event.metaKey);
    actions.select(ids);
    const clipIds = kind === 'move' && ids.includes(clip.id) ? ids : [clip.id];
    held.current = {
      ...{ kind, clip, clipIds, fromX: event.clientX, fromScroll: scroller.current?.scrollLeft ?? 0, isMoved: false },
      times: snapTimes(document, playheadSec, new Set(clipIds)),
    };
  }

  return { begin, snappedAt };
}

/** What is picked after a press on a clip: it alone with its group, or with `isMore` it added to or taken from what is picked. */
function pick(selection: readonly string[], clip: Clip, clips: readonly Clip[], isMore: boolean): readonly string[] {
  const together =
    clip.groupId === undefined
      ? [clip.id]
      : clips.filter(({ groupId }) => groupId === clip.groupId).map(({ id }) => id);
  const isPicked = selection.includes(clip.id);
  if (!isMore) return isPicked ? selection : together;
  return isPicked ? selection.filter((id) => !together.includes(id)) : [...selection, ...together];
}

function edgesOf({ kind, clip }: Held, deltaSec: number): number[] {
  const [start, end] = [clip.start + deltaSec, clip.start + clip.duration + deltaSec];
  if (kind === 'move') return [start, end];
  if (kind === 'trim-start') return [start];
  return kind === 'trim-end' || kind === 'roll' ? [end] : [];
}
